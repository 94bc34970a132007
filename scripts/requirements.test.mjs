// Compares docs/requirements.md with the ids in the titles of the tests.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The first string argument of a call that names tests. */
const TITLE = /\b(?:test|it|describe|matrixTest|dailyOrMatrix)(?:\.\w+)?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs;

/** The id of a requirement. */
const ID = /\b[A-X]\d\d\b/g;

test('every requirement names tests that carry its id, and every id of a test is in the table', () => {
  const titles = titlesByFile();
  assert.ok(titles.size > 100, 'the test files are found');
  const rows = requirements(fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
  assert.deepEqual(disagreements(rows, titles), []);
});

test('a missing test, an unlisted id and a repeated row are reported', () => {
  const rows = requirements(
    '| A01 | One. | `a.test.ts` |\n| A02 | Two. | `a.test.ts` |\n| A02 | Two. | `a.test.ts` |\n',
  );
  const titles = new Map([['a.test.ts', idsOfTitles("test('A01: one', f);\ntest(`three (A03)`, f);\nfinish('A04');")]]);
  assert.deepEqual(disagreements(rows, titles), [
    'A02: no title in a.test.ts names it',
    'A02: no title in a.test.ts names it',
    'A02: stated twice',
    'A03: named in a.test.ts, absent from docs/requirements.md',
  ]);
});

/**
 * @param {{ id: string, files: string[] }[]} rows
 * @param {Map<string, Set<string>>} titles ids by file
 */
function disagreements(rows, titles) {
  const found = [];
  for (const { id, files } of rows) {
    if (files.length === 0) found.push(`${id}: no test`);
    for (const file of files) if (!titles.get(file)?.has(id)) found.push(`${id}: no title in ${file} names it`);
  }
  const stated = rows.map((row) => row.id);
  for (const [index, id] of stated.entries()) if (stated.indexOf(id) !== index) found.push(`${id}: stated twice`);
  for (const [file, ids] of titles) {
    for (const id of ids) {
      if (!stated.includes(id)) found.push(`${id}: named in ${file}, absent from docs/requirements.md`);
    }
  }
  return found;
}

/** The rows of the table. @param {string} text */
function requirements(text) {
  return [...text.matchAll(/^\| ([A-X]\d\d) \|(.*)\|(.*)\|$/gm)].map(([, id, , tests]) => ({
    id,
    files: [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
  }));
}

function titlesByFile() {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts', '*.test.mjs'],
    { cwd: root, encoding: 'utf8' },
  );
  const existing = files.split('\n').filter((file) => file && fs.existsSync(path.join(root, file)));
  return new Map(existing.map((file) => [file, idsOfTitles(fs.readFileSync(path.join(root, file), 'utf8'))]));
}

/** @param {string} source */
function idsOfTitles(source) {
  return new Set([...source.matchAll(TITLE)].flatMap((match) => match[2].match(ID) ?? []));
}
