/** The access groups for every role, in the interface and on the server. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dailyOrMatrix, matrixTest } from '../../server/src/testing/matrix.ts';
import type { Page } from 'playwright-core';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import {
  roleCan,
  mayEnter,
  ROLES,
  type Capability,
  type Role,
  type RoutePermission,
} from '@bobina/contract/core/permissions.ts';
import { createRowOfEach } from '../support/row-of-each.ts';
import { isBeforeSignIn, listedScreens, screenPaths } from '../support/screen-paths.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const HOME = 'Sistema Gestione Magazzino';

/** The expected groups, written here independently of the contract's table. */
const GROUPS = {
  registry: ['admin', 'direction', 'orders', 'sales'],
  operations: ['admin', 'direction', 'administration', 'orders', 'sales', 'warehouse'],
  reports: ['admin', 'direction', 'warehouse', 'administration', 'orders', 'sales'],
  users: ['admin', 'direction'],
  prices: ['admin', 'direction', 'administration', 'orders', 'sales'],
  production: ['admin', 'direction', 'warehouse', 'administration'],
  customerOrders: ['admin', 'direction', 'orders', 'sales'],
} as const satisfies Record<string, readonly Role[]>;
type Group = keyof typeof GROUPS;
function isIn(group: Group, role: Role) {
  return (GROUPS[group] as readonly Role[]).includes(role);
}

/** The card of each group: on the home, and for prices on the hub of operations. */
const CARDS: Record<Exclude<Group, 'prices'>, [name: string, path: string]> = {
  registry: ['Anagrafiche', '/anagrafica'],
  operations: ['Operazioni', '/operazioni'],
  reports: ['Report', '/report'],
  users: ['Gestione utenti', '/users'],
  production: ['Produzione', '/produzione'],
  customerOrders: ['Ordini clienti', '/ordiniclienti'],
};
/** The groups that the bar shows, too. */
const IN_BAR = ['registry', 'operations', 'reports', 'customerOrders', 'production'] as const;
/** Areas in which the group guards every screen. */
const GUARDED = ['registry', 'operations', 'reports', 'users', 'production'] as const;

/** Areas that every role may open; the tests of the hubs check the offered screens. */
const HUBS_ALONE = new Set<Group>(['operations', 'reports']);
/** Screens of a single row, and the settings, which only admin and direction may open. */
const FINER = /\$|\/impostazioni$|^\/(operazioni|report)\//;

const paths = screenPaths();

const calls: [string, Endpoint][] = Object.entries(contract as Record<string, Contract>).flatMap(([area, rows]) =>
  Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${area}.${name}`, row]),
);
/** The calls of each group, by path and effect; `some` where a group contains several kinds of calls. */
const CALLS: Record<Group, { is: (row: Endpoint) => boolean; some?: true; least: number }> = {
  registry: {
    is: ({ method, path }) =>
      method !== 'GET' &&
      /^\/(products|warehouses|suppliers|customers|destinazioni-merce|machines|condizioni-pagamento|vat-codes)\b/.test(
        path,
      ),
    least: 24,
  },
  // Every role has some operations, and none has all of them.
  operations: {
    is: ({ path }) =>
      /^\/(purchase-orders|purchase-invoices|goods-receipts|packing-lists|invoices|stock-movements|prices)\b/.test(
        path,
      ),
    some: true,
    least: 25,
  },
  reports: { is: ({ path }) => /^\/stock(\/|$)/.test(path), some: true, least: 3 },
  // One's own personal data are everyone's.
  users: {
    is: ({ method, path }) => /^\/users\b/.test(path) && !(method === 'GET' && path.endsWith('/personal-data')),
    least: 6,
  },
  prices: { is: ({ path }) => /^\/(prices\b|purchase-orders\/price$)/.test(path), least: 6 },
  production: {
    is: ({ path }) =>
      /^\/(production\/(?!force-completion|load-to-warehouse)|customer-orders\/(production-priorities|materials|calculate|items))/.test(
        path,
      ),
    least: 12,
  },
  customerOrders: {
    is: ({ method, path }) => method !== 'GET' && /^\/customer-orders(\/\{id\}(\/repeat)?|\/bulk-import)?$/.test(path),
    least: 4,
  },
};

async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-old', '');
    history.pushState(null, '', to);
  }, path);
  await page.locator('h1:not([data-old])').first().waitFor();
}

/**
 * Leaves the address that is opened next, and the home, to which a refused address leads, for a screen that every role
 * may open: only a new title shows that a navigation has ended. @returns whether another screen was opened
 */
async function leave(page: Page, next: string): Promise<boolean> {
  const { pathname } = new URL(page.url());
  const isThere = pathname === next || pathname === '/';
  if (isThere) await go(page, next === '/report' ? '/ordiniclienti' : '/report');
  return isThere;
}

describe('A17: the access groups apply to every role', () => {
  for (const role of ROLES) {
    dailyOrMatrix(
      `A17 ${role}: cards, links and screens match its groups; other addresses lead home`,
      role === 'warehouse',
      async () => {
        const page = await open(api[role], '/');
        const main = page.getByRole('main');
        const cards = main
          .getByRole('list')
          .filter({ has: page.locator('a:is([href="/operazioni"], [href="/ordiniclienti"], [href="/report"])') })
          .getByRole('link');
        await cards.first().waitFor();
        const offered = await cards.evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
        const bar = await page.getByRole('banner').getByRole('navigation').getByRole('link').allInnerTexts();
        for (const [group, [name, path]] of Object.entries(CARDS) as [keyof typeof CARDS, [string, string]][]) {
          assert.equal(offered.includes(path), isIn(group, role), `the card of ${group}`);
          if (IN_BAR.some((one) => one === group))
            assert.equal(bar.includes(name), isIn(group, role), `the link of ${group}`);
        }
        for (const group of GUARDED) {
          const [, area] = CARDS[group];
          const inside = paths.filter((path) => (path === area || path.startsWith(`${area}/`)) && !FINER.test(path));
          assert.ok(inside.length > (HUBS_ALONE.has(group) ? 0 : 1), area);
          for (const path of inside) {
            await leave(page, path);
            await go(page, path);
            const isRefusedInWords = path === '/produzione' && !isIn(group, role);
            if (isIn(group, role) || isRefusedInWords)
              assert.equal(new URL(page.url()).pathname, path, `${role} opens ${path}`);
            else {
              await page.getByRole('heading', { level: 1, name: HOME }).waitFor();
              assert.equal(new URL(page.url()).pathname, '/', `${role} is led home from ${path}`);
            }
            if (path !== '/produzione') continue;
            assert.equal(await page.getByText('Accesso non autorizzato').count(), isIn(group, role) ? 0 : 1);
          }
        }
        await go(page, '/operazioni');
        await main.getByRole('listitem').getByRole('link').first().waitFor();
        assert.equal(
          await main.getByRole('link', { name: /^Prezzi/ }).count(),
          isIn('prices', role) ? 1 : 0,
          'the card of prices',
        );
        await go(page, '/operazioni/prezzi');
        assert.equal(
          await page.getByText('Accesso non autorizzato').count(),
          isIn('prices', role) ? 0 : 1,
          'the screen of prices',
        );
        // Every signed-in user may open the area of customers' orders, but not enter orders.
        await go(page, '/ordiniclienti');
        assert.equal(new URL(page.url()).pathname, '/ordiniclienti');
      },
    );

    test(`A17 ${role}: the server answers the calls of its groups and refuses the others`, async () => {
      for (const [group, { is, some, least }] of Object.entries(CALLS) as [Group, (typeof CALLS)[Group]][]) {
        const own = calls.filter(([, row]) => is(row));
        assert.ok(own.length >= least, `${group}: ${own.length} calls`);
        const allowed: string[] = [];
        for (const [name, row] of own) {
          const url = row.path.replace(/\{\w+:text\}/g, '2147483647-manual').replace(/\{\w+\}/g, '2147483647');
          const { status } = await api[role].call(
            row.method,
            url,
            row.method === 'POST' || row.method === 'PUT' ? { body: {} } : {},
          );
          assert.ok(status < 500 && status !== 401, `${name}: ${status}`);
          if (status !== 403) allowed.push(name);
        }
        if (some) assert.equal(allowed.length > 0, isIn(group, role), `${role} has calls of ${group}`);
        else assert.deepEqual(allowed, isIn(group, role) ? own.map(([name]) => name) : [], `${role}, ${group}`);
      }
    });
  }
});

test('a page that the role cannot open leads home, which says so once', async () => {
  const page = await open(api.warehouse, '/');
  const refusal = page.getByText('Il tuo ruolo non può aprire questa pagina', { exact: true });
  const home = page.getByRole('heading', { level: 1, name: HOME });
  await home.waitFor();
  assert.equal(await refusal.count(), 0);
  await page.goto(`${api.url}/users/nuovo`);
  await refusal.waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
  await page.reload();
  await home.waitFor();
  assert.equal(await refusal.count(), 0);
});

/** Calls of the shell, which it makes on every screen. */
const OF_SHELL = /\/api\/(events|auth\/me|company\/today|health|preferences)\b/;

/** Records the data calls of a page: all of them, the refused ones, and when none is open. */
function watchCalls(page: Page) {
  const pending = new Set<object>();
  let asked: string[] = [];
  let forbidden: string[] = [];
  const isData = (url: string) => new URL(url).pathname.startsWith('/api/') && !OF_SHELL.test(url);
  page.on('request', (request) => {
    if (!isData(request.url())) return;
    pending.add(request);
    asked.push(new URL(request.url()).pathname);
  });
  page.on('response', (response) => {
    if (isData(response.url()) && response.status() === 403) forbidden.push(new URL(response.url()).pathname);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return {
    /**
     * Waits until no call has been open for a short time, then returns the calls and refusals since the last call.
     */
    settled: async () => {
      for (let quiet = 0; quiet < 2; quiet = pending.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(25);
      const seen = { asked, forbidden };
      asked = [];
      forbidden = [];
      return seen;
    },
  };
}

describe('Q19: a role opens a screen, sees a refusal on it, or is sent home', () => {
  const screens = listedScreens().filter(({ path }) => !isBeforeSignIn(path));
  let rows: Record<string, string | number>;
  before(async () => {
    rows = await createRowOfEach(api);
  });
  type Outcome = 'opens' | 'is refused' | 'is led home';
  const expected = ({ needs, capability }: (typeof screens)[number], role: Role): Outcome => {
    if (!mayEnter(role, needs as RoutePermission)) return 'is led home';
    return capability === null || roleCan(role, capability as Capability) ? 'opens' : 'is refused';
  };
  /** The expected outcomes, written here independently of the lists of screens. */
  const NAMED: [Role, string, Outcome][] = [
    ['administration', '/operazioni/ordini-fornitori', 'is refused'],
    ['administration', '/operazioni/ordini-fornitori/$id', 'is refused'],
    ['warehouse', '/operazioni/ordini-fornitori', 'opens'],
    ['warehouse', '/operazioni/ordini-fornitori/nuovo', 'is refused'],
    ['warehouse', '/report/valorizzazione', 'is refused'],
    ['administration', '/report/giacenze', 'is refused'],
    ['sales', '/operazioni/carico-produzione', 'is refused'],
    ['sales', '/produzione', 'is refused'],
    ['sales', '/produzione/stato', 'is led home'],
    ['orders', '/anagrafica/impostazioni', 'is refused'],
    ['warehouse', '/anagrafica/impostazioni', 'is led home'],
    ['warehouse', '/users', 'is led home'],
  ];
  for (const role of ROLES)
    matrixTest(
      `Q19 ${role}: no call of an allowed screen is refused, and a refused screen makes no calls`,
      async () => {
        const page = await open(api[role], '/report');
        const calls = watchCalls(page);
        await page.locator('h1').first().waitFor();
        await calls.settled();
        const outcomes = new Map<string, Outcome>();
        for (const screen of screens) {
          const address = screen.path.replace(/\$\w+/, String(rows[screen.path]));
          // The calls of the screen in between are not those of the next one.
          if (await leave(page, address)) await calls.settled();
          await go(page, address);
          const { asked, forbidden } = await calls.settled();
          const refusals = await page.getByText('Accesso non autorizzato', { exact: true }).count();
          const { pathname } = new URL(page.url());
          const outcome =
            pathname === '/' && address !== '/' ? 'is led home' : refusals > 0 ? 'is refused' : ('opens' as const);
          outcomes.set(screen.path, outcome);
          assert.equal(outcome, expected(screen, role), `${role} on ${address}`);
          assert.deepEqual(forbidden, [], `${role} on ${address} makes calls that are refused`);
          assert.equal(await page.getByRole('button', { name: 'Riprova' }).count(), 0, `${role} on ${address}`);
          if (outcome === 'is led home') continue;
          assert.equal(pathname, address);
          // The bell of the top bar reads the notices on every screen.
          const own = asked.filter((path) => path !== '/api/notices');
          if (outcome === 'is refused') assert.deepEqual(own, [], `${role} on ${address}`);
        }
        for (const [who, path, outcome] of NAMED)
          if (who === role) assert.equal(outcomes.get(path), outcome, `${role} on ${path}`);
        // Every screen that a hub or the palette offers can be opened.
        for (const hub of ['/', '/anagrafica', '/operazioni', '/report', '/produzione', '/ordiniclienti']) {
          if (outcomes.get(hub) !== 'opens') continue;
          await leave(page, hub);
          await go(page, hub);
          await calls.settled();
          const offered = await page
            .getByRole('main')
            .getByRole('link')
            .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
          for (const path of offered) assert.equal(outcomes.get(path) ?? 'opens', 'opens', `${hub} offers ${path}`);
        }
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('dialog').getByRole('option');
        await palette.first().waitFor();
        const found = await palette.evaluateAll((options) => options.map(({ id }) => id));
        const keyOf = (path: string) => path.replaceAll('/', '-');
        for (const [path, outcome] of outcomes)
          if (outcome !== 'opens')
            assert.ok(!found.some((id) => id.endsWith(`-${keyOf(path)}`)), `the palette offers ${path}`);
        assert.ok(found.length > 3);
      },
    );

  matrixTest('a refusal by the server alone is shown as a refusal, without a retry', async () => {
    const page = await open(api.sales, '/report');
    await page.route('**/api/prices?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'Non hai i permessi', error: '' } }),
    );
    await page.goto(`${api.url}/operazioni/prezzi`);
    await page.getByText('Accesso non autorizzato', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Riprova' }).count(), 0);
    await assertAccessible(page, 'a refused list');
    // The form of a single row, too.
    await page.route(/\/api\/prices\/\d+$/, (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'Non hai i permessi', error: '' } }),
    );
    await page.goto(`${api.url}/operazioni/prezzi/${rows['/operazioni/prezzi/$id']}`);
    await page.getByText('Non hai i permessi per accedere a questa sezione.', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/operazioni/prezzi/${rows['/operazioni/prezzi/$id']}`);
  });
});
