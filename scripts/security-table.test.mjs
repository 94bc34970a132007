// Compares docs/security.md with the requirement numbers of OWASP ASVS 5.0, levels 1 and 2.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listFiles } from './lib/files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; within a section they are numbered from 1. */
const SECTIONS = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  10.1: 2,
  10.2: 2,
  10.3: 4,
  10.4: 11,
  10.5: 5,
  10.6: 2,
  10.7: 3,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
  17.1: 1,
  17.2: 4,
  17.3: 2,
};
const NUMBERS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `V${section}.${index + 1}`),
);
const STATES = new Set(['met', 'untested', 'partly', 'operator', 'not met']);
const TEST_FILE = /[.](test|spec)[.](ts|tsx|mjs)$/;

test('W12: docs/security.md has a row for every requirement of ASVS 5.0 level 2 that applies, with how it is met and its test, and SECURITY.md exists', () => {
  assert.equal(NUMBERS.length, 253);
  assert.deepEqual(faultsOf(fs.readFileSync(path.join(root, 'docs/security.md'), 'utf8'), NUMBERS, trackedFiles()), []);
  const policy = fs.readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
  for (const heading of ['Reporting a vulnerability', 'Supported versions', 'Time limits for fixes'])
    assert.match(policy, new RegExp(`^#+ ${heading}$`, 'm'));
});

test('the interface exchanges messages only with its own workers and tabs', () => {
  const sources = listFiles('web/src', (file) => /[.]tsx?$/.test(file)).map((file) => [
    file,
    fs.readFileSync(path.join(root, file), 'utf8'),
  ]);
  assert.ok(sources.length > 100, 'the sources are found');
  assert.deepEqual(
    sources.flatMap(([file, text]) => strangersIn(file, text)),
    [],
  );
  assert.deepEqual(strangersIn('a.ts', "window.addEventListener('message', f)"), ['a.ts: window.addEventListener']);
  assert.deepEqual(strangersIn('a.ts', "addEventListener('message', f)"), ['a.ts: addEventListener']);
  assert.deepEqual(strangersIn('a.ts', 'self.onmessage = f; parent.postMessage(1)'), [
    'a.ts: self.onmessage',
    'a.ts: parent.postMessage',
  ]);
});

/**
 * Uses of messages that are not those of a worker or of tabs of the same origin (`channel`). `self` is a worker in its own file.
 * @param {string} file
 * @param {string} text
 */
function strangersIn(file, text) {
  const uses = text.matchAll(/(?:(\w+)\??[.])?(addEventListener\(\s*['"]message|onmessage\b|postMessage\b)/g);
  return [...uses]
    .filter(
      ([, of]) => !['worker', 'waiting', 'channel'].includes(of) && !(of === 'self' && file.endsWith('.worker.ts')),
    )
    .map(([use]) => `${file}: ${use.replace(/\(.*/s, '')}`);
}

test('a missing, repeated, unknown or incomplete row and a missing test file are reported', () => {
  const text = [
    '| V1.1.1 | One | met | somehow | `a.test.ts` |',
    '| V1.1.1 | One | met | somehow | `a.test.ts` |',
    '| V1.1.2 | Two | met | somehow | none |',
    '| V1.1.3 | Three | done | somehow | `a.test.ts` |',
    '| V1.1.4 | Four | partly |  | `b.test.ts` |',
    '| V9.9.9 | Nine | not met | missing | none |',
    '| V1.1.5 V1.1.6 |  |',
    '| V1.1.8 | Eight | met | somehow |',
  ].join('\n');
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `V1.1.${number}`);
  assert.deepEqual(faultsOf(text, numbers, new Set(['a.test.ts'])), [
    'V1.1.2: met without a test',
    'V1.1.3: unknown state done',
    'V1.1.4: nothing says how',
    'V1.1.4: no test file b.test.ts',
    'V1.1.5: no reason',
    'V1.1.8: not a row of either table',
    'V1.1.1: 2 rows',
    'V1.1.7: 0 rows',
    'V9.9.9: not in the standard',
  ]);
});

/**
 * @param {string} text
 * @param {string[]} numbers
 * @param {Set<string>} files
 */
function faultsOf(text, numbers, files) {
  const found = [];
  const stated = [];
  for (const [line] of text.matchAll(/^\| V\d.*$/gm)) {
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const names = cells[0].split(' ');
    stated.push(...names);
    if (cells.length === 5) found.push(...faultsOfRow(cells, files));
    else if (cells.length !== 2) found.push(`${names[0]}: not a row of either table`);
    else if (cells[1] === '') found.push(`${names[0]}: no reason`);
  }
  for (const number of numbers) {
    const rows = stated.filter((other) => other === number).length;
    if (rows !== 1) found.push(`${number}: ${rows} rows`);
  }
  for (const number of stated) if (!numbers.includes(number)) found.push(`${number}: not in the standard`);
  return found;
}

/**
 * @param {string[]} cells
 * @param {Set<string>} files
 */
function faultsOfRow([number, what, state, how, tests], files) {
  const found = [];
  if (!STATES.has(state)) found.push(`${number}: unknown state ${state}`);
  if (what === '') found.push(`${number}: no description`);
  if (how === '') found.push(`${number}: nothing says how`);
  const named = [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  for (const file of named)
    if (!TEST_FILE.test(file) || !files.has(file)) found.push(`${number}: no test file ${file}`);
  if (named.length === 0 && tests !== 'none') found.push(`${number}: tests neither named nor none`);
  if (state === 'met' && named.length === 0) found.push(`${number}: met without a test`);
  return found;
}

function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return new Set(listed.split('\n').filter((file) => file && fs.existsSync(path.join(root, file))));
}
