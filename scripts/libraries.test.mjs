// Libraries in place of own code, and own code that must earn its place: docs/decisions/0012-libraries.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './lib/files.mjs';

const DECISIONS = 'docs/decisions/0012-libraries.md';
/** The bar pattern of the first symbol of Code 128: each encoder contains it. */
const CODE_128 = /\b212222\b|\b11011001100\b/;

test('R30: any-ascii, one module for Code 128, the official XSD, @prometheus-io/client and the lists of zxcvbn-ts replace own code', () => {
  const sources = listed('*.ts', '*.tsx', '*.mjs').filter((file) => file !== 'scripts/libraries.test.mjs');
  const filesWith = (pattern) => sources.filter((file) => pattern.test(read(file)));
  const packages = listed('package.json', '*/package.json').flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file));
    return Object.keys({ ...dependencies, ...devDependencies });
  });

  const latin = read('server/src/areas/sales/e-invoice/latin.rules.ts');
  assert.match(latin, /import anyAscii from 'any-ascii'/);
  // A table of letters of our own would contain letters beyond ASCII.
  assert.match(latin, /^[\t\n -~]*$/);

  assert.deepEqual(filesWith(CODE_128), ['contract/src/core/code128.ts']);
  for (const user of ['server/src/areas/sales/documents/print/barcode.ts', 'web/src/lib/barcodes/draw-code128.ts'])
    assert.match(read(user), /from '@bobina\/contract\/core\/code128\.ts'/, user);

  const schemas = read('server/src/testing/official-schemas.ts');
  assert.match(schemas, /process\.env\.OFFICIAL_SCHEMAS/);
  assert.match(schemas, /import \{ XmlDocument, XsdValidator \} from 'libxml2-wasm'/);
  const checked = filesWith(/\bassertFatturaPa\(/).filter((file) => file.endsWith('.test.ts'));
  assert.ok(checked.length > 0, 'tests validate files against the schema');

  assert.ok(packages.includes('@prometheus-io/client') && !packages.includes('prom-client'));
  assert.notDeepEqual(filesWith(/from '@prometheus-io\/client'/), []);
  assert.deepEqual(filesWith(/from 'prom-client'/), []);

  const lists = ['common', 'fr', 'it'].map((language) => `@zxcvbn-ts/language-${language}`);
  const program = read('server/src/areas/identity/print-common-passwords.ts');
  for (const list of lists) {
    assert.ok(packages.includes(list), list);
    assert.ok(program.includes(`from '${list}'`), list);
  }
});

test('R31: lean-zod was removed because the budget holds without it, the groups of chunks stay because it fails without them, and the database client because it is at least 15 % faster', () => {
  const config = read('web/vite.config.ts');
  const budget =
    Number(/const MOST = ([\d_]+);/.exec(read('e2e/shell/first-load.spec.ts'))[1].replaceAll('_', '')) / 1000;
  const [[, ...screens], ...variants] = tableWith(read(DECISIONS), 'variant today');
  assert.equal(screens.length, 4);
  const sizes = new Map(variants.map(([name, ...cells]) => [name, cells.map(Number)]));
  assert.ok(Math.max(...sizes.get('as built')) <= budget, 'the build is within the budget');
  assert.deepEqual(listed('web/build/*zod*'), [], 'the build is within the budget without lean-zod');
  if (/\bgroups: \[\s*(?:\/\/|\{)/.test(config))
    assert.ok(Math.max(...sizes.get('without any group')) > budget, 'without any group: measured above the budget');

  const isKept = listed('server/src/platform/database/preparing-client.ts').length > 0;
  const [, ...calls] = tableWith(read(DECISIONS), 'call');
  const gains = calls.map((cells) => Number(/^([+−]\d+) %/.exec(cells.at(-1))[1].replace('−', '-')));
  assert.ok(gains.length >= 6);
  if (isKept) assert.ok(Math.max(...gains) >= 15, `gains: ${gains.join(', ')}`);
});

test('package-lock.json contains the packages of every platform: npm ci refuses a file that lacks one', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const missing = Object.entries(packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersAbove(from).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => `${from} needs ${name}`),
  );
  assert.deepEqual(missing, []);
});

/** @param {...string} patterns */
function listed(...patterns) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.split('\n').filter((file) => file && fs.existsSync(path.join(root, file)));
}

/** @param {string} file */
function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

/** The cells of the table whose head row begins with `first`, the head first. @param {string} text @param {string} first */
function tableWith(text, first) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  assert.ok(start >= 0, `no table with ${first}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines
    .slice(start, length < 0 ? undefined : start + length)
    .filter((line) => !/^\|[-:| ]+\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The folders whose node_modules may hold what `folder` imports, each empty or ending in a slash. @param {string} folder */
function foldersAbove(folder) {
  const parts = folder.split('/node_modules/');
  const above = parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`);
  return ['', ...above];
}
