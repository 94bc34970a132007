/** The pages of single records: form, figures, lists and history; and the links that lead to them. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { openInNewTab } from '../support/new-tab.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();

let company: Awaited<ReturnType<typeof createCompany>>;

async function showTab(page: Page, name: string) {
  await page.getByRole('tab', { name, exact: true }).click();
}
async function figure(page: Page, name: string) {
  const term = page.locator('dt', { hasText: new RegExp(`^${name}$`) });
  return (await term.locator('xpath=following-sibling::dd').textContent())?.replaceAll('\u00a0', ' ');
}

describe('the pages of records', () => {
  before(async () => {
    company = await createCompany();
  });

  test('S05: product, customer, supplier, batch and machine have a page with the form, figures and the lists that concern them, and the lists keep their inline forms and dialog', async () => {
    const { product, customer, supplier, machine, order, purchase, packingList } = company;
    const page = await open(api.admin, `/anagrafica/prodotti/${product.id}`);
    await page.getByRole('heading', { level: 1, name: product.code }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Codice', exact: true }).inputValue(), product.code);
    assert.equal(await figure(page, 'Giacenza'), '45 kg');
    assert.equal(await figure(page, 'Impegnato'), '15 kg');
    assert.equal(await figure(page, 'In arrivo'), '40 kg');
    assert.equal(await figure(page, 'Disponibile'), '30 kg');
    await assertAccessible(page, 'product page');
    await showTab(page, 'Giacenze e movimenti');
    await page.getByRole('grid', { name: 'Giacenze' }).getByRole('link', { name: 'L-1' }).waitFor();
    await page.getByRole('grid', { name: 'Movimenti' }).getByText('Carico', { exact: true }).waitFor();
    await showTab(page, 'Ordini');
    await page.getByRole('grid', { name: 'Ordini clienti' }).getByText(order.order_number).waitFor();
    await page.getByRole('grid', { name: 'Ordini fornitori' }).getByText(purchase.order_number).waitFor();
    // The URL contains the open tab.
    await page.reload();
    await page.getByRole('tab', { name: 'Ordini', exact: true, selected: true }).waitFor();
    await showTab(page, 'Documenti');
    await page.getByRole('grid').getByText(packingList.packing_list_number).waitFor();
    await showTab(page, 'Produzione');
    await page.getByRole('grid').getByText(order.order_number).first().waitFor();
    await assertAccessible(page, 'tab of a product');

    // Unsaved input asks before another tab opens; saving returns to the list.
    await showTab(page, 'Scheda');
    await page.getByRole('textbox', { name: 'Descrizione', exact: true }).fill('Carta da banco');
    await showTab(page, 'Prezzi');
    await page.getByRole('button', { name: 'Resta qui' }).click();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL((url) => url.pathname === '/anagrafica/prodotti');

    await page.goto(`${api.url}/anagrafica/clienti/${customer.id}`);
    await page.getByRole('heading', { level: 1, name: customer.business_name }).waitFor();
    await page.getByRole('textbox', { name: 'Ragione sociale' }).waitFor();
    assert.deepEqual([await figure(page, 'Ordini aperti'), await figure(page, 'DDT da fatturare')], ['1', '1']);
    await showTab(page, 'Ordini');
    await page.getByRole('grid').getByText(order.order_number).waitFor();
    await showTab(page, 'Documenti');
    await page.getByRole('grid', { name: 'Packing list (DDT)' }).getByText(packingList.packing_list_number).waitFor();
    await page.getByRole('grid', { name: 'Fatture e note di credito' }).waitFor();

    await page.goto(`${api.url}/anagrafica/fornitori/${supplier.id}`);
    await page.getByRole('textbox', { name: 'Ragione sociale' }).waitFor();
    assert.deepEqual([await figure(page, 'Ordini aperti'), await figure(page, 'Ordini in ritardo')], ['1', '1']);
    await showTab(page, 'Ordini');
    await page.getByRole('grid').getByRole('link', { name: purchase.order_number }).waitFor();

    await page.goto(`${api.url}/anagrafica/macchinari/${machine.id}`);
    await page.getByRole('textbox', { name: 'Codice', exact: true }).waitFor();
    assert.equal(await figure(page, 'Lavori aperti'), '1');
    await showTab(page, 'Produzione');
    await page.getByRole('grid').getByText(order.order_number).first().waitFor();

    // The forms of the lists.
    await page.goto(`${api.url}/anagrafica/clienti?edit=${customer.id}`);
    await page.getByRole('form', { name: customer.business_name }).waitFor();
    await page.goto(`${api.url}/anagrafica/fornitori?edit=${supplier.id}`);
    await page.getByRole('form', { name: supplier.business_name }).waitFor();
    await page.goto(`${api.url}/anagrafica/macchinari?edit=${machine.id}`);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Codice', exact: true }).waitFor();

    await page.goto(`${api.url}/report/lotti/${company.load.batch_id}`);
    await page.getByRole('heading', { level: 1, name: 'L-1' }).waitFor();
  });

  matrixTest(
    'S06: the batch page shows its product, where it is, where it came from, where it went and its dates',
    async () => {
      const { product, warehouse, packingList, load } = company;
      const page = await open(api.sales, `/report/lotti/${load.batch_id}`);
      await page.getByRole('heading', { level: 1, name: 'L-1' }).waitFor();
      await page.getByRole('link', { name: new RegExp(product.code) }).waitFor();
      assert.equal(await figure(page, 'Giacenza'), '45 kg');
      assert.equal(await figure(page, 'Data scadenza'), '31/01/2030');
      assert.equal(await figure(page, 'Data produzione'), '05/01/2026');
      const part = (name: string) => page.getByRole('region', { name });
      assert.match((await part('Dove si trova').textContent())!, new RegExp(`${warehouse.name}.*45\\skg`));
      assert.match((await part('Da dove viene').textContent())!, /Manuale · 10\/01\/2026.*50\skg/);
      assert.match((await part('Dove è andato').textContent())!, new RegExp(`Vendita ${packingList.packing_list_number}.*5\\skg`)); // prettier-ignore
      await assertAccessible(page, 'batch page');
      await showTab(page, 'Movimenti');
      await page.getByRole('grid', { name: 'Movimenti' }).getByText('Carico', { exact: true }).waitFor();
      await showTab(page, 'Lotto');
      await part('Dove è andato')
        .getByRole('link', { name: new RegExp(packingList.packing_list_number) })
        .click();
      await page.waitForURL(/vendite\?open=/);
    },
  );

  matrixTest('S08: the log keeps old and new values, and each page shows the history of its record', async () => {
    const product = await createProduct(api.sales, { description: 'Carta avana' });
    const change = { description: 'Carta bianca', has_batch: true, status: 'inactive', acquisti_categoria: 'Materie' };
    assert.equal((await api.direction.put(`/products/${product.id}`, change)).status, 200);
    const page = await open(api.admin, `/anagrafica/prodotti/${product.id}?tab=history`);
    const entries = page.getByRole('list', { name: 'Storia' }).locator('> li');
    await entries.nth(1).waitFor();
    const rows = await entries.first().locator('tbody tr').allTextContents();
    assert.deepEqual(rows.toSorted(), [
      'Acquisti · Categoria—Materie',
      'DescrizioneCarta avanaCarta bianca',
      'Gestito a lottiNoSì',
      'Statoattivoinattivo',
    ]);
    assert.match((await entries.first().textContent())!, /modifica.*\d{2}\/\d{2}\/\d{4}.*Utente direction/i);
    assert.match((await entries.nth(1).textContent())!, /Utente sales/);
    await assertAccessible(page, 'history');

    const { customer, supplier, machine, load } = company;
    for (const path of [
      `/anagrafica/clienti/${customer.id}`,
      `/anagrafica/fornitori/${supplier.id}`,
      `/anagrafica/macchinari/${machine.id}`,
      `/report/lotti/${load.batch_id}`,
    ]) {
      await page.goto(`${api.url}${path}?tab=history`);
      await page.getByRole('list', { name: 'Storia' }).locator('tbody tr').first().waitFor();
    }
  });
});

describe('links to records', () => {
  before(async () => {
    company ??= await createCompany();
  });

  matrixTest(
    'codes, numbers, names and batches are links where the reader may open the record, and Ctrl-click opens a tab',
    async () => {
      const { product, customer, supplier, order, packingList, load } = company;
      const records = {
        [product.code]: `/anagrafica/prodotti/${product.id}`,
        [customer.business_name]: `/anagrafica/clienti/${customer.id}`,
        [supplier.business_name.slice(0, 15)]: `/anagrafica/fornitori/${supplier.id}`,
        [order.order_number]: `/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(order.order_number)}&order=${order.id}`,
        'L-1': `/report/lotti/${load.batch_id}`,
      };
      const screens: [path: string, codes: string[]][] = [
        ['/operazioni/movimenti', [product.code, 'L-1']],
        ['/operazioni/vendite', [customer.business_name, order.order_number]],
        [
          `/operazioni/vendite?open=${packingList.id}`,
          [product.code, 'L-1', customer.business_name, order.order_number],
        ],
        ['/operazioni/ordini-fornitori', [supplier.business_name.slice(0, 15)]],
        ['/ordiniclienti/visualizza-ordini', [customer.business_name]],
        [`/ordiniclienti/visualizza-ordini?order=${order.id}`, [product.code]],
        ['/ordiniclienti/inserimento-ordine', [customer.business_name]],
        ['/produzione/stato', [order.order_number, customer.business_name, product.code]],
        ['/produzione/priorita', [order.order_number, customer.business_name, product.code]],
        ['/report/giacenze', [product.code]],
      ];
      const page = await open(api.admin, '/');
      for (const [path, codes] of screens) {
        await page.goto(`${api.url}${path}`);
        for (const code of codes) {
          const link = page.locator('main a, [role=dialog] a').filter({ hasText: code }).and(page.locator(`[href="${records[code]}"]`)); // prettier-ignore
          await link.first().waitFor({ state: 'attached' }).catch(() => assert.fail(`${path} has no link ${code} to ${records[code]}`)); // prettier-ignore
        }
      }
      // The warehouse does not enter the registry, so products and customers are plain text, and batches are links.
      const other = await open(api.warehouse, '/operazioni/movimenti');
      await other.getByRole('link', { name: 'L-1' }).first().waitFor();
      assert.equal(await other.getByRole('link', { name: product.code }).count(), 0);
      await other.getByText(product.code).first().waitFor();

      await page.goto(`${api.url}/operazioni/movimenti`);
      const batch = page.getByRole('link', { name: 'L-1' }).first();
      await openInNewTab(batch);
      assert.match(page.url(), /\/operazioni\/movimenti$/);
      await batch.click();
      await page.waitForURL(`**/report/lotti/${load.batch_id}`);
      await page.context().close();
    },
  );
});

async function createCompany() {
  const product = await createProduct(api.admin, { has_batch: true, has_expiry_date: true, has_production_date: true });
  const warehouse = await createWarehouse(api.admin);
  const supplier = await createSupplier(api.admin);
  const customer = await createCustomer(api.admin);
  const machine = await createMachine(api.admin);
  const load = await createMovement(
    api.admin,
    loadBody(product.id, warehouse.id, 50, {
      batch_number: 'L-1',
      expiry_date: '2030-01-31',
      production_date: '2026-01-05',
    }),
  );
  const purchase = await createPurchaseOrder(api.admin, supplier.id, [{ product_id: product.id, quantity: 40, unit_price: 2 }]); // prettier-ignore
  const order = await createCustomerOrder(api.admin, customer.id, [{ product_id: product.id, quantity: 20, unit_price: 5 }]); // prettier-ignore
  const item = order.items[0]!.id;
  const packingList = await createPackingList(api.admin, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: item, quantity: 5, warehouse_id: warehouse.id, batch_number: 'L-1' }],
  });
  await createScheduling(api.admin, item, machine.id, 5);
  return { product, warehouse, supplier, customer, machine, load, purchase, order, packingList };
}
