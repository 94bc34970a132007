// Writes one violation per rule into a copy of the layout and asserts that each is reported, and that sound files pass.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const VERB = 'server/src/areas/orders/verb.ts';

/** Files that violate no rule. */
const SOUND = {
  'server/src/areas/orders/sound.ts': `/** Cancels. */
export function cancel(act: Act, id: number) { return [act, id, helper(id, act)]; }
/** Reads. */
export function read({ db }: Pick<Reading, 'db'>, input: { id: number }) { return [db, input]; }
/** Runs a callback. */
export function run(id: number, use: (act: Act) => void) { return [id, use]; }
function helper(id: number, act: Act) { return [id, act]; }
export const handlers: Handlers = { cancel: ({ id }, act) => cancel(act, id) };`,
  'server/src/platform/sound.ts': `/** Elsewhere. */\nexport function elsewhere(id: number, tx: Tx) { return [id, tx]; }`,
};

/** The rule, a file and its text. @type {[rule: string, file: string, text: string][]} */
const VIOLATIONS = [
  ['function-declarations', VERB, 'const helper = () => 1;\nexport const one = helper();'],
  ['exported-first', VERB, 'function helper() { return 1; }\n/** One. */\nexport function one() { return helper(); }'],
  ['docstring', VERB, 'export function one() { return 1; }'],
  ['docstring', VERB, '/** One. */\nexport function one(n: number) { if (n < 1) throw new Error(); return n; }'],
  ['docstring', VERB, '/** One. */\nexport function one(tx: Tx) { return tx.selectFrom(1).forUpdate(); }'],
  ['docstring', VERB, '/** One. */\nexport function one(timeout: number) { return timeout; }'],
  ...['id: number, act: Act', 'id: number, tx: Tx', 'id: number, db: Db', 'query: Query, reading: Reading'].map(
    actLast,
  ),
  actLast("id: number, { db }: Pick<Reading, 'db'>"),
  actLast('id: number, extra: number, act: Act & { more: true }'),
  ['act-first', VERB, '/** One. */\nexport async function one(id: number, act: Act = none) { return [id, act]; }'],
];

test('the rules of the layout accept sound files', () => {
  assert.deepEqual(lint(SOUND), []);
});

for (const [rule, file, text] of VIOLATIONS)
  test(`the rule ${rule} reports ${text.split('\n').at(-1)}`, () => {
    assert.deepEqual(lint({ ...SOUND, [file]: text }), [`${file} structure(${rule})`]);
  });

test('R29: every exported function needs a docstring with the units, errors and locks that its code shows, in all folders', () => {
  const throwing = '(n: number) { if (n < 1) throw new Error(); return n; }';
  const locking = '(tx: Tx) { return tx.selectFrom(1).forUpdate(); }';
  const measuring = '(timeout: number) { return timeout; }';
  const bad = {
    'contract/src/core/bare.ts': 'export function one() { return 1; }',
    'server/src/platform/error.ts': `/** One. */\nexport function one${throwing}`,
    'server/src/areas/stock/lock.ts': `/** One. */\nexport function one${locking}`,
    'web/src/lib/unit.ts': `/** One. */\nexport function one${measuring}`,
  };
  assert.deepEqual(
    lint({ ...SOUND, ...bad }).toSorted(),
    Object.keys(bad)
      .toSorted()
      .map((file) => `${file} structure(docstring)`),
  );
  const good = {
    'contract/src/core/bare.ts': '/** One. */\nexport function one() { return 1; }',
    'server/src/platform/error.ts': `/** One. @throws Error below 1 */\nexport function one${throwing}`,
    'server/src/areas/stock/lock.ts': `/** One. Locks the row. */\nexport function one${locking}`,
    'web/src/lib/unit.ts': `/** One. @param timeout milliseconds */\nexport function one${measuring}`,
    'web/src/lib/inner.ts': '/** One. */\nexport function one() { return () => { throw new Error(); }; }',
  };
  assert.deepEqual(lint({ ...SOUND, ...good }), []);
  const { rules } = JSON.parse(fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'));
  assert.equal(rules['structure/docstring'], 'error');
});

test('R21: files declare their functions, exported ones before their helpers, and the project is checked for both', () => {
  const helper = 'function helper() { return 1; }';
  const one = '/** One. */\nexport function one() { return helper(); }';
  const found = lint({
    ...SOUND,
    'contract/src/core/first.ts': `${one}\n${helper}`,
    'contract/src/core/last.ts': `${helper}\n${one}`,
    'web/src/lib/arrow.ts': 'const helper = () => 1;\nexport const one = helper();',
    'server/src/platform/arrow.ts': '/** One. */\nexport const one = () => 1;',
  });
  assert.deepEqual(found.toSorted(), [
    'contract/src/core/last.ts structure(exported-first)',
    'server/src/platform/arrow.ts structure(function-declarations)',
    'web/src/lib/arrow.ts structure(function-declarations)',
  ]);
  const { rules } = JSON.parse(fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'));
  for (const name of ['function-declarations', 'exported-first']) assert.equal(rules[`structure/${name}`], 'error');
});

function actLast(parameters) {
  return ['act-first', VERB, `/** One. */\nexport function one(${parameters}) { return 1; }`];
}

/** The findings of the structure rules as `file rule`, with the project's own configuration of them. */
function lint(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'structure-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    const { rules, overrides } = JSON.parse(fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'));
    const config = {
      jsPlugins: [path.join(root, 'scripts/lint/structure.mjs')],
      categories: { correctness: 'off' },
      rules: ownRules(rules),
      overrides: overrides.map((override) => ({ files: override.files, rules: ownRules(override.rules) })),
    };
    fs.writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
    return findings(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function ownRules(rules) {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name.startsWith('structure/')));
}

function findings(folder) {
  let output;
  try {
    const options = { cwd: folder, encoding: 'utf8' };
    output = execFileSync(path.join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], options);
  } catch (error) {
    output = error.stdout;
  }
  return JSON.parse(output).diagnostics.map(({ filename, code }) => `${filename} ${code}`);
}
