/** The hubs: groups, figures, counts and actions of their cards, by role, and the panels below them. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const HUBS = ['/anagrafica', '/operazioni', '/report', '/ordiniclienti', '/produzione'];

async function prepare() {
  const { admin } = api;
  const { today } = (await admin.get('/company/today')).body;
  const depot = await createWarehouse(admin, { name: 'Deposito' });
  const supplier = await createSupplier(admin, { business_name: 'Cartiera Verde' });
  const customer = await createCustomer(admin, { business_name: 'Forno Rossi' });
  const paper = await createProduct(admin, { code: 'CARTA-9', supplier_id: supplier.id, scorta_minima: 900 });
  await createMovement(admin, loadBody(paper.id, depot.id, 500));
  for (const days of [-2, 0])
    await createPurchaseOrder(admin, supplier.id, [{ product_id: paper.id, quantity: 10, unit_price: 1 }], {
      order_date: addDays(today, -9),
      requested_arrival_date: addDays(today, days),
    });
  assert.equal((await admin.post('/stock-counts', { warehouse_id: depot.id })).status, 201);
  const order = await createCustomerOrder(
    admin,
    customer.id,
    [{ product_id: paper.id, quantity: 50, unit_price: 2, delivery_date: today }],
    { order_date: addDays(today, -9), requested_delivery_date: today },
  );
  await createPackingList(admin, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 1, warehouse_id: depot.id }],
  });
}

/** Opens a hub that has a figure, and waits for it: the figures come after the cards, with the panels. */
async function openHub(role: Role, hub: string): Promise<Page> {
  const page = await open(api[role], hub);
  await page.getByRole('main').locator('li strong').first().waitFor();
  return page;
}
/** The links below the cards: the figures have a number, the actions none. */
async function linksOf(page: Page) {
  const links = await page.locator('main li a + span > a').evaluateAll((all) =>
    all.map((link) => ({
      name: link.firstChild!.textContent!.trim(),
      count: link.querySelector('strong')?.textContent ?? null,
      to: link.getAttribute('href')!,
    })),
  );
  return {
    figures: links.filter(({ count }) => count !== null),
    acts: links.filter(({ count }) => count === null).map(({ name }) => name),
  };
}

describe('the hubs', () => {
  before(prepare);

  matrixTest('each figure of a card is not zero, and equals the rows of the list that it opens', async () => {
    const page = await openHub('admin', '/operazioni');
    const { figures } = await linksOf(page);
    const names = figures.map(({ name }) => name).toSorted();
    assert.deepEqual(names, [
      'Arrivi di oggi',
      'Arrivi in ritardo',
      'DDT da fatturare',
      'Da spedire entro oggi',
      'Ordini da ricevere',
    ]);
    for (const { name, count, to } of figures) {
      await page.goto(`${api.url}${to}`);
      const rows =
        name === 'Da spedire entro oggi'
          ? page.getByRole('checkbox', { name: /^Spedisci l'ordine / })
          : page.locator('[role=grid] [data-index]');
      // A list that loads shows placeholders first.
      await rows.first().waitFor();
      await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
      assert.equal(String(await rows.count()), count, name);
    }
    const reports = await linksOf(await openHub('admin', '/report'));
    assert.deepEqual(
      reports.figures.map(({ name, count }) => [name, count]),
      [['Inventari aperti', '1']],
    );
  });

  matrixTest(
    'the cards of the registry count the rows of their lists, and the newest rows lead to their pages',
    async () => {
      const page = await open(api.admin, '/anagrafica');
      const card = page.getByRole('main').getByRole('link', { name: /^Prodotti Prodotti con dati/ });
      const total = (await api.admin.get('/products?limit=1')).headers.get('x-total-count')!;
      await card
        .locator('span')
        .filter({ hasText: new RegExp(`^${total}$`) })
        .waitFor();
      const recent = page.getByRole('region', { name: 'Aggiunti di recente' });
      await recent.getByRole('link', { name: 'Cartiera Verde' }).waitFor();
      await recent.getByRole('link', { name: /^CARTA-9/ }).click();
      await page.waitForURL(/\/anagrafica\/prodotti\/\d+$/);
    },
  );

  matrixTest('groups, actions and panels are those of the role, and no group or heading is empty', async () => {
    const groupsOf = async (page: Page) =>
      page
        .getByRole('main')
        .getByRole('region')
        .evaluateAll((regions) =>
          regions.map((region) => [
            region.querySelector('h2')!.textContent,
            region.querySelectorAll('li, figure').length,
          ]),
        );
    const EXPECTED: [Role, string, groups: string[], acts: string[]][] = [
      [
        'warehouse',
        '/operazioni',
        ['Acquisti', 'Vendite e incassi', 'Magazzino'],
        ['Nuovo movimento', 'Nuovo trasferimento'],
      ],
      [
        'administration',
        '/operazioni',
        ['Acquisti', 'Vendite e incassi', 'Oggi'],
        ['Nuova distinta', 'Nuova fattura di acquisto', 'Nuovo pagamento', 'Nuovo prezzo', 'Nuovo sollecito'],
      ],
      ['warehouse', '/report', ['Magazzino', 'Produzione', 'Oggi'], ['Nuovo inventario']],
      ['orders', '/report', ['Magazzino', 'Produzione', 'Oggi'], ['Nuovo inventario']],
    ];
    for (const [role, hub, groups, acts] of EXPECTED) {
      const page = await openHub(role, hub);
      const shown = await groupsOf(page);
      assert.deepEqual(
        shown.map(([name]) => name),
        groups,
        `${role} ${hub}`,
      );
      for (const [name, inside] of shown) assert.ok(Number(inside) > 0, `${role} ${hub}: ${name} is empty`);
      assert.deepEqual((await linksOf(page)).acts.toSorted(), acts, `${role} ${hub}`);
    }
  });

  matrixTest('no place among the cards stays empty on a desk, a tablet and a phone', async () => {
    const page = await open(api.admin, '/');
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      for (const hub of ['/', ...HUBS]) {
        await page.goto(`${api.url}${hub}`);
        await page.locator('main a svg').first().waitFor();
        const gaps = await page.evaluate(() =>
          [...document.querySelectorAll('main ul:has(> li > a svg)')].flatMap((list) => {
            const right = list.getBoundingClientRect().right;
            const rows = Map.groupBy([...list.children], (card) => Math.round(card.getBoundingClientRect().top));
            return [...rows.values()]
              .map((row) => right - Math.max(...row.map((card) => card.getBoundingClientRect().right)))
              .filter((gap) => gap > 3);
          }),
        );
        assert.deepEqual(gaps, [], `${hub} at ${viewport.width} px`);
        // Groups of a row are equally high, and the last row of groups reaches the edge of the page.
        const boxes = await page.evaluate(() =>
          [...document.querySelectorAll('main section:has(> ul > li > a svg)')].map((group) => {
            const { top, bottom, right } = group.getBoundingClientRect();
            return { top: Math.round(top), bottom: Math.round(bottom), right: Math.round(right) };
          }),
        );
        for (const row of Map.groupBy(boxes, ({ top }) => top).values()) {
          assert.equal(new Set(row.map(({ bottom }) => bottom)).size, 1, `${hub} at ${viewport.width} px: heights`);
          assert.equal(
            Math.max(...row.map(({ right }) => right)),
            Math.max(...boxes.map(({ right }) => right)),
            `${hub} at ${viewport.width} px: an empty place beside a group`,
          );
        }
      }
    }
  });
});
