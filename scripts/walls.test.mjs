// Writes violations of each rule into a copy of the layout and asserts that each is reported. This detects a checker
// that reads no .ts files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dailyJobs } from './lib/test-jobs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that violate no rule. */
const SOUND = {
  'contract/src/core/field.ts': `import { z } from 'zod';\nexport const field = z.string();\nexport type Field = string;`,
  'contract/src/registry/products.ts': `import { field } from '../core/field.ts';\nexport const product = field;`,
  'contract/src/stock/stock.ts': `import { product } from '../registry/products.ts';\nexport const stock = product;`,
  'server/src/platform/pool.ts': `export const pool = 1;`,
  'server/src/areas/registry/index.ts': `export { find } from './find.ts';`,
  'server/src/areas/registry/find.ts': `import { pool } from '../../platform/pool.ts';\nimport { product } from '@bobina/contract/registry/products.ts';\nexport const find = [pool, product];`,
  'server/src/areas/stock/index.ts': `export { post } from './post.ts';`,
  'server/src/areas/stock/post.ts': `import { find } from '../registry/index.ts';\nimport { fefo } from './fefo.rules.ts';\nexport const post = [find, fefo];`,
  'server/src/areas/stock/fefo.rules.ts': `import { field } from '@bobina/contract/core/field.ts';\nexport const fefo = field;`,
  'server/src/areas/stock/post.test.ts': `import { clone } from '../../testing/database.ts';\nimport { post } from './post.ts';\nexport const t = [clone, post];`,
  'server/src/areas/sales/handlers.ts': `import { send } from './invoices/send.ts';\nexport const handlers = send;`,
  'server/src/areas/sales/invoices/send.ts': `import { party } from '../shared/party.ts';\nexport const send = party;`,
  'server/src/areas/sales/shared/party.ts': `export const party = 1;`,
  'server/src/testing/database.ts': `import { app } from '../app/app.ts';\nexport const clone = app;`,
  'server/src/demo/load.ts': `export const load = 1;`,
  'server/src/app/main.ts': `export async function main() {\n  return await import('./enter-demo.ts');\n}`,
  'server/src/app/enter-demo.ts': `import { load } from '../demo/load.ts';\nexport const enter = load;`,
  'server/src/app/app.ts': `import { post } from '../areas/stock/index.ts';\nexport const app = post;`,
  'web/src/ui/table.tsx': `export const Table = 1;`,
  'web/src/areas/stock/page.tsx': `import { Table } from '../../ui/table.tsx';\nexport const Page = Table;`,
  'faults/drain.ts': `import { clone } from '../server/src/testing/database.ts';\nexport const t = clone;`,
  'e2e/stock.spec.ts': `import { clone } from '../server/src/testing/database.ts';\nexport const t = clone;`,
};

/**
 * The rule, a file, its text, and other files that it needs.
 * @type {[wall: string, file: string, text: string, others?: Record<string, string>][]}
 */
const VIOLATIONS = [
  ['contract-stands-alone', 'contract/src/core/bad.ts', `import fs from 'node:fs';\nexport const bad = fs;`],
  [
    'contract-stands-alone',
    'contract/src/core/bad.ts',
    `import { pool } from '../../../server/src/platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'contract-core-lowest',
    'contract/src/core/bad.ts',
    `import { product } from '../registry/products.ts';\nexport const bad = product;`,
  ],
  [
    'order-of-contracts:registry',
    'contract/src/registry/bad.ts',
    `import { stock } from '../stock/stock.ts';\nexport const bad = stock;`,
  ],
  ['demo-on-demand', 'server/src/app/bad.ts', `import { load } from '../demo/load.ts';\nexport const bad = load;`],
  [
    'sides-meet-in-contract',
    'web/src/lib/bad.ts',
    `import { pool } from '../../../server/src/platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'sides-meet-in-contract',
    'web/src/lib/bad.ts',
    `import type { pool } from '../../../server/src/platform/pool.ts';\nexport type Bad = typeof pool;`,
  ],
  [
    'browser-tests-from-outside',
    'e2e/bad.spec.ts',
    `import { pool } from '../server/src/platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'faults-from-outside',
    'faults/bad.ts',
    `import { pool } from '../server/src/platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'known-areas',
    'server/src/areas/kitchen/bad.ts',
    `import { pool } from '../../platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'order-of-areas:registry',
    'server/src/areas/registry/bad.ts',
    `import { post } from '../stock/index.ts';\nexport const bad = post;`,
  ],
  [
    'order-of-areas:production',
    'web/src/areas/production/bad.tsx',
    `import { x } from '../sales/index.ts';\nexport const bad = x;`,
    { 'web/src/areas/sales/index.ts': 'export const x = 1;' },
  ],
  [
    'order-of-sales:shared',
    'server/src/areas/sales/shared/bad.ts',
    `import { send } from '../invoices/send.ts';\nexport const bad = send;`,
  ],
  [
    'order-of-sales:packing-lists',
    'server/src/areas/sales/packing-lists/bad.ts',
    `import { send } from '../invoices/send.ts';\nexport const bad = send;`,
  ],
  [
    'order-of-sales:invoices',
    'server/src/areas/sales/invoices/bad.ts',
    `import type { Report } from '../documents/report.ts';\nexport type Bad = Report;`,
    { 'server/src/areas/sales/documents/report.ts': 'export type Report = 1;' },
  ],
  [
    'order-of-sales:documents',
    'server/src/areas/sales/documents/bad.ts',
    `import { xml } from '../e-invoice/xml.ts';\nexport const bad = xml;`,
    { 'server/src/areas/sales/e-invoice/xml.ts': 'export const xml = 1;' },
  ],
  [
    'order-of-sales:e-invoice',
    'server/src/areas/sales/e-invoice/bad.ts',
    `import { handlers } from '../handlers.ts';\nexport const bad = handlers;`,
  ],
  [
    'known-folders-of-sales',
    'server/src/areas/sales/quotes/bad.ts',
    `import { party } from '../shared/party.ts';\nexport const bad = party;`,
  ],
  [
    'folders-below-area',
    'server/src/areas/registry/logo/bad.ts',
    `import { find } from '../find.ts';\nexport const bad = find;`,
  ],
  [
    'areas-through-index',
    'server/src/areas/stock/bad.ts',
    `import { find } from '../registry/find.ts';\nexport const bad = find;`,
  ],
  [
    'shared-below-areas',
    'server/src/platform/bad.ts',
    `import { post } from '../areas/stock/index.ts';\nexport const bad = post;`,
  ],
  [
    'shared-below-areas',
    'web/src/ui/bad.tsx',
    `import { Page } from '../areas/stock/page.tsx';\nexport const bad = Page;`,
  ],
  [
    'areas-below-app',
    'server/src/areas/stock/bad.ts',
    `import { app } from '../../app/app.ts';\nexport const bad = app;`,
  ],
  [
    'rules-are-pure',
    'server/src/areas/stock/bad.rules.ts',
    `import { pool } from '../../platform/pool.ts';\nexport const bad = pool;`,
  ],
  [
    'rules-are-pure',
    'server/src/areas/stock/bad.rules.ts',
    `import { readFileSync } from 'node:fs';\nexport const bad = readFileSync;`,
  ],
  [
    'testing-only-in-tests',
    'server/src/areas/stock/bad.ts',
    `import { clone } from '../../testing/database.ts';\nexport const bad = clone;`,
  ],
  [
    'no-cycles',
    'server/src/platform/bad.ts',
    `import { worse } from './worse.ts';\nexport const bad = worse;`,
    { 'server/src/platform/worse.ts': `import { bad } from './bad.ts';\nexport const worse = () => bad;` },
  ],
  [
    'no-cycles',
    'web/src/app/screens.ts',
    `export const screens = [() => import('./page.tsx')];`,
    { 'web/src/app/page.tsx': `import { screens } from './screens.ts';\nexport const page = screens;` },
  ],
  ['lib-below-ui', 'web/src/lib/bad.ts', `import { Table } from '../ui/table.tsx';\nexport const bad = Table;`],
  ['resolvable', 'server/src/platform/bad.ts', `import { gone } from './gone.ts';\nexport const bad = gone;`],
];

/** The violations with a file name of their own each, so that one run of the checker reads them all. */
const PLANTED = VIOLATIONS.map(([wall, file, text, others = {}], at) => {
  const own = (/** @type {string} */ name) => name.replace(/\bbad\./, `bad-${at}.`);
  return {
    wall,
    file: own(file),
    text,
    files: { [own(file)]: text, ...Object.fromEntries(Object.entries(others).map(([name, its]) => [name, own(its)])) },
  };
});

/** Writes SOUND and `files` into an empty folder and returns the violations: the rule, and the file that imports. */
async function brokenWalls(files) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-walls-'));
  try {
    for (const [name, text] of Object.entries({ ...SOUND, ...files })) write(path.join(dir, name), text);
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'contract/package.json']) {
      write(path.join(dir, name), fs.readFileSync(path.join(root, name)));
    }
    linkModules(dir);
    const checker = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const args = [
      checker,
      '--config',
      '.dependency-cruiser.cjs',
      '-T',
      'json',
      'contract',
      'server',
      'web',
      'e2e',
      'faults',
    ];
    const { summary } = JSON.parse(await run(process.execPath, args, dir));
    const walls = summary.violations.map(({ rule, from }) => ({ wall: rule.name, file: from }));
    return { walls, cruised: summary.totalCruised };
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Links the copy's own contract and the installed packages that the contract may use. */
function linkModules(dir) {
  const modules = path.join(dir, 'node_modules');
  fs.mkdirSync(path.join(modules, '@bobina'), { recursive: true });
  fs.symlinkSync(path.join(dir, 'contract'), path.join(modules, '@bobina/contract'), 'junction');
  write(path.join(modules, 'zod/package.json'), '{ "name": "zod", "type": "module", "exports": "./index.js" }');
  write(path.join(modules, 'zod/index.js'), 'export const z = {};');
}

function run(program, args, cwd) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(stderr, { cause: error }));
    });
  });
}

test('a layout that respects the walls is reported clean, and every file is checked', async () => {
  const { walls, cruised } = await brokenWalls({});
  assert.deepEqual(walls, []);
  assert.ok(cruised >= Object.keys(SOUND).length, `${cruised} files read`);
});

describe('a violation is reported', () => {
  /** @type {{ wall: string; file: string }[]} */
  let walls;
  before(async () => {
    ({ walls } = await brokenWalls(Object.assign({}, ...PLANTED.map(({ files }) => files))));
  });

  for (const { wall, file, text, files } of PLANTED)
    test(`${wall}, when ${file} has ${text.split('\n')[0]}`, () => {
      const reported = walls.filter((one) => one.file in files).map((one) => one.wall);
      assert.ok(reported.includes(wall), `reported: ${reported.join(', ') || 'nothing'}`);
    });
  test('R24: imports upwards and circles are reported, also one between app/screens.ts and a hub, and npm test checks all folders', () => {
    const reported = (/** @type {string} */ wall, /** @type {RegExp} */ file) =>
      walls.some((one) => one.wall === wall && file.test(one.file));
    for (const [wall, file] of /** @type {[string, RegExp][]} */ ([
      ['no-cycles', /^web\/src\/app\/(screens|page)/],
      ['no-cycles', /^server\/src\/platform\//],
      ['order-of-areas:registry', /^server\//],
      ['order-of-areas:production', /^web\//],
      ['order-of-sales:shared', /^server\//],
      ['shared-below-areas', /^server\//],
      ['shared-below-areas', /^web\/src\/ui\//],
      ['areas-below-app', /^server\//],
      ['lib-below-ui', /^web\/src\/lib\//],
      ['contract-stands-alone', /^contract\//],
    ]))
      assert.ok(reported(wall, file), `${wall} ${file}`);
    assert.ok(dailyJobs().some(({ step }) => step === 'walls'));
  });
  test('and nothing else is', () => {
    const planted = Object.assign({}, ...PLANTED.map(({ files }) => files));
    assert.deepEqual(
      walls.filter(({ file }) => !(file in planted)),
      [],
    );
  });
});

test('R25: each area of server and web, and what all screens use, has a README of at most 40 lines', () => {
  const areas = ['server/src/areas', 'web/src/areas'].flatMap((dir) =>
    fs
      .readdirSync(path.join(root, dir), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${dir}/${name}`),
  );
  assert.ok(areas.length >= 14, areas.join(', '));
  for (const area of [...areas, 'web/src/ui', 'web/src/lib']) {
    const text = fs.readFileSync(path.join(root, area, 'README.md'), 'utf8');
    assert.ok(text.trimEnd().split('\n').length <= 40, `${area}/README.md is longer than 40 lines`);
    const sections = area.startsWith('server/')
      ? ['Concepts', 'Tables', 'Locks in order', 'What must never happen']
      : ['State', 'Calls', 'What must never happen'];
    for (const section of sections) assert.match(text, new RegExp(`^## ${section}$`, 'm'), area);
  }
});

test('R23: sales consists of folders with handlers in each, and both order forms use the same lines panel', () => {
  const sales = path.join(root, 'server/src/areas/sales');
  for (const folder of ['packing-lists', 'invoices', 'documents', 'e-invoice']) {
    assert.ok(fs.existsSync(path.join(sales, folder, 'handlers.ts')), `${folder}/handlers.ts`);
  }
  const own = fs.readdirSync(sales).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  assert.deepEqual(own, ['handlers.ts']);
  const areas = path.join(root, 'web/src/areas');
  const texts = fs
    .readdirSync(areas, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name: name.replaceAll(path.sep, '/'), text: fs.readFileSync(path.join(areas, name), 'utf8') }));
  const users = (/** @type {RegExp} */ use) => texts.filter(({ text }) => use.test(text)).map(({ name }) => name);
  assert.deepEqual(users(/<OrderLinesPanel\b/).toSorted(), [
    'orders/entry/OrderLines.tsx',
    'purchasing/orders/OrderLines.tsx',
  ]);
  assert.deepEqual(users(/<LinesPanel\b|\buseLineKeys\(/), []);
});
