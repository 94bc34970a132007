/** The home by role: figures that open their lists, charts after them, first steps, and the bell. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { HealthCheck } from '@bobina/contract/system/health.ts';
import { assertFiguresCount } from '../../server/src/testing/dashboard-figures.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
  partyBody,
} from '../../server/src/testing/factories.ts';
import { addOtherNotices, enterEarlier, noticeLateOrders, redateInvoice } from '../../server/src/testing/home-data.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
let today: string;
function inDays(days: number) {
  return addDays(today, days);
}
const made = {} as { paper: number; depot: number; supplier: number; customer: number };

async function prepare() {
  const { admin } = api;
  today = (await admin.get('/company/today')).body.today;
  await completeCompany(admin);
  made.depot = (await createWarehouse(admin, { name: 'Deposito' })).id;
  made.supplier = (await createSupplier(admin, { business_name: 'Cartiera Verde' })).id;
  made.customer = (await createCustomer(admin, { business_name: 'Forno Rossi' })).id;
  made.paper = (await createProduct(admin, { code: 'CARTA-9', supplier_id: made.supplier })).id;
  const glue = await createProduct(admin, { code: 'COLLA-1', has_batch: true, has_expiry_date: true });
  await createMovement(admin, loadBody(made.paper, made.depot, 500));
  await createMovement(admin, loadBody(glue.id, made.depot, 2, { batch_number: 'L-1', expiry_date: inDays(5) }));
  const price = { product_id: made.paper, supplier_id: made.supplier, price: 2, start_date: '2020-01-01' };
  assert.equal((await admin.post('/prices', price)).status, 201);
  await purchase(-2);
  await purchase(0);
  await purchase(30);
  assert.equal((await admin.post('/stock-counts', { warehouse_id: made.depot })).status, 201);
  const late = await sell(-1);
  await sell(0);
  const old = await sell(90);
  await enterEarlier(api.db, old.id);
  const customers = {
    file: 'clienti.csv',
    headers: { business_name: 'Ragione sociale', city: 'Città' },
    rows: [
      { row: 2, values: partyBody() },
      { row: 3, values: { city: 'Senza nome' } },
    ],
  };
  assert.equal((await admin.post('/imports/customers', customers)).body.refused, 1);
  const unknown = { numero_ordine_cliente: 'PO-9', codice_prodotto: 'NESSUNO' };
  const orders = { customerId: made.customer, file: 'ordini.xlsx', orders: [unknown] };
  assert.equal((await admin.post('/customer-orders/bulk-import', orders)).body.errors.length, 1);
  const machine = await createMachine(admin, { code: 'TAGLIO-1' });
  await createScheduling(admin, old.items[0]!.id, machine.id, 10, { production_time: '80 ore' });
  await pack(late, 1);
  await createInvoice(admin, (await pack(late, 2)).id);
  const sent = await createInvoice(admin, (await pack(late, 3)).id);
  assert.equal((await admin.put(`/invoices/${sent.id}/status`, { status: 'sent' })).status, 200);
  await redateInvoice(api.db, sent.id, { dated: inDays(-50), due: inDays(-40) });
}
function purchase(days: number) {
  const line = { product_id: made.paper, quantity: 10, unit_price: 1 };
  return createPurchaseOrder(api.admin, made.supplier, [line], {
    order_date: inDays(-9),
    requested_arrival_date: inDays(days),
  });
}
function sell(days: number) {
  const line = { product_id: made.paper, quantity: 50, unit_price: 2, delivery_date: inDays(days) };
  return createCustomerOrder(api.admin, made.customer, [line], {
    order_date: inDays(-9),
    requested_delivery_date: inDays(days),
  });
}
function pack(order: Awaited<ReturnType<typeof sell>>, quantity: number) {
  return createPackingList(api.admin, {
    customer_id: made.customer,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id: made.depot }],
  });
}

function figures(page: Page) {
  return page.getByRole('region', { name: 'Oggi' }).locator('[data-figures]');
}
/** The figures in their order on the screen, or those of one of the two lists: name and number. */
async function readFigures(page: Page, list?: 'Da fare adesso' | 'Altre cifre'): Promise<string[]> {
  await figures(page).getByRole('listitem').first().waitFor();
  const within = list ? figures(page).getByRole('list', { name: list }) : figures(page);
  const texts = await within
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => [...item.querySelectorAll('a > span, span > span')].map((part) => part.textContent)),
    );
  return texts.map((parts) => parts.join(' '));
}
/** Opens a figure's list and asserts that it has as many rows as the figure counts. */
async function opens(page: Page, name: string, address: RegExp, count: number) {
  await figures(page)
    .getByRole('link', { name: new RegExp(`^${name} ?${count}$`) })
    .click();
  await page.waitForURL(address);
  await hasRows(page, count);
  await page.goBack();
}
/** Waits until the list has exactly this many rows; a list that loads shows placeholders first. */
async function hasRows(page: Page, count: number) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('[role=grid] [data-index]').length === wanted,
    count,
  );
}
function chart(page: Page, name: string) {
  return page.getByRole('figure', { name });
}

describe('the home of an empty company', () => {
  matrixTest('teaches the first steps, which disappear with the first order', async () => {
    const page = await open(api.admin, '/');
    const steps = page.getByRole('region', { name: 'Oggi' }).getByRole('listitem');
    await page.getByRole('heading', { name: 'Primi passi' }).waitFor();
    await steps.filter({ hasText: 'Inserisci i dati' }).filter({ hasText: 'Da fare' }).waitFor();
    // All figures are zero.
    await page.getByRole('region', { name: 'Stato del sistema' }).getByText('Database', { exact: true }).waitFor();
    assert.equal(await page.getByRole('figure').count(), 0);
    assert.equal(await page.locator('[data-figures]').count(), 0);
    assert.equal(await page.getByRole('heading', { name: 'Sotto la scorta minima' }).count(), 0);
    await assertAccessible(page, 'the home of an empty company');
    await createWarehouse(api.admin);
    await steps.filter({ hasText: 'Crea un magazzino' }).filter({ hasText: 'Fatto' }).waitFor();
    const { id } = await createProduct(api.admin, { code: 'SCORTA-1', scorta_minima: 5 });
    await page.getByRole('heading', { name: 'Sotto la scorta minima' }).waitFor();
    assert.equal((await api.admin.delete(`/products/${id}`)).status, 204);
    await page.getByRole('link', { name: 'Crea il primo prodotto' }).click();
    await page.waitForURL('**/anagrafica/prodotti/nuovo');
    const warehouse = await open(api.warehouse, '/');
    await figures(warehouse).waitFor();
    assert.equal(await warehouse.getByRole('heading', { name: 'Primi passi' }).count(), 0);
  });
});

describe('the home', () => {
  before(prepare);

  test('S31 the warehouse sees arrivals expected and late, what to receive and to ship, open counts and expiring batches; the orders office new, late and promised orders and failed imports', async () => {
    const warehouse = await open(api.warehouse, '/');
    await figures(warehouse).getByRole('link', { name: 'Da ordinare oggi' }).waitFor();
    // The work of the warehouse that is not zero comes first, late work before it.
    assert.deepEqual(await readFigures(warehouse, 'Da fare adesso'), [
      'Arrivi in ritardo 1',
      'Arrivi di oggi 1',
      'Da spedire entro oggi 2',
      'Inventari aperti 1',
    ]);
    assert.deepEqual(await readFigures(warehouse, 'Altre cifre'), [
      'Ordini da ricevere 3',
      'Nuovi ordini da ieri 2',
      `Promessi questa settimana ${inDays(-1) >= inDays(-((new Date(today).getUTCDay() + 6) % 7)) ? 2 : 1}`,
      'Messaggi non partiti 0',
      'Importazioni con errori 0',
      'Da ordinare oggi 0',
    ]);
    await warehouse.getByRole('heading', { name: /^Lotti in scadenza/ }).waitFor();
    await warehouse.getByRole('listitem').filter({ hasText: 'COLLA-1' }).last().waitFor();
    await opens(warehouse, 'Arrivi in ritardo', /ricezione-merce\?expected_until=/, 1);
    await opens(warehouse, 'Arrivi di oggi', /ricezione-merce\?expected_from=/, 1);
    await opens(warehouse, 'Ordini da ricevere', /ricezione-merce$/, 3);
    await figures(warehouse)
      .getByRole('link', { name: /^Da spedire entro oggi ?2$/ })
      .click();
    await warehouse.waitForURL(/operazioni\/spedizioni$/);
    await warehouse.getByRole('link', { name: '2 ordini da evadere' }).waitFor();
    const shipped = warehouse.getByRole('checkbox', { name: /^Spedisci l'ordine / });
    await shipped.nth(1).waitFor();
    assert.equal(await shipped.count(), 2);
    await warehouse.goBack();
    await opens(warehouse, 'Inventari aperti', /inventario\?status=open/, 1);
    const orders = await open(api.orders, '/');
    const shown = await readFigures(orders);
    assert.deepEqual(shown.slice(0, 4), [
      'Importazioni con errori 2',
      'Arrivi in ritardo 1',
      'Fatture scadute 1',
      'Nuovi ordini da ieri 2',
    ]);
    assert.match(shown[4]!, /^Promessi questa settimana [12]$/);
    await opens(orders, 'Promessi questa settimana', /visualizza-ordini\?due_from=/, Number(shown[4]!.at(-1)));
    await opens(orders, 'Nuovi ordini da ieri', /visualizza-ordini\?entered_from=/, 2);
    // The filter that the figure has set is shown on the screen and can be removed there.
    await figures(orders)
      .getByRole('link', { name: /^Nuovi ordini/ })
      .click();
    await orders.getByRole('button', { name: /^Togli il filtro Inserimento: dal/ }).click();
    await hasRows(orders, 3);
    await orders.goBack();
    await orders
      .getByRole('link', { name: /^Ordini in ritardo/ })
      .first()
      .click();
    await orders.waitForURL(/visualizza-ordini\?late=true/);
    await hasRows(orders, 1);
    await orders.goBack();

    await opens(orders, 'Importazioni con errori', /report\/importazioni\?failed=true/, 2);
    await figures(orders)
      .getByRole('link', { name: /^Importazioni con errori/ })
      .click();
    const row = orders.getByRole('row').filter({ hasText: 'clienti.csv' });
    assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /Clienti clienti\.csv Utente admin 0 1 1/);
    await row.click();
    const faults = orders.getByRole('dialog');
    await faults.getByText('Senza nome').waitFor();
    await assertAccessible(orders, 'the refused rows of an import');
    const [file] = await Promise.all([
      orders.waitForEvent('download'),
      faults.getByRole('button', { name: 'Scarica le righe rifiutate' }).click(),
    ]);
    const book = read(await readFile(await file.path()));
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' });
    const [headers, refused] = rows.slice(rows.findIndex(([first]) => first === 'Ragione sociale'));
    assert.deepEqual(headers, ['Ragione sociale', 'Città', 'Errori']);
    assert.equal(refused![1], 'Senza nome');
    assert.match(refused![2]!, /Ragione sociale: /);
    await faults.getByRole('button', { name: 'Chiudi' }).last().click();
    // A notice leads to the refused rows of its import.
    await orders.getByRole('button', { name: /^Notifiche: / }).click();
    await orders
      .getByRole('menuitem')
      .filter({ hasText: /Importazione con errori.*Clienti/s })
      .click();
    await orders.waitForURL((url) => url.pathname === '/report/importazioni' && url.searchParams.has('open'));
    await orders.getByRole('dialog').getByText('Senza nome').waitFor();
  });

  matrixTest(
    'S32 sales and administration see what to invoice, drafts, overdue by age and expected cash; direction the trends',
    async () => {
      for (const role of ['sales', 'administration'] as const) {
        const page = await open(api[role], '/');
        const shown = async (list: 'Da fare adesso' | 'Altre cifre') =>
          (await readFigures(page, list)).filter((figure) => /^(Fatture scad|DDT|Bozze)/.test(figure));
        const drafts = ['DDT da fatturare 1', 'Bozze di fattura 1'];
        // Administration may not write invoices: their counts are no work of that role.
        const isWriter = role === 'sales';
        assert.deepEqual(await shown('Da fare adesso'), ['Fatture scadute 1', ...(isWriter ? drafts : [])]);
        assert.deepEqual(await shown('Altre cifre'), isWriter ? [] : drafts);
        await opens(page, 'DDT da fatturare', /vendite\?status=to_invoice/, 1);
        await opens(page, 'Bozze di fattura', /vendite\?tab=invoices&status=draft/, 1);
        await opens(page, 'Fatture scadute', /vendite\?tab=invoices&status=overdue/, 1);
        await page.getByRole('link', { name: '1 scaduta da 31 a 60 giorni' }).click();
        await page.getByRole('button', { name: /^Togli il filtro Scadenza/ }).waitFor();
        await hasRows(page, 1);
        await page.goBack();
        await chart(page, 'Incassi attesi per settimana').waitFor();
        assert.equal(await page.getByRole('figure').count(), 1);
        await chart(page, 'Incassi attesi per settimana').getByText('Dati in tabella').click();
        await chart(page, 'Incassi attesi per settimana')
          .getByRole('row', { name: /^Scadute 1 7,32 €$/ })
          .waitFor();
      }
      const page = await open(api.direction, '/');
      const rows: [string, RegExp][] = [
        ['Fatturato per mese', /6,00 € 0,00 €/],
        ['Ordini per mese', /3 0/],
        ['Valore del magazzino', /988,00 €/],
        ['Carico dei macchinari per settimana', /^TAGLIO-1/],
      ];
      for (const [name, row] of rows) {
        await chart(page, name).getByText('Dati in tabella').click();
        await chart(page, name).getByRole('row', { name: row }).first().waitFor();
      }
      assert.equal(await chart(page, rows[3]![0]).getByRole('columnheader').count(), 5, 'four weeks');
    },
  );

  matrixTest(
    'S33 every figure has count, path and screen and equals its list for each role; charts load after the figures, with a table behind each',
    async () => {
      await assertFiguresCount(api);
      const page = await open(api.direction, '/anagrafica/prodotti');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/Charts-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${api.url}/`);
      assert.ok((await readFigures(page)).length > 5, 'the figures do not wait for the charts');
      assert.equal(await page.getByRole('figure').count(), 0);
      release();
      await chart(page, 'Carico dei macchinari per settimana').waitFor();
      assert.equal(await page.getByRole('figure').count(), 5);
      for (const name of await page.getByRole('figure').all()) {
        await name.locator('.recharts-surface').first().waitFor();
        await name.getByText('Dati in tabella').click();
        assert.ok((await name.getByRole('table').getByRole('row').count()) > 1);
      }
      await assertAccessible(page, 'the home with charts');
    },
  );

  matrixTest('a phone shows the figures that are not zero, the charts in one row, and the cards by name', async () => {
    const page = await open(api.direction, '/', { viewport: PHONE });
    await page.getByRole('figure').nth(4).waitFor();
    const others = figures(page)
      .getByRole('list', { name: 'Altre cifre' })
      .getByRole('listitem', { includeHidden: true });
    await others.filter({ hasText: /\D0$/ }).first().waitFor({ state: 'attached' });
    const shown = await others.filter({ visible: true }).allInnerTexts();
    assert.ok(shown.length > 0 && shown.length < (await others.count()), 'some are zero');
    assert.deepEqual(
      shown.filter((text) => /(^|\D)0$/.test(text)),
      [],
    );
    const tops = await page.getByRole('figure').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, 'one row');
    const card = page.getByRole('main').getByRole('link', { name: 'Operazioni' }).last();
    assert.equal((await card.innerText()).trim(), 'Operazioni');
    // A panel shows its first rows; its title leads to all of them.
    const rows = await page
      .locator('main li:has(h3):not([data-whole]) > ul')
      .evaluateAll((lists) => lists.map((list) => [...list.children].filter((row) => row.checkVisibility()).length));
    assert.ok(rows.length > 0 && Math.max(...rows) <= 3, rows.join());
    await assertAccessible(page, 'the home on a phone');
  });

  matrixTest(
    'W25 GET /health/details (settings.manage) and the home of administrators show backup, database, disk, replication, certificate and outbox with their states',
    async () => {
      for (const role of ['administration', 'orders', 'warehouse', 'sales'] as const)
        assert.equal((await api[role].get('/health/details')).status, 403, role);
      const { checks } = (await api.admin.get<{ checks: HealthCheck[] }>('/health/details')).body;
      const SHOWN = [
        ['backup', 'Ultimo backup', /^mai Ultima prova di ripristino: mai Non è ancora/],
        ['database', 'Database', /^PostgreSQL \d+/],
        ['disk', 'Spazio libero su disco', /^\d[\d.,]* GB /],
        ['replication', 'Replica', /^Nessuna replica/],
        ['certificate', 'Certificato', /^PUBLIC_URL manca/],
        ['outbox', 'Posta e webhook in uscita', /^In attesa: 0/],
      ] as const;
      const WORDS = { ok: 'In ordine', warning: 'Attenzione', error: 'Errore', off: 'Non in uso' };
      assert.deepEqual(
        checks.map(({ name }) => name),
        SHOWN.map(([name]) => name),
      );
      const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
      const { backup, replication, certificate, outbox } = states;
      assert.deepEqual([backup, replication, certificate, outbox], ['error', 'off', 'off', 'ok']);
      const page = await open(api.admin, '/');
      const health = page.getByRole('region', { name: 'Stato del sistema' });
      for (const [name, title, facts] of SHOWN) {
        const shown = health.getByRole('definition').nth(SHOWN.findIndex((row) => row[0] === name));
        await shown.waitFor();
        assert.equal(
          await health
            .getByRole('term')
            .nth(SHOWN.findIndex((row) => row[0] === name))
            .innerText(),
          title,
        );
        const text = (await shown.innerText()).replaceAll(/\s+/g, ' ');
        const word = WORDS[states[name]!];
        assert.ok(text.startsWith(`${word} `), text);
        assert.match(text.slice(word.length + 1), facts);
      }
      const sales = await open(api.sales, '/');
      await figures(sales).waitFor();
      assert.equal(await sales.getByRole('region', { name: 'Stato del sistema' }).count(), 0);
    },
  );

  matrixTest('the home fits a tablet and a phone, light and dark, in three languages', async () => {
    for (const [language, viewport, dark] of [
      ['it', PHONE, true],
      ['fr', TABLET, false],
      ['en', PHONE, false],
    ] as const) {
      const page = await open(api.direction, '/', { language, viewport, dark });
      await page.getByRole('figure').nth(4).waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${language}: ${overflow}`);
      await assertAccessible(page, `the home, ${language}`);
    }
  });
});

describe('the bell', () => {
  matrixTest(
    'S35 shows new notices of the role without a sound and without a reload; its menu opens their screens and marks them as read',
    async () => {
      const bell = (page: Page, name: RegExp) => page.getByRole('button', { name });
      await api.db.deleteFrom('notices').execute();
      await noticeLateOrders(api.db, { again: true });
      await api.db.deleteFrom('notices').execute();
      const page = await open(api.sales, '/anagrafica/prodotti');
      const warehouse = await open(api.warehouse, '/');
      await bell(page, /^Notifiche$/).waitFor();
      // Live: goods arrive while the page is open.
      const order = await purchase(1);
      const receipt = {
        document_number: 'DDT 77',
        document_date: today,
        order_id: order.id,
        items: [{ order_item_id: order.items[0]!.id, quantity: 4, warehouse_id: made.depot }],
      };
      assert.equal((await api.warehouse.post('/goods-receipts/receive', receipt)).status, 201);
      await bell(page, /^Notifiche: 1 nuova$/).waitFor();
      const late = await sell(-1);
      assert.equal(await noticeLateOrders(api.db, { again: true }), 1);
      await addOtherNotices(api.db, { user: api.sales.userId, order: late });
      await page.reload();
      await bell(page, /^Notifiche: 4 nuove$/).click();
      const items = page.getByRole('menuitem');
      await items.nth(3).waitFor();
      assert.deepEqual(
        (await items.allInnerTexts()).map((text) => text.split('\n')[0]!.trim()),
        ['Menzione', 'Importazione con errori', 'Ordine in ritardo', 'Merce arrivata'],
      );
      assert.equal(await items.filter({ hasText: '(nuova)' }).count(), 4);
      assert.equal(await page.locator('audio').count(), 0);
      await assertAccessible(page, 'the open bell');
      await items.filter({ hasText: 'Ordine in ritardo' }).click();
      await page.waitForURL(new RegExp(`visualizza-ordini\\?.*order=${late.id}`));
      await bell(page, /^Notifiche$/).waitFor();
      await page.reload();
      await bell(page, /^Notifiche$/).click();
      await items.nth(3).waitFor();
      assert.equal(await items.filter({ hasText: '(nuova)' }).count(), 0, 'read notices stay listed');
      // The warehouse received the goods itself and imports nothing.
      await warehouse.reload();
      await bell(warehouse, /^Notifiche: 1 nuova$/).click();
      await warehouse.getByRole('menuitem').first().waitFor();
      assert.equal(await warehouse.getByRole('menuitem').count(), 1);
      // Escape closes the menu.
      await warehouse.keyboard.press('Escape');
      await warehouse.getByRole('menuitem').first().waitFor({ state: 'detached' });
    },
  );
});
