/** Every writing call is in the permission matrix, has a target of the attacks, and is an act of a pair scene. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { hasTarget } from './attacks/targets.ts';
import { SCENES } from './pairs/scenes.ts';

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
    'products.create',
    'warehouses.create',
    'suppliers.create',
    'customers.create',
    'destinations.create',
    'machines.create',
    'paymentTerms.create',
    'vatCodes.create',
    'customerPrices.create',
    'notes.create',
  ],
  'updates one row under its version, which registers.test.ts covers': [
    'vatCodes.update',
    'company.update',
    'paymentTerms.update',
    'customerPrices.update',
    'customerPrices.remove',
    'productSupply.update',
    'productSupply.setMaterials',
    'notes.update',
    'reels.update',
  ],
  'one act for each row, with its own transaction; the act itself is in a scene': [
    'products.setStatuses',
    'prices.raise',
    'imports.run',
  ],
  'no scene of reels yet: ledger.concurrency.test.ts and trace.test.ts race some of them': [
    'batches.hold',
    'batches.release',
    'reels.weigh',
    'reels.split',
    'pallets.create',
    'recalls.create',
  ],
  'no scene of runs yet: runs.test.ts and links.test.ts play them': [
    'runs.start',
    'runs.mount',
    'runs.returnInput',
    'runs.removeInput',
    'runs.removeReturn',
    'runs.addOutput',
    'runs.removeOutput',
    'runs.addWaste',
    'runs.removeWaste',
    'runs.end',
    'runs.reopen',
  ],
  'enters an order as customerOrders.create or purchaseOrders.create does': [
    'customerOrders.repeat',
    'purchaseProposals.order',
  ],
  'needs a mail server; pec.test.ts races it through two servers': [
    'transmissions.sendByPec',
    'transmissions.sendManyByPec',
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
    'tokens.create',
    'tokens.remove',
    'calendars.create',
    'calendars.remove',
  ],
  'no scene of persons yet: personal-data.test.ts plays them': ['users.erase', 'contacts.erase'],
  'no scene of purchase invoices yet: purchase-invoices.test.ts races some of them': [
    'purchaseInvoices.create',
    'purchaseInvoices.match',
    'purchaseInvoices.accept',
    'purchaseInvoices.dispute',
    'purchaseInvoices.remove',
  ],
  'no scene of the bank and of closed periods yet: bank.test.ts and periods.test.ts race some of them': [
    'bankSlips.create',
    'bankSlips.setState',
    'bankSlips.remove',
    'accounting.closePeriod',
  ],
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
const NOT_IN_SCENES = Object.values(REASONS).flat();

const calls = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => row.method !== 'GET')
    .map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);

test('every writing call is in the permission matrix of the server', () => {
  const matrix = readFileSync(path.join(import.meta.dirname, '../../server/src/app/permissions.test.ts'), 'utf8');
  // The matrix has a row for every call of the contract.
  assert.match(matrix, /for \(const \[name, row\] of calls\)\s+describe\(/);
  assert.deepEqual(
    calls.filter(([, { needs }]) => !needs).map(([name]) => name),
    [],
  );
});

test('every writing call has a target of the attacks', () => {
  const without = calls.filter(([name, row]) => (row.body || pathParameters(row.path).length > 0) && !hasTarget(name));
  assert.deepEqual(
    without.map(([name]) => name),
    [],
  );
});

test('every writing call is an act of a pair scene, or listed with the reason', () => {
  const acted = new Set(
    SCENES.flatMap(({ acts }) => acts).map(({ ask }) => {
      const { method, path: asked } = ask(anything as never);
      return nameOf(method, asked);
    }),
  );
  assert.deepEqual(
    calls.filter(([name]) => !acted.has(name) && !NOT_IN_SCENES.includes(name)).map(([name]) => name),
    [],
    'without an act',
  );
  assert.deepEqual(
    NOT_IN_SCENES.filter((name) => acted.has(name) || !calls.some(([known]) => known === name)),
    [],
    'listed although it has an act, or unknown',
  );
});

/** Stands for the objects of a cell: every property is such a value again, and as a text it is 1. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, key) =>
    key === Symbol.toPrimitive ? () => '1' : key === Symbol.iterator ? () => [][Symbol.iterator]() : anything,
  apply: () => anything,
  // Spread into a body, it has no fields.
  ownKeys: () => ['prototype'],
});

/** Names the call with a method and a path; a fixed part of a path goes before a parameter. */
function nameOf(method: string, asked: string): string | undefined {
  const parts = asked.split('?')[0]!.split('/');
  const fits = calls.filter(([, row]) => {
    const pattern = row.path.split('/');
    return (
      row.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith('{') || part === parts[at])
    );
  });
  const fixed = ([, row]: [string, Endpoint]) => row.path.split('/').filter((part) => !part.startsWith('{')).length;
  return fits.toSorted((a, b) => fixed(b) - fixed(a))[0]?.[0];
}
