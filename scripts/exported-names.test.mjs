// An exported function of one name must mean one thing, so that a search for the name finds it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Names that mean the same thing at each of their places, with what the places are. */
const SAME_MEANING = {
  'customer orders and supplier orders': [
    'OrderForm',
    'OrderLines',
    'createOrder',
    'deleteOrder',
    'lineColumns',
    'listOrders',
    'lockOrder',
    'newLine',
    'productPart',
    'readOrder',
    'updateOrder',
    'useOrderActions',
    'usePaste',
    'valuesOf',
  ],
  'server and interface': ['barcode', 'companyToday', 'findProducts'],
  'a field of the contract and the column of a list that shows it': ['text'],
  'order lines and packing list lines': ['wholeProblems'],
};

test('no two exported functions share a name with different meanings', () => {
  assert.deepEqual(repeated(sources()), Object.values(SAME_MEANING).flat().toSorted());
});

test('a repeated name is reported once, and a name of one file is not', () => {
  const files = new Map([
    ['a.ts', 'export function one() {}\nexport async function two() {}\nfunction three() {}'],
    ['b.ts', 'export function* two() {}\nexport function three() {}'],
  ]);
  assert.deepEqual(repeated(files), ['two']);
});

/** The names of functions that more than one file exports, sorted. @param {Map<string, string>} files */
function repeated(files) {
  const seen = new Map();
  for (const text of files.values()) {
    const names = [...text.matchAll(/^export (?:default )?(?:async )?function\*? ?(\w+)/gm)].map(([, name]) => name);
    for (const name of new Set(names)) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen]
    .filter(([, count]) => count > 1)
    .map(([name]) => name)
    .toSorted();
}

/** The sources of the product: without tests, and without the factories, which bear the names of the calls they use. */
function sources() {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'contract/src', 'server/src', 'web/src'],
    { cwd: root, encoding: 'utf8' },
  );
  const files = listed
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.|^server\/src\/testing\//.test(file))
    .filter((file) => fs.existsSync(path.join(root, file)));
  assert.ok(files.length > 500, `${files.length} files`);
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}
