#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs a benchmark's script in a browser without a window.

Usage: browser.py BROWSER SCRIPT [ARGUMENT...]

BROWSER is the program of Chromium or Firefox. A page on this machine imports
SCRIPT, an ES module, which finds `scriptArgs` and `print()` as in the shell;
this program prints the lines when the module is done, and exits with 1 if the
module failed. The page is cross-origin isolated, so that there are shared
buffers and clocks of 5 µs.
"""

import functools
import http.server
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<script type="module">
globalThis.scriptArgs = %s;
const lines = [];
globalThis.print = (line) => lines.push(line);
const post = (path, body) => fetch(path, {method: 'POST', body});
try {
  await import(%s);
  await post('/done', lines.join('\\n'));
} catch (error) {
  await post('/failed', `${error}\\n${error.stack}`);
}
</script>
"""

# No questions, no rounding of clocks beyond what isolation leaves.
FIREFOX_PREFS = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("privacy.reduceTimerPrecision", false);
"""

TIMEOUT = 900


class Handler(http.server.SimpleHTTPRequestHandler):
  """The page, the script's folder, and what the page sends back."""

  def __init__(self, *args, page, answers, **kwargs):
    self.page = page
    self.answers = answers
    super().__init__(*args, **kwargs)

  def log_message(self, *_):
    pass

  def end_headers(self):
    self.send_header('Cross-Origin-Opener-Policy', 'same-origin')
    self.send_header('Cross-Origin-Embedder-Policy', 'require-corp')
    self.send_header('Cache-Control', 'no-store')
    super().end_headers()

  def do_GET(self):
    if self.path != '/':
      super().do_GET()
      return
    self.send_response(200)
    self.send_header('Content-Type', 'text/html')
    self.end_headers()
    self.wfile.write(self.page.encode())

  def do_POST(self):
    length = int(self.headers['Content-Length'])
    text = self.rfile.read(length).decode()
    self.send_response(204)
    self.end_headers()
    self.answers.put((self.path, text))


def command_of(browser, folder, url):
  if 'firefox' in os.path.basename(browser):
    with open(os.path.join(folder, 'user.js'), 'w', encoding='utf-8') as file:
      file.write(FIREFOX_PREFS)
    return [browser, '--headless', '--no-remote', '--profile', folder, url]
  command = [
      browser, '--headless', '--disable-gpu', '--no-first-run',
      '--disable-background-networking', f'--user-data-dir={folder}'
  ]
  # Chromium's sandbox refuses to be root's.
  return command + (['--no-sandbox'] if os.geteuid() == 0 else []) + [url]


def run(browser, script, args):
  """What the page sent: ('/done' or '/failed', text); None if nothing came."""
  folder, name = os.path.split(os.path.abspath(script))
  page = PAGE % (json.dumps(args), json.dumps('/' + name))
  answers = queue.Queue()
  handler = functools.partial(Handler,
                              directory=folder,
                              page=page,
                              answers=answers)
  with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler) as server, \
      tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f'http://127.0.0.1:{server.server_port}/'
    # A browser is many processes: they get a group, which ends as one.
    with subprocess.Popen(command_of(browser, profile, url),
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL,
                          start_new_session=True) as process:
      # A browser that ends before its page has answered never will.
      threading.Thread(target=lambda: (process.wait(), answers.put(None)),
                       daemon=True).start()
      try:
        answer = answers.get(timeout=TIMEOUT)
      except queue.Empty:
        answer = None
      finally:
        try:
          os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
          pass
    server.shutdown()
  return answer


def main(argv):
  browser, script, *args = argv
  answer = run(browser, script, args)
  if answer is None:
    sys.exit(f'browser.py: {browser} has sent nothing')
  path, text = answer
  if path != '/done':
    sys.exit(f'browser.py: {script} failed in {browser}:\n{text}')
  print(text)


if __name__ == '__main__':
  main(sys.argv[1:])
