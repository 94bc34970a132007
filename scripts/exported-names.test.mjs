// An exported function of one name must mean one thing, so that a search for the name finds it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The types of the first parameter of a function of an area. */
const CONTEXT = /^(?:(?:Pick|Omit)<)?(?:Act|Tx|Db|Reading|Visit)\b/;
/** Names that mean the same thing in each of their files, by the areas of these files. */
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

test('R22: verbs take (act, input), row locks (act, id), and no two exported functions share a name with different meanings', () => {
  const files = sources();
  const names = repeated(files);
  assert.deepEqual(names, Object.values(SAME_MEANING).flat().toSorted());
  for (const name of ['holdProducts', 'oneOf', 'printDocument', 'refuseCompleted'])
    assert.ok(!names.includes(name), name);
  const areas = [...files].filter(([file]) => file.startsWith('server/src/areas/'));
  const signatures = areas.flatMap(([, text]) => signaturesOf(text));
  assert.ok(signatures.length > 500, `${signatures.length} functions`);
  assert.deepEqual(
    signatures.filter(({ types }) => types.slice(1).some((type) => CONTEXT.test(type))),
    [],
  );
  const locks = signatures.filter(({ name }) => name === 'lockOrder');
  assert.equal(locks.length, 2);
  for (const { types } of locks) assert.deepEqual([CONTEXT.test(types[0]), types[1]], [true, 'number']);
  assert.deepEqual(signaturesOf('export async function late(id: number, act: Act): Promise<void> {}'), [
    { name: 'late', types: ['number', 'Act'] },
  ]);
});

test('within the tests and tools of one folder, no two exported functions share a name', () => {
  for (const folder of ['bench/src', 'e2e', 'faults/src', 'scripts'])
    assert.deepEqual(repeated(read(listed(folder).filter((file) => !/\.(?:test|spec)\./.test(file)))), [], folder);
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

/** The exported functions of a source, each with the types of its parameters, without those inside of brackets. */
function signaturesOf(text) {
  return [...text.matchAll(/^export (?:async )?function\*? ?(\w+)(?:<[^(]*>)?\(/gm)].map((match) => {
    let depth = 1;
    let parameter = '';
    const parameters = [];
    for (const letter of text.slice(match.index + match[0].length)) {
      if ('([{<'.includes(letter)) depth++;
      if (')]}>'.includes(letter) && !parameter.endsWith('=')) depth--;
      if (depth === 0) break;
      if (depth === 1 && letter === ',') parameters.push(parameter.trim());
      parameter = depth === 1 && letter === ',' ? '' : parameter + letter;
    }
    if (parameter.trim()) parameters.push(parameter.trim());
    const typeOf = (one) => /^(?:\{[\s\S]*?\}|\w+\??)\s*:\s*([\s\S]*)$/.exec(one)?.[1] ?? '';
    return { name: match[1], types: parameters.map(typeOf) };
  });
}

/** The sources of the product: without tests, and without the factories, which have the names of the calls that they make. */
function sources() {
  const files = listed('contract/src', 'server/src', 'web/src').filter(
    (file) => !/\.(test|spec)\.|^server\/src\/testing\//.test(file),
  );
  assert.ok(files.length > 500, `${files.length} files`);
  return read(files);
}

function listed(...folders) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && fs.existsSync(path.join(root, file)));
}

/** @returns {Map<string, string>} the texts of files by their paths */
function read(files) {
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}
