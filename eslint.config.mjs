// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What `tools/lint eslint` asks of JavaScript: that the code does what the code
// seems to do. How code looks is not ESLint's.

import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 'latest',
      globals: {...globals.es2024, ...globals.node, ...globals.browser},
    },
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      // Control characters are what this project is about.
      'no-control-regex': 'off',
      // A catch that says nothing is enough where the error is expected.
      'no-empty': ['error', {allowEmptyCatch: true}],
      'no-regex-spaces': 'off',
      'no-unused-vars': ['error', {args: 'none', caughtErrors: 'none'}],
    },
  },
  {
    // Scripts of one global scope, each of which uses what others declare.
    files: ['**/*.js'],
    languageOptions: {sourceType: 'script'},
    rules: {
      'no-redeclare': 'off',
      'no-undef': 'off',
      'no-unused-vars': 'off',
    },
  },
  {
    files: ['wpt/shim/**/*.js'],
    ignores: ['**/*.test.js'],
    languageOptions: {sourceType: 'module'},
  },
  {files: ['examples/**'], languageOptions: {globals: {scriptArgs: 'readonly'}}},
  {
    // The second are bodies of functions.
    files: ['npm/lib/*.js', 'bindings/streams/*.js'],
    languageOptions: {sourceType: 'commonjs'},
  },
  {files: ['**/*.cjs'], languageOptions: {sourceType: 'commonjs'}},
  {
    // Options and classes that are wrong on purpose.
    files: ['js-tests/**'],
    rules: {
      'constructor-super': 'off',
      'getter-return': 'off',
      'no-constant-binary-expression': 'off',
      'no-sparse-arrays': 'off',
      'no-this-before-super': 'off',
      'no-unused-private-class-members': 'off',
    },
  },
];
