/** The margins of order lines. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createPackingList,
  createProduct,
} from '../../server/src/testing/factories.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const SCREEN = '/report/margini';
let orders: { id: number; order_number: string }[];
let run: number;
let machine: number;

async function done(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  assert.ok(status < 300, JSON.stringify(body));
  // oxlint-disable-next-line no-explicit-any -- the answers of several calls
  return body as any;
}

/**
 * An order of two lines, of which only the first was produced, by a run, and an order that was produced without a run.
 */
async function prepare() {
  const plant = await createReelPlant(api.admin, 'KRAFT-MARGINI');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 110 }]);
  const roll = await createProduct(api.admin, { code: 'ROTOLO-M', has_batch: true });
  const sheet = await createProduct(api.admin, { code: 'FOGLIO-M', has_batch: true });
  const customer = await createCustomer(api.admin, { business_name: 'Forno Margini' });
  const { today } = (await api.admin.get('/company/today')).body;
  const order = (items: object[]) =>
    createCustomerOrder(api.admin, customer.id, items, { order_date: today, requested_delivery_date: today });
  const first = await order([
    { product_id: roll.id, quantity: 100, unit_price: 3 },
    { product_id: sheet.id, quantity: 10, unit_price: 5 },
  ]);
  const second = await order([{ product_id: sheet.id, quantity: 20, unit_price: 5 }]);
  orders = [first, second];
  machine = (await createMachine(api.admin, { cost_per_hour: 50 })).id;
  run = (await done(api.admin.post('/runs', { machine_id: machine, setup_minutes: 30, run_minutes: 30 }))).id;
  const input = await done(api.admin.post(`/runs/${run}/inputs`, { batch_id: reel!.batch_id }));
  await done(api.admin.put(`/runs/${run}/inputs/${input.id}`, { empty: true }));
  const [line] = first.items;
  await done(
    api.admin.post(`/runs/${run}/outputs`, { order_item_id: line!.id, batch_number: 'MARGINE', quantity: 100 }),
  );
  await done(api.admin.post(`/runs/${run}/end`, {}));
  await createOperation(api.warehouse, second.items[0]!.id, 20, { is_completed: true });
  await done(
    api.admin.post('/production/load-to-warehouse', {
      itemId: line!.id,
      warehouseId: plant.main,
      quantity: 100,
    }),
  );
  await createPackingList(api.admin, {
    customer_id: customer.id,
    order_id: first.id,
    items: [{ order_item_id: line!.id, quantity: 100, warehouse_id: plant.main, batch_number: 'MARGINE' }],
  });
}

async function rowsOf(page: Page): Promise<string[]> {
  // A grid that loads has placeholders for rows.
  const rows = page.locator('[role=grid]:not([aria-busy=true]) [data-index]');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

describe(SCREEN, () => {
  before(prepare);

  test('V28: the call and the screen show net, cost, margin, percent, finora and parziale of each line, to those who read costs', async () => {
    const { body: lines } = await api.administration.get('/reports/margins');
    const cost: number = (await api.admin.get(`/runs/${run}`)).body.cost.total;
    const [made, open_, other] = [
      lines.find((line: { net: number }) => line.net === 300),
      lines.find((line: { net: number }) => line.net === 50),
      lines.find((line: { net: number }) => line.net === 100),
    ];
    const of = (line: Record<string, unknown>) =>
      ['cost', 'margin', 'margin_percent', 'so_far', 'partial'].map((key) => line[key]);
    const margin = Math.round((300 - cost) * 100) / 100;
    const percent = Math.round((margin / 300) * 10_000) / 100;
    assert.deepEqual(of(made), [cost, margin, percent, false, false]);
    assert.deepEqual(of(open_), [null, null, null, true, false]);
    assert.deepEqual(of(other), [null, null, null, true, true]);
    const page = await open(api.administration, SCREEN);
    const money = (value: number) =>
      `${new Intl.NumberFormat('it', { minimumFractionDigits: 2, useGrouping: 'always' }).format(value)} €`;
    const shown = new Intl.NumberFormat('it', { maximumFractionDigits: 2 }).format(percent);
    const rows = await rowsOf(page);
    const [first, second] = orders.map(({ order_number }) => order_number);
    const rowOf = (order: string, what: string) => rows.find((row) => row.includes(order) && row.includes(what))!;
    const delivered = rowOf(first!, 'ROTOLO-M');
    for (const text of ['Forno Margini', money(300), money(cost), money(margin), `${shown} %`])
      assert.ok(delivered.includes(text), `${text} in ${delivered}`);
    assert.doesNotMatch(delivered, /finora|parziale/i);
    assert.match(rowOf(first!, 'FOGLIO-M'), /50,00 €.*finora/i);
    assert.match(rowOf(second!, 'FOGLIO-M'), /100,00 €.*finora.*parziale/i);
    const sum = rowOf(first!, "Totale dell'ordine");
    for (const text of [money(350), money(cost), money(margin)]) assert.ok(sum.includes(text), `${text} in ${sum}`);
    assert.match(sum, /finora.*parziale/i);
    assert.equal(rows.filter((row) => row.includes("Totale dell'ordine")).length, 1, 'an order of one line has no sum');
    await assertAccessible(page, SCREEN);
    await page.getByText('Totali delle righe con un margine: 1 su 3, il 66,7 % del netto').waitFor();
    const byOrder = page.getByRole('columnheader', { name: 'Ordine' });
    assert.equal(await byOrder.getAttribute('aria-sort'), 'descending', 'the newest order is first');
    await page.getByRole('columnheader', { name: 'Netto' }).getByRole('button').click();
    await page.waitForURL(/sort=net/);
    assert.ok((await rowsOf(page))[0]!.includes('50,00 €'));
    await page.getByRole('checkbox', { name: 'Solo righe con un margine' }).check();
    await page.getByText('1 riga', { exact: true }).waitFor();
    assert.match((await rowsOf(page)).join(), /^[^,]*ROTOLO-M[^]*$/);
    await page.getByText('1 su 3, il 66,7 % del netto').waitFor();
    // Without costs.read there is no report, and no cost in any answer.
    for (const role of ROLES) {
      const may = ['admin', 'direction', 'administration'].includes(role);
      assert.equal((await api[role].get('/reports/margins')).status, may ? 200 : 403, role);
      assert.equal('cost_per_hour' in (await api[role].get(`/machines/${machine}`)).body, may, role);
      const { status, body } = await api[role].get(`/runs/${run}`);
      if (status === 200) assert.deepEqual(['cost' in body, 'unit_cost' in body.inputs[0]], [may, may], role);
    }
    const refused = await open(api.warehouse, SCREEN);
    await refused.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await refused.getByRole('grid').count(), 0);
  });

  matrixTest(
    'the home draws the margins by month and opens the lines of a month, as long as runs are in use',
    async () => {
      const month = (await api.direction.get('/dashboard/margins')).body.months.at(-1);
      const page = await open(api.administration, '/');
      const chart = page.getByRole('figure', { name: 'Margine per mese' });
      await chart.locator('.recharts-surface').first().waitFor();
      await chart.getByText('Dati in tabella').click();
      const row = chart.getByRole('row').last();
      const money = new Intl.NumberFormat('it', { minimumFractionDigits: 2, useGrouping: 'always' });
      for (const value of [month.net, month.cost, month.margin])
        assert.ok((await row.innerText()).includes(`${money.format(value)}\u00a0€`), await row.innerText());
      await row.getByRole('link').click();
      await page.waitForURL(/report\/margini\?from=\d{4}-\d\d-01&to=/);
      await page.getByRole('grid').getByText('ROTOLO-M').first().waitFor();
      assert.equal((await rowsOf(page)).filter((text) => text.includes('ROTOLO-M')).length, 1);
      const switchTo = (use_runs: boolean) => done(api.admin.put('/settings', { use_runs }));
      await switchTo(false);
      try {
        const without = await open(api.administration, '/');
        await without.getByRole('figure').first().waitFor();
        assert.equal(await without.getByRole('figure', { name: 'Margine per mese' }).count(), 0);
        assert.equal((await api.administration.get('/dashboard/margins')).status, 200);
      } finally {
        await switchTo(true);
      }
    },
  );

  matrixTest('an order is found by its number, and its address shows only this order', async () => {
    const page = await open(api.direction, SCREEN);
    await rowsOf(page);
    await page.getByRole('searchbox', { name: 'Cerca ordine, cliente o prodotto' }).fill(orders[1]!.order_number);
    await page.getByText('1 riga', { exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).origin}${SCREEN}?order_id=${orders[0]!.id}`);
    await page.getByText('2 righe', { exact: true }).waitFor();
    assert.equal((await rowsOf(page)).length, 3);
    // The page of the order leads here.
    await page.goto(`${new URL(page.url()).origin}/ordiniclienti/visualizza-ordini?order=${orders[1]!.id}`);
    await page.getByRole('link', { name: 'Margini', exact: true }).click();
    await page.waitForURL(new RegExp(`/report/margini\\?order_id=${orders[1]!.id}$`));
    await page.getByText('1 riga', { exact: true }).waitFor();
  });

  matrixTest('the margins on a phone, in dark, in French and English', async () => {
    for (const language of ['fr', 'en'] as const) {
      const page = await open(api.direction, SCREEN, { viewport: PHONE, dark: true, language });
      await rowsOf(page);
      await assertAccessible(page, `${SCREEN} ${language}`);
    }
  });
});
