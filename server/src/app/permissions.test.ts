import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { CAPABILITIES, roleCan, ROLES, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import { HISTORY_ENTITIES } from '@bobina/contract/system/history.ts';
import { IMPORT_REGISTERS, IMPORTS } from '@bobina/contract/system/imports.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { assertProblem, startApi, type Answer } from '../testing/api.ts';
import { createProduct } from '../testing/factories.ts';

/** The permissions of every call of the contract; generic over its modules. */
const api = startApi();
const CALLERS = [...ROLES, 'nobody'] as const;
const calls: [string, Endpoint][] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);

const NO_SUCH_ROW = '2147483647';
function pathOf(row: Endpoint): string {
  return pathParameters(row.path).reduce(
    (path, { name, kind }) =>
      path.replace(
        kind === 'text' ? `{${name}:text}` : `{${name}}`,
        kind === 'text' ? `${NO_SUCH_ROW}-manual` : NO_SUCH_ROW,
      ),
    row.path,
  );
}
function bodyOf({ method }: Endpoint) {
  return method === 'POST' || method === 'PUT' ? { body: {} } : {};
}

/** Calls of `auth` may end their session, so each of them gets a new one. */
async function tokenOf(caller: (typeof CALLERS)[number], name: string): Promise<string | null> {
  if (caller === 'nobody') return null;
  return name.startsWith('auth.') ? (await openSession(api.db, api[caller].userId)).token : api[caller].token;
}

/** Of an event stream only the status is checked. */
async function ask(token: string | null, row: Endpoint): Promise<Pick<Answer, 'status' | 'body' | 'headers'>> {
  if (row !== contract.system.events) return api.as(token).call(row.method, pathOf(row), bodyOf(row));
  const stop = new AbortController();
  const answer = await fetch(`${api.url}/api${row.path}`, {
    signal: stop.signal,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  const body: unknown = answer.status === 200 ? undefined : await answer.json();
  stop.abort();
  return { status: answer.status, body, headers: answer.headers };
}

test('every call of the contract requires a capability of the table', () => {
  const known = new Set<string>([...Object.keys(CAPABILITIES), 'signed-in', 'public']);
  assert.deepEqual(
    calls.filter(([, row]) => !known.has(row.needs)).map(([name]) => name),
    [],
  );
});

test('only sign-in, the health check and calendars under secret addresses are public', () => {
  assert.deepEqual(
    calls
      .filter(([, row]) => row.needs === 'public')
      .map(([name]) => name)
      .toSorted(),
    [
      'auth.askPasswordReset',
      'auth.login',
      'auth.methods',
      'auth.oidcCallback',
      'auth.oidcSignIn',
      'auth.oidcStart',
      'auth.passkeySignIn',
      'auth.passkeySignInOptions',
      'auth.resetPassword',
      'auth.secondFactor',
      'calendars.feed',
      'system.health',
    ],
  );
});

test('no two calls share method and path', () => {
  const paths = calls.map(([, row]) => `${row.method} ${row.path.replace(/\{[^}]+\}/g, '{}')}`);
  assert.equal(new Set(paths).size, paths.length);
});

for (const [name, row] of calls)
  describe(`${name}: ${row.method} ${row.path} needs ${row.needs}`, () => {
    for (const caller of CALLERS) {
      const isPublic = row.needs === 'public';
      const may =
        isPublic || (caller !== 'nobody' && (row.needs === 'signed-in' || roleCan(caller, row.needs as Capability)));
      test(`${caller} ${may ? 'may' : 'may not'}`, async () => {
        const answer = await ask(await tokenOf(caller, name), row);
        if (!may && caller === 'nobody') return assertProblem(answer, 401, 'UNAUTHENTICATED');
        if (!may) return assertProblem(answer, 403, 'FORBIDDEN');
        assert.ok(
          answer.status !== 401 && answer.status !== 403 && answer.status < 500,
          `${answer.status} ${JSON.stringify(answer.body)}`,
        );
      });
    }
  });

/** Calls that came after the first release, by the capability that each needs. */
const LATER_CALLS: Partial<Record<Capability | 'signed-in', readonly string[]>> = {
  'signed-in': [
    ...['search.find', 'dashboard.get', 'preferences.get', 'preferences.update', 'notices.list', 'notices.markRead'],
    ...['views.list', 'views.create', 'views.update', 'views.remove'],
    // These need the capability of the register, of the act or of the record.
    ...['imports.list', 'imports.run', 'undo.undo', 'history.list'],
    ...['tokens.list', 'tokens.create', 'tokens.remove', 'changes.list'],
    ...['calendars.list', 'calendars.remove'],
    ...['notes.list', 'notes.mentionable', 'notes.create', 'notes.update', 'usedValues.list'],
    // Others' data need `users.manage`.
    'users.personalData',
    ...['attachments.list', 'attachments.create', 'attachments.get', 'attachments.thumbnail', 'attachments.remove'],
    ...['mails.create', 'mails.recipients', 'mails.draft', 'mails.status'],
    ...['outbox.list', 'outbox.get', 'outbox.message', 'outbox.again', 'outbox.cancel'],
  ],
  'customer_prices.read': ['customerPrices.list', 'customerPrices.get', 'customerPrices.for'],
  'customer_prices.write': [
    ...['customerPrices.create', 'customerPrices.update', 'customerPrices.raise', 'customerPrices.remove'],
  ],
  'payments.read': [
    ...['payments.list', 'payments.get', 'receivables.aging', 'receivables.statement'],
    ...['reminders.list', 'reminders.get', 'reminders.report'],
    ...['bank.instalments', 'bank.riba', 'bank.pain008', 'bank.pain001'],
    ...['bankSlips.list', 'bankSlips.get', 'bankSlips.file'],
  ],
  'payments.write': [
    'payments.create',
    'payments.allot',
    'payments.remove',
    'reminders.create',
    'reminders.send',
    'reminders.remove',
    ...['bankSlips.create', 'bankSlips.setState', 'bankSlips.remove'],
  ],
  'accounting.read': [
    ...['accounting.vatRegister', 'accounting.entries', 'accounting.stockValue', 'accounting.sequence'],
    'accounting.periods',
  ],
  'accounting.close': ['accounting.closePeriod'],
  'products.write': ['products.setStatuses'],
  'prices.write': ['prices.raise'],
  'invoices.write': ['invoices.send', 'invoices.createFromPackingLists'],
  'customer_orders.write': ['customerOrders.repeat', 'customerOrders.closeLines'],
  'stock.read': ['shipments.ready', 'batches.get'],
  'users.manage': ['securityEvents.list', 'users.removeSecondFactor', 'users.endSessions', 'users.erase'],
};
/** The roles of the capabilities that came with these calls. */
const LATER_ROLES: Partial<Record<Capability, readonly Role[]>> = {
  'customer_prices.read': ['admin', 'direction', 'administration', 'orders', 'sales'],
  'customer_prices.write': ['admin', 'direction', 'administration', 'orders', 'sales'],
  'payments.read': ['admin', 'direction', 'administration', 'orders', 'sales'],
  'payments.write': ['admin', 'direction', 'administration'],
  'accounting.read': ['admin', 'direction', 'administration'],
  'accounting.close': ['admin', 'direction', 'administration'],
  'stock.read': ['admin', 'direction', 'orders', 'warehouse', 'sales'],
  'users.manage': ['admin', 'direction'],
};

describe('S49: each later call needs the capability of the table, for each role', () => {
  const byName = new Map(calls);
  for (const [capability, names] of Object.entries(LATER_CALLS))
    for (const name of names)
      test(`${name} needs ${capability}`, async () => {
        const row = byName.get(name)!;
        assert.equal(row.needs, capability);
        const roles = capability === 'signed-in' ? ROLES : CAPABILITIES[capability as Capability];
        assert.deepEqual(roles, LATER_ROLES[capability as Capability] ?? roles);
        // Nothing to undo, no record and an unknown register are a 404 for every caller.
        for (const role of ROLES) {
          const { status } = await ask(await tokenOf(role, name), row);
          assert.equal(status === 403, !(roles as readonly Role[]).includes(role), `${role}: ${status}`);
        }
      });

  test('an import needs the capability of its register, a history that of its record', async () => {
    for (const role of ROLES) {
      for (const register of IMPORT_REGISTERS) {
        const rows = [{ row: 1, values: {} }];
        const { status } = await api[role].post(`/imports/${register}`, { rows, dry_run: true, mode: 'both' });
        assert.equal(status === 403, !roleCan(role, IMPORTS[register].needs), `${role} ${register}: ${status}`);
      }
      for (const [entity, { needs }] of Object.entries(HISTORY_ENTITIES)) {
        const { status } = await api[role].get(`/history/${entity}/${NO_SUCH_ROW}`);
        assert.equal(status, roleCan(role, needs) ? 404 : 403, `${role} ${entity}`);
      }
    }
  });

  test('undo needs the capability of the act', async () => {
    const product = await createProduct(api.admin);
    const removed = await api.admin.delete(`/products/${product.id}`);
    const undo = (role: Role) => api[role].post(`/undo/${removed.headers.get('x-activity-id')}`, {});
    for (const role of ROLES.filter((one) => !roleCan(one, 'products.write')))
      assert.equal((await undo(role)).status, 403);
    assert.equal((await undo('sales')).status, 200);
  });
});

/** The acts of reels and runs, by the roles that may send them. */
const CRAFT_ACTS: readonly { roles: readonly Role[]; names: readonly string[] }[] = [
  {
    roles: ['admin', 'direction', 'orders', 'warehouse', 'sales'],
    names: ['reels.update', 'reels.weigh', 'reels.split', 'pallets.create'],
  },
  {
    roles: ['admin', 'direction', 'warehouse'],
    names: [
      ...['batches.hold', 'recalls.create', 'runs.start', 'runs.mount', 'runs.returnInput', 'runs.removeInput'],
      ...['runs.removeReturn', 'runs.addOutput', 'runs.removeOutput', 'runs.addWaste', 'runs.removeWaste'],
      ...['runs.end', 'runs.reopen'],
    ],
  },
  { roles: ['admin', 'direction'], names: ['batches.release'] },
];

test('V33 each act of reels and runs is accepted from its roles only', async () => {
  const named = CRAFT_ACTS.flatMap(({ names }) => names);
  const writing = calls.filter(
    ([name, { method }]) => method !== 'GET' && /^(reels|batches|pallets|recalls|runs)\./.test(name),
  );
  assert.deepEqual(writing.map(([name]) => name).toSorted(), named.toSorted());
  for (const [name, row] of writing) {
    const { roles } = CRAFT_ACTS.find(({ names }) => names.includes(name))!;
    for (const role of ROLES) {
      const { status } = await ask(await tokenOf(role, name), row);
      assert.equal(status === 403, !roles.includes(role), `${name}, ${role}: ${status}`);
    }
  }
});

describe('A18: every call except sign-in and the health check requires a bearer token, and answers 401 without a valid one', () => {
  const unknown = 'x'.repeat(43);
  const sent: [string, (token: string) => Record<string, string>][] = [
    ['no header', () => ({})],
    ['an empty one', () => ({ authorization: '' })],
    ['an unknown token', () => ({ authorization: `Bearer ${unknown}` })],
    ['a valid token without its scheme', (token) => ({ authorization: token })],
    ['a valid token under another scheme', (token) => ({ authorization: `Basic ${token}` })],
    ['a valid token with something behind it', (token) => ({ authorization: `Bearer ${token} ${token}` })],
    ['a token that is almost valid', (token) => ({ authorization: `Bearer ${token.slice(0, -1)}` })],
    ['a valid token as a cookie', (token) => ({ cookie: `token=${token}` })],
  ];
  for (const [what, headers] of sent)
    test(what, async () => {
      for (const [name, row] of calls.filter(([, { needs }]) => needs !== 'public')) {
        const answer = await api.as(null).call(row.method, `${pathOf(row)}?token=${api.admin.token}`, {
          ...bodyOf(row),
          headers: headers(api.admin.token),
        });
        assert.deepEqual([name, answer.status, answer.body.code], [name, 401, 'UNAUTHENTICATED']);
      }
    });
  test('a valid token is accepted', async () => {
    assert.equal((await api.admin.get('/auth/me')).status, 200);
  });
});
