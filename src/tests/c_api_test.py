# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""The C API from another language: c_api_test.py LIBRARY

Loads the shared library by ctypes, decodes and encodes texts by it, and compares
them with Python's own codecs.
"""

import ctypes
import re
import subprocess
import sys
import unittest

U8 = ctypes.c_uint8
SIZE = ctypes.c_size_t
SNIFF, REPLACE, HTML = 0, 0, 1


class Decoder(ctypes.Structure):
    _fields_ = [('opaque', ctypes.c_uint32 * 6)]


class DecodeResult(ctypes.Structure):
    _fields_ = [('status', U8), ('malformed_length', U8),
                ('read_ahead_length', U8), ('had_replacements', ctypes.c_bool),
                ('read', SIZE), ('written', SIZE)]


class EncodeResult(ctypes.Structure):
    _fields_ = [('status', U8), ('had_unmappables', ctypes.c_bool),
                ('had_malformed', ctypes.c_bool),
                ('code_point', ctypes.c_uint32), ('read', SIZE),
                ('written', SIZE)]


def load(path):
    library = ctypes.CDLL(path)
    bytes_in = [ctypes.c_char_p, SIZE]
    bytes_out = [ctypes.c_void_p, SIZE]
    for name, result, arguments in [
            ('v8enc_get_encoding', U8, bytes_in),
            ('v8enc_name', ctypes.c_char_p, [U8]),
            ('v8enc_decoder_make', Decoder, [U8, U8, U8]),
            ('v8enc_decoder_encoding', U8, [ctypes.POINTER(Decoder)]),
            ('v8enc_max_utf8_length', SIZE, [U8, U8, SIZE]),
            ('v8enc_max_length_from_utf8', SIZE, [U8, U8, SIZE]),
            ('v8enc_decode_to_utf8', DecodeResult,
             [ctypes.POINTER(Decoder)] + bytes_in + bytes_out + [ctypes.c_bool]),
            ('v8enc_encode_text_from_utf8', EncodeResult,
             [U8, U8] + bytes_in + bytes_out)]:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


class CApiTest(unittest.TestCase):
    def encoding(self, label):
        return LIBRARY.v8enc_get_encoding(label, len(label))

    def decode(self, label, chunks):
        """Text, name of the encoding, and whether anything was replaced."""
        decoder = LIBRARY.v8enc_decoder_make(self.encoding(label), SNIFF,
                                             REPLACE)
        text = b''
        replaced = False
        for i, chunk in enumerate(chunks):
            room = LIBRARY.v8enc_max_utf8_length(self.encoding(label), SNIFF,
                                                 len(chunk))
            output = ctypes.create_string_buffer(room)
            result = LIBRARY.v8enc_decode_to_utf8(
                ctypes.byref(decoder), chunk, len(chunk), output, room,
                i + 1 == len(chunks))
            self.assertEqual(result.status, 0)
            self.assertEqual(result.read, len(chunk))
            replaced |= result.had_replacements
            text += output.raw[:result.written]
        name = LIBRARY.v8enc_name(LIBRARY.v8enc_decoder_encoding(decoder))
        return text.decode('utf-8'), name, replaced

    def test_streams(self):
        text = 'Der Leuchtturm \u706f\u53f0 \u20ac' * 40
        for label in [b'gb18030', b'utf-8', b'utf-16le']:
            data = text.encode(label.decode())
            for step in [1, 3, 1000, len(data)]:
                chunks = [data[i:i + step] for i in range(0, len(data), step)]
                decoded, name, replaced = self.decode(label, chunks)
                self.assertEqual(decoded, text)
                self.assertEqual(name.lower(), label)
                self.assertFalse(replaced)

    def test_byte_order_mark_in_three_chunks(self):
        self.assertEqual(
            self.decode(b'latin1', [b'\xEF', b'\xBB', b'\xBF\xC3', b'\xA9']),
            ('\u00e9', b'UTF-8', False))
        self.assertEqual(self.decode(b'latin1', [b'\xEF', b'\xBB', b'A']),
                         ('\u00ef\u00bbA', b'windows-1252', False))

    def test_replacements(self):
        self.assertEqual(self.decode(b'euc-kr', [b'\xB0\xA1\xFF']),
                         ('\uac00\ufffd', b'EUC-KR', True))

    def test_encodes(self):
        text = 'na\u00efve \u2603'.encode('utf-8')
        encoding = self.encoding(b'x-user-defined')
        room = LIBRARY.v8enc_max_length_from_utf8(encoding, HTML, len(text))
        output = ctypes.create_string_buffer(room)
        result = LIBRARY.v8enc_encode_text_from_utf8(encoding, HTML, text,
                                                     len(text), output, room)
        self.assertEqual(result.status, 0)
        self.assertTrue(result.had_unmappables)
        self.assertEqual(output.raw[:result.written], b'na&#239;ve &#9731;')

    def test_each_function_of_the_header_is_exported(self):
        with open(HEADER, encoding='utf-8') as file:
            code = re.sub(r'//.*', '', file.read())
        functions = set(re.findall(r'\b(v8enc_\w+)\(', code))
        self.assertGreater(len(functions), 50)
        symbols = subprocess.run(['nm', '-D', '--defined-only', PATH],
                                 check=True, capture_output=True,
                                 text=True).stdout
        exported = set(re.findall(r' T (v8enc_\w+)', symbols))
        self.assertEqual(exported, functions)


if __name__ == '__main__':
    PATH, HEADER = sys.argv[1:]
    LIBRARY = load(PATH)
    unittest.main(argv=sys.argv[:1])
