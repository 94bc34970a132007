/** Every writing call is in the permission matrix and is an act of a pair scene; every call has a target of the attacks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { CAPABILITIES } from '@bobina/contract/core/permissions.ts';
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { contractRegisters } from '../../server/src/testing/registers.ts';
import { CALLS } from './attacks/calls.ts';
import { requestsOf } from './attacks/requests.ts';
import { hasTarget } from './attacks/targets.ts';
import type { World } from './attacks/world.ts';
import { callOf, WRITING_CALLS } from './calls.ts';
import type { Scene } from './pairs/scene.ts';
import { MONEY_SCENES, SCENES } from './pairs/scenes.ts';
import { SCENARIOS } from './scenarios.ts';

/** Writing calls that no scene has, by the reason. A call that gets an act must leave this list. */
const REASONS: Record<string, readonly string[]> = {
  'only reads': ['productionItems.printReport', 'productionLoading.previewLoad', 'materials.calculate'],
  'rows of one user': [
    'auth.login',
    'views.create',
    'views.update',
    'views.remove',
    'preferences.update',
    'notices.markRead',
  ],
  'inserts a row that nothing else refers to yet': [
    'users.create',
    'destinations.create',
    'customerPrices.create',
    'notes.create',
  ],
  'updates one row under its version, which registers.test.ts covers': [
    'company.update',
    'customerPrices.update',
    'customerPrices.remove',
    'productSupply.update',
    'productSupply.setMaterials',
    'notes.update',
  ],
  'ends one price and creates its successor; customer-prices.test.ts races it': ['customerPrices.raise'],
  'a mark that decides nothing; ready-to-ship.test.ts races it': ['shipments.pick'],
  'one act for each row, with its own transaction; the act itself is in a scene': [
    'products.setStatuses',
    'prices.raise',
    'imports.run',
  ],
  'enters an order as customerOrders.create or purchaseOrders.create does': [
    'customerOrders.repeat',
    'purchaseProposals.order',
  ],
  'does the reversal of an act; undo.test.ts races it': ['undo.undo'],
  'access of one user; the tests of identity use each secret twice': [
    'auth.secondFactor',
    'auth.startTotp',
    'auth.confirmTotp',
    'auth.removeTotp',
    'auth.passkeyOptions',
    'auth.addPasskey',
    'auth.removePasskey',
    'auth.passkeySignInOptions',
    'auth.passkeySignIn',
    'auth.oidcSignIn',
    'auth.endSession',
    'auth.askPasswordReset',
    'auth.resetPassword',
    'users.removeSecondFactor',
    'users.endSessions',
    'auth.confirm',
    'tokens.create',
    'tokens.remove',
    'calendars.create',
    'calendars.remove',
  ],
  'no scene of persons yet: personal-data.test.ts plays them': ['users.erase', 'contacts.erase'],
  'rows beside the business: the tests of files, mails and webhooks race them': [
    'attachments.create',
    'attachments.remove',
    'contacts.addToCustomer',
    'contacts.addToSupplier',
    'contacts.update',
    'contacts.remove',
    'mails.create',
    'mails.test',
    'outbox.again',
    'outbox.cancel',
    'webhooks.create',
    'webhooks.update',
    'webhooks.remove',
    'webhooks.again',
  ],
};
/** The modules of documents, receivables and accounting. */
const MONEY_MODULES = [
  'invoices',
  'documentFiles',
  'transmissions',
  'payments',
  'reminders',
  'bankSlips',
  'declarationsOfIntent',
  'purchaseInvoices',
  'accounting',
];
const NOT_IN_SCENES = Object.values(REASONS).flat();
/**
 * The calls of registers that race for no other row: a creation, a change under the version, which registers.test.ts
 * covers, and the deletion of a row that no other row can use.
 */
const REGISTER_CALLS = contractRegisters().flatMap(({ module, calls: { remove } }) => [
  `${module}.create`,
  `${module}.update`,
  ...(remove && !mayBeInUse(remove) ? [`${module}.remove`] : []),
]);

test('every writing call is in the permission matrix of the server', () => {
  const matrix = readFileSync(path.join(import.meta.dirname, '../../server/src/app/permissions.test.ts'), 'utf8');
  // The matrix has a row for every call of the contract.
  assert.match(matrix, /for \(const \[name, row\] of calls\)\s+describe\(/);
  assert.deepEqual(
    WRITING_CALLS.filter(([, { needs }]) => !needs).map(([name]) => name),
    [],
  );
});

test('R33: the runs have pairs, the chain and kills, attack bodies follow the schema of a call, and scenes use the shared factories', () => {
  const names = SCENARIOS.map(({ name }) => name);
  for (const name of ['pairs', 'chain', 'server-killed', 'database-killed']) assert.ok(names.includes(name), name);

  const create = CALLS.find(({ name }) => name === 'products.create')!;
  const body = z.object({ a_field_of_this_test: z.string(), another: z.number().int() });
  const call = { ...create, row: { ...create.row, body } as Endpoint };
  const world = { idsOf: () => [] } as unknown as World;
  const sent = fc.sample(requestsOf(call, { path: {} }, world), { numRuns: 200, seed: 7 }).map((ask) => ask('token'));
  for (const field of ['a_field_of_this_test', 'another'])
    assert.ok(
      sent.some(({ content }) => String(content).includes(`"${field}"`)),
      `no body has ${field}`,
    );

  const scene = readFileSync(path.join(import.meta.dirname, 'pairs/scene.ts'), 'utf8');
  const [, factories = ''] = /import \{([^}]+)\} from '[./]+\/server\/src\/testing\/factories\.ts'/.exec(scene) ?? [];
  const used = factories.split(',').map((name) => name.trim());
  assert.ok(used.length >= 5, 'scene.ts imports the factories');
  for (const name of used) assert.match(scene, new RegExp(`\\b${name}\\(`), name);
});

test('every call has a target of the attacks', () => {
  const without = CALLS.filter((call) => !hasTarget(call)).map(({ name }) => name);
  assert.deepEqual(without, [], 'to add to ROWS or MAKERS in faults/src/attacks/targets.ts');
});

/** The names of the calls that the acts of scenes send. */
function actedIn(scenes: readonly Scene[]): Set<string | undefined> {
  return new Set(
    scenes
      .flatMap(({ acts }) => acts)
      .map(({ ask }) => {
        const { method, path: asked } = ask(anything as never);
        return callOf(method, asked);
      }),
  );
}

test('every writing call is an act of a pair scene, or listed with the reason', () => {
  const acted = actedIn(SCENES);
  assert.deepEqual(
    WRITING_CALLS.filter(
      ([name]) => !acted.has(name) && !NOT_IN_SCENES.includes(name) && !REGISTER_CALLS.includes(name),
    ).map(([name]) => name),
    [],
    'without an act',
  );
  assert.deepEqual(
    NOT_IN_SCENES.filter(
      (name) => acted.has(name) || REGISTER_CALLS.includes(name) || !WRITING_CALLS.some(([known]) => known === name),
    ),
    [],
    'listed although it has an act or is of a register, or unknown',
  );
  // The deletions of registers that documents use are acts of scenes.
  for (const name of ['machines.remove', 'warehouses.remove']) assert.ok(!REGISTER_CALLS.includes(name), name);
});

function mayBeInUse({ refusals }: Endpoint): boolean {
  return Object.keys(refusals).some((code) => code !== 'STALE_VERSION');
}

test('T42 every writing call of the law and of money has a capability in the permission matrix, a target of the attacks and an act in the pairs, without an exception', () => {
  const ofMoney = WRITING_CALLS.filter(([name]) => MONEY_MODULES.some((module) => name.startsWith(`${module}.`)));
  for (const module of MONEY_MODULES)
    assert.ok(
      ofMoney.some(([name]) => name.startsWith(`${module}.`)),
      module,
    );
  const acted = actedIn(MONEY_SCENES);
  for (const [name, row] of ofMoney) {
    assert.ok(Object.hasOwn(CAPABILITIES, row.needs), `${name} has no capability`);
    assert.ok(hasTarget({ name, row }), `${name} is not attacked`);
    assert.ok(acted.has(name), `${name} is not an act of a scene of money`);
  }
});

/** A placeholder for the objects of a cell: every property is the same placeholder, and its text is 1. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, key) =>
    key === Symbol.toPrimitive ? () => '1' : key === Symbol.iterator ? () => [][Symbol.iterator]() : anything,
  apply: () => anything,
  // Spread into a body, it has no fields.
  ownKeys: () => ['prototype'],
});
