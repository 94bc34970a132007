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

/** The heading of the requirements without a test. */
const NOT_HELD = '## Not held by a test yet';

/** The id of a requirement. */
const ID = /\b[A-X]\d\d\b/g;

test('every requirement names tests that carry its id or the reason why it has none, and every id of a test is in the table', () => {
  const titles = titlesByFile();
  assert.ok(titles.size > 100, 'the test files are found');
  assert.deepEqual(disagreements(fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'), titles), []);
});

test('a missing test, an unlisted id, a repeated row and an id in both tables are reported', () => {
  const page = `
| A01 | One. | \`a.test.ts\` |
| A02 | Two. | \`a.test.ts\` |
| A02 | Two. | \`a.test.ts\` |
| A06 | Six. | |

${NOT_HELD}

| A01 | One. | Measured by hand. |
| A04 | Four. | Measured by hand. |
| A05 | Five. | |
| A03 | Three. | Measured by hand. |
`;
  const titles = new Map([['a.test.ts', idsOfTitles("test('A01: one', f);\ntest(`four (A04), seven (A07)`, f);")]]);
  assert.deepEqual(disagreements(page, titles), [
    'A02: no title in a.test.ts names it',
    'A02: no title in a.test.ts names it',
    'A06: no test',
    'A05: no reason',
    'A03: not in order',
    'A02: stated twice',
    'A01: stated twice',
    'A04: named in a.test.ts, absent from the first table',
    'A07: named in a.test.ts, absent from the first table',
  ]);
  assert.deepEqual(disagreements('', titles), [`no heading "${NOT_HELD}"`]);
});

/**
 * @param {string} page the text of docs/requirements.md
 * @param {Map<string, Set<string>>} titles ids by file
 */
function disagreements(page, titles) {
  const parts = page.split(`\n${NOT_HELD}\n`);
  if (parts.length !== 2) return [`no heading "${NOT_HELD}"`];
  const [held, open] = parts.map(rowsOf);
  const found = [];
  for (const { id, last } of held) {
    const files = [...last.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
    if (files.length === 0) found.push(`${id}: no test`);
    for (const file of files) if (!titles.get(file)?.has(id)) found.push(`${id}: no title in ${file} names it`);
  }
  for (const { id, last } of open) if (!last) found.push(`${id}: no reason`);
  for (const rows of [held, open])
    for (const [index, { id }] of rows.entries())
      if (index > 0 && id < rows[index - 1].id) found.push(`${id}: not in order`);
  const stated = [...held, ...open].map((row) => row.id);
  for (const [index, id] of stated.entries()) if (stated.indexOf(id) !== index) found.push(`${id}: stated twice`);
  for (const [file, ids] of titles)
    for (const id of ids)
      if (!held.some((row) => row.id === id)) found.push(`${id}: named in ${file}, absent from the first table`);
  return found;
}

/** The rows of a table: the id and the last cell. @param {string} text */
function rowsOf(text) {
  return [...text.matchAll(/^\| ([A-X]\d\d) \|(.*)\|(.*)\|$/gm)].map(([, id, , last]) => ({ id, last: last.trim() }));
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
