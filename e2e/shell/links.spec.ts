/** Every code, number, name and batch that the reader may open is a link, on every screen. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import {
  roleCan,
  mayEnter,
  ROLES,
  type Capability,
  type Role,
  type RoutePermission,
} from '@bobina/contract/core/permissions.ts';
import { pageOfRecord, SEARCH_SCREENS } from '@bobina/contract/system/search-screens.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import type { Page } from 'playwright-core';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { figuresOf } from '../../server/src/testing/dashboard-figures.ts';
import { addNoticeOfEach } from '../../server/src/testing/home-data.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { openPlace, spread } from '../support/every-screen.ts';
import { openInNewTab } from '../support/new-tab.ts';
import { overlaysOf, screensOf } from '../support/places.ts';
import { listedScreens, type ListedScreen } from '../support/screen-paths.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage({ isPreloading: true });
let company: AttackedCompany;
/** The page of the record that each code, number, name or batch names. */
let pages: Map<string, string>;

/** Elements whose texts need no link. */
const NO_LINKS = {
  'button, [role=button], [role=option], [role=menuitem], [role=combobox], [role=tab], label, option, textarea':
    'controls: a click means something else',
  'h1, nav, .mantine-Modal-title, .mantine-Drawer-title': 'titles of the place that is open',
  '[role=status], [role=alert], output': 'messages',
  svg: 'charts: the table behind them has the links',
};
/** Places where texts name records that have no page of their own. */
const PLAIN: Record<string, (text: string) => boolean> = {
  // The sentence about an act is one link to the record that it changed; acts on lines have none.
  '/users?': () => true,
};

describe('links', () => {
  before(async () => {
    company = await attackedCompany(stage.api, 'short', new Map());
    pages = await pagesFor('admin');
  });

  matrixTest(
    'S09: every code, number, name and batch that the reader may open is a link on every screen, and Ctrl-click opens it in a new tab',
    async () => {
      const page = await stage.open(company.session, '/');
      const settled = watchRequests(page);
      const plain: string[] = [];
      const held: string[] = [];
      const linked = new Set<string>();
      for (const place of spread([...screensOf(company), ...overlaysOf(company)])) {
        await openPlace(page, place);
        await settled();
        const isPlain = Object.entries(PLAIN).find(([prefix]) => place.startsWith(prefix))?.[1] ?? (() => false);
        for (const { text, where } of await plainTexts(page))
          if (!place.startsWith(pages.get(text)!) && !isPlain(text)) plain.push(`${place}: ${text} in ${where}`);
        for (const { href, isHeld } of await controlClicked(page)) {
          linked.add(href);
          if (isHeld) held.push(`${place}: ${href}`);
        }
      }
      assert.deepEqual(plain, [], 'plain text, although the reader may open the record');
      assert.deepEqual(held, [], 'links that keep Ctrl-click from the browser');
      for (const href of pages.values()) assert.ok(linked.has(href), `${href} is a link somewhere`);

      const list = await stage.open(company.session, '/operazioni/movimenti');
      await openInNewTab(list.locator(`a[href="/report/lotti/${company.batch}"]`).first());
      assert.equal(new URL(list.url()).pathname, '/operazioni/movimenti');
      await list.context().close();

      // The warehouse may open batches and no products.
      const other = await stage.open(stage.api.warehouse, '/operazioni/movimenti');
      await other.locator(`a[href="/report/lotti/${company.batch}"]`).first().waitFor();
      assert.equal(await other.locator('a[href^="/anagrafica"]').count(), 0);
    },
  );

  matrixTest(
    'each address in a search result, a notice, a figure or a refused deletion leads to a screen that the caller may open',
    async () => {
      await addNoticeOfEach(stage.api.db, { order: company.order, purchase: company.purchaseOrder });
      for (const role of ROLES) {
        const session = stage.api[role];
        const { body: dashboard } = await session.get('/dashboard');
        const { body: notices } = await session.get('/notices');
        const found = await Promise.all(
          [...pages.keys()].map(async (text) => (await session.get(`/search?q=${encodeURIComponent(text)}`)).body),
        );
        const refused = await Promise.all(
          [
            `products/${company.product}`,
            `customers/${company.customer}`,
            `suppliers/${company.supplier}`,
            `machines/${company.machine}`,
            `customer-orders/${company.order}`,
          ].map(async (path) => (await session.delete(`/${path}`)).body.used_by ?? []),
        );
        const paths = [...found.flat(), ...notices, ...refused.flat()].flatMap(({ path }) => path ?? []);
        const addresses = [...paths, ...figuresOf(dashboard).map(([, { screen }]) => screen)];
        assert.ok(addresses.length > 10, role);
        assert.deepEqual(
          [...new Set(addresses)].filter((address) => !mayOpen(role, address)),
          [],
          role,
        );
      }
    },
  );
});

function mayOpen(role: Role, address: string): boolean {
  const { pathname } = new URL(address, 'http://x');
  const fits = ({ path }: ListedScreen) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(pathname);
  const screens = listedScreens().filter(fits);
  const exact = screens.find(({ path }) => path === pathname) ?? screens[0];
  return (
    exact !== undefined &&
    mayEnter(role, exact.needs as RoutePermission) &&
    (exact.capability === null || roleCan(role, exact.capability as Capability))
  );
}

/** Returns a function that waits until the page has sent its requests and rendered their answers. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  page.on('request', (request) => !request.url().endsWith('/api/events') && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    do {
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    } while (open.size > 0 || (await page.locator('[aria-busy=true]').count()) > 0);
  };
}

interface Listed {
  id: number;
  /** Of a row of stock. */
  batch_id: number;
  [field: string]: unknown;
}

async function pagesFor(role: Role): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const added = new Set<SearchKind>();
  const add = (kind: SearchKind, id: number, ...texts: unknown[]) => {
    for (const text of texts) {
      if (typeof text !== 'string' || text === '') continue;
      const href = pageOfRecord(role, kind, { id, code: text });
      if (!href) continue;
      found.set(text, href);
      added.add(kind);
    }
  };
  const rowsOf = async (path: string) => {
    const { status, body } = await stage.api.admin.get<Listed[]>(path);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  for (const { id, code, name } of await rowsOf('/products')) add('product', id, code, name);
  for (const { id, business_name } of await rowsOf('/customers')) add('customer', id, business_name);
  for (const { id, business_name } of await rowsOf('/suppliers')) add('supplier', id, business_name);
  for (const { id, name } of await rowsOf('/warehouses')) add('warehouse', id, name);
  for (const { id, order_number } of await rowsOf('/customer-orders')) add('customer_order', id, order_number);
  for (const { id, order_number } of await rowsOf('/purchase-orders')) add('purchase_order', id, order_number);
  for (const { id, packing_list_number } of await rowsOf('/packing-lists'))
    add('packing_list', id, packing_list_number);
  for (const { id, invoice_number } of await rowsOf('/invoices')) add('invoice', id, invoice_number);
  for (const { batch_id, batch_number } of await rowsOf('/stock')) add('batch', batch_id, batch_number);
  for (const { id, number } of await rowsOf('/purchase-invoices')) add('purchase_invoice', id, number);
  for (const { batch_id, code } of await rowsOf('/reels')) add('reel', batch_id, code);
  const { receipts } = (await stage.api.admin.get(`/goods-receipts/item-history/${company.receivedItem}`)).body;
  for (const { ddt_number } of receipts) add('goods_receipt', company.receivedItem, ddt_number);
  for (const { id } of await rowsOf('/runs')) found.set(`Lavorazione ${id}`, `/produzione/lavorazioni/${id}`);
  const machine = (await stage.api.admin.get(`/machines/${company.machine}`)).body;
  add('machine', machine.id, machine.code);
  const kinds = (Object.keys(SEARCH_SCREENS) as SearchKind[]).filter((kind) => kind !== 'stock_count');
  assert.deepEqual(
    kinds.filter((kind) => !added.has(kind)),
    [],
    'kinds of records that no text names; a count has no number',
  );
  return found;
}

/** The names of records outside of links, and the elements around them. */
function plainTexts(page: Page): Promise<{ text: string; where: string }[]> {
  const skip = ['a[href]', 'script', 'style', ...Object.keys(NO_LINKS)].join(', ');
  return page.evaluate(
    ({ texts, skip }) => {
      const found: { text: string; where: string }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement!;
        if (around.closest(skip) || !around.checkVisibility()) continue;
        for (const text of texts)
          if (node.textContent!.includes(text)) found.push({ text, where: around.outerHTML.slice(0, 120) });
      }
      return found;
    },
    { texts: [...pages.keys()], skip },
  );
}

/** Ctrl-clicks each link to a record. `isHeld`: the page prevented the browser's default. */
function controlClicked(page: Page): Promise<{ href: string; isHeld: boolean }[]> {
  return page.evaluate(
    (hrefs) =>
      [...document.querySelectorAll('a[href]')]
        .map((link) => ({ link, href: link.getAttribute('href')! }))
        .filter(({ href }) => hrefs.includes(href))
        .map(({ link, href }) => {
          let isHeld = true;
          const look = (event: Event) => {
            isHeld = event.defaultPrevented;
            event.preventDefault();
          };
          addEventListener('click', look, { once: true });
          link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
          removeEventListener('click', look);
          return { href, isHeld };
        }),
    [...pages.values()],
  );
}
