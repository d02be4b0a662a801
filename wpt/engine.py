# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What runs the tests: this project's shell, which has what pages need, or any
other JavaScript runtime, which runs scripts. README.md has the contract."""

import contextlib
import dataclasses
import json
import os
import shlex
import subprocess
import sys
import tempfile

WPT = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(WPT), 'tools', 'lib'))

# pylint: disable=wrong-import-position
import script
from test_processes import Processes, Tail, describe_end

PROBE = os.path.join(WPT, 'engines', 'probe.js')
MAIN = os.path.join(WPT, 'shim', 'main.mjs')

# How long an engine may take to run PROBE, in seconds. A sanitizer's takes some.
TIMEOUT = 60

# How much is shown of what an engine printed instead of an answer.
MAX_OUTPUT_LINES = 5
MAX_OUTPUT_LINE = 200


class EngineError(Exception):
  """Its message is one sentence, for the user, and what the engine printed."""


@dataclasses.dataclass
class Engine:
  command: list  # what a script's file goes behind
  product: str
  version: str | None = None
  v8: str | None = None
  missing_for_pages: tuple = ()
  missing_for_scripts: tuple = ()

  @property
  def runs_pages(self):
    return not self.missing_for_pages

  def can_run(self, test):
    return self.runs_pages or test.is_script

  def notes(self):
    """Sentences about what it can't do."""
    name = ' '.join(filter(None, (self.product, self.version)))
    if self.missing_for_pages:
      missing = list(self.missing_for_pages)
      missing[3:] = [f'{len(missing) - 3} more'] if len(missing) > 3 else []
      yield (f'{name} runs scripts (.any.js) only: for pages it lacks what this'
             f' project\'s shell has ({", ".join(missing)}).')
    if self.missing_for_scripts:
      yield (f'{name} has no {", no ".join(self.missing_for_scripts)}: subtests'
             ' that need what it lacks will fail.')

  @contextlib.contextmanager
  def command_for(self, test, root):
    """The command that runs `test` of the suite in `root`."""
    if self.runs_pages:
      yield [*self.command, MAIN, '--root', os.path.abspath(root), '--test', test.url]
      return
    with tempfile.TemporaryDirectory(prefix='wpt.') as folder:
      path = os.path.join(folder, os.path.basename(test.path))
      with open(path, 'w', encoding='ascii') as file:
        file.write(script.compose(root, test))
      yield [*self.command, path]


def _answer(lines):
  for line in lines:
    try:
      answer = json.loads(line)
    except (ValueError, RecursionError):
      continue
    if isinstance(answer, dict) and isinstance(answer.get('engine'), dict):
      return answer['engine']
  return None


def _cut(line):
  """`line` as a terminal may show it."""
  more = '…' if len(line) > MAX_OUTPUT_LINE else ''
  return ''.join(
      c if c.isprintable() or c == '\t' else c.encode('unicode_escape').decode()
      for c in line[:MAX_OUTPUT_LINE]) + more


def _quote(output):
  lines = [_cut(line) for line in output.strip().splitlines()]
  lines[MAX_OUTPUT_LINES:] = ['…'] if len(lines) > MAX_OUTPUT_LINES else []
  return '\n'.join(f'    {line}' for line in lines) or '    (nothing)'


def probe(command_line):
  """The engine of a command line, after it has run PROBE."""
  try:
    command = shlex.split(command_line)
  except ValueError as error:
    raise EngineError(f'--engine {command_line}: {error}.') from error
  if not command:
    raise EngineError('--engine needs a command.')
  name = f'--engine {command_line}'
  processes, output = Processes(), Tail()
  try:
    process = processes.start([*command, PROBE], stderr=subprocess.STDOUT)
  except (OSError, ValueError) as error:
    # An argument with a null character is a ValueError.
    raise EngineError(f'{name}: {command[0]} can\'t be run'
                      f' ({getattr(error, "strerror", error)}).') from error
  status, timed_out = processes.read(process, output.append, TIMEOUT)
  if timed_out:
    raise EngineError(
        f'{name} didn\'t end within {TIMEOUT} s of a script without anything to'
        ' wait for: an engine runs the file behind its arguments and exits when'
        ' nothing is left to run, without a prompt.')
  end = describe_end(status, False, TIMEOUT)
  answer = _answer(output)
  if answer is None:
    raise EngineError(
        f'{name} is no engine that can run tests: it has to run the script whose'
        ' file is its last argument, and to have print() or console.log(), which'
        ' write a line to standard output. wpt/engines/probe.js'
        f' {end} and had printed:\n' + _quote(str(output)))
  if status != 0:
    raise EngineError(
        f'{name} {end} after a script that ends well; it has to exit with status'
        ' 0, or every test would count as failed.')
  return Engine(command,
                answer.get('product') or os.path.basename(command[0]),
                answer.get('version'), answer.get('v8'),
                tuple(answer['missingForPages']),
                tuple(answer['missingForScripts']))
