/** Packing lists and invoices: delivery to a customer and the invoice, each in a dialog over its list. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { sell, send } from '../../server/src/testing/invoiced.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { cellsOf, choose, enterDay, typeInto, textsOf } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const { api, open } = stage;
const PATH = '/operazioni/vendite';
const INVOICES = `${PATH}?tab=invoices`;
const made = {} as Record<'reel' | 'bag' | 'empty' | 'depot' | 'customer', number>;

async function prepare() {
  await completeCompany(api.admin);
  made.depot = (await createWarehouse(api.admin, { name: 'Prodotti finiti' })).id;
  made.reel = (await createProduct(api.admin, { code: 'BOB-1', description: 'Bobina kraft', has_batch: true })).id;
  made.bag = (await createProduct(api.admin, { code: 'SAC-1', description: 'Sacchetti', unit_of_measure: 'box' })).id;
  made.empty = (await createProduct(api.admin, { code: 'VUOTO-1', description: 'Mai arrivato' })).id;
  made.customer = (
    await createCustomer(api.admin, { business_name: 'Panificio Moderno', vat_number: '01234567897' })
  ).id;
  await createCustomer(api.admin, { business_name: 'Panificio Chiuso', is_active: false });
  const load = (id: number, quantity: number, given: object = {}) =>
    createMovement(api.admin, loadBody(id, made.depot, quantity, given));
  await load(made.reel, 30, { batch_number: 'L-1', expiry_date: '2099-01-31' });
  await load(made.reel, 500, { batch_number: 'L-2', expiry_date: '2099-12-31' });
  await load(made.bag, 12);
}
/** Creates an order of 50 reels at 2.50 or another price, 20 boxes at 10, and 5 of a product without stock. */
function newOrder(number: string, unit_price = 2.5): Promise<CustomerOrder> {
  return createCustomerOrder(
    api.admin,
    made.customer,
    [
      { product_id: made.reel, quantity: 50, unit_price },
      { product_id: made.bag, quantity: 20, unit_price: 10 },
      { product_id: made.empty, quantity: 5, unit_price: 1 },
    ],
    { order_number: number, customer_order_number: `PM-${number}` },
  );
}
/** Creates a packing list of this many reels of a new order. */
async function newPackingList(number: string, quantity = 10, unit_price = 2.5): Promise<PackingList> {
  const order = await newOrder(number, unit_price);
  return createPackingList(api.sales, {
    customer_id: made.customer,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity, warehouse_id: made.depot, batch_number: 'L-2' }],
  });
}
async function stockOf(product: number): Promise<[string | null, number][]> {
  return (await api.admin.get(`/stock/product/${product}`)).body.map(
    (row: { batch_number: string | null; quantity: number }) => [row.batch_number, row.quantity],
  );
}
/** The company's day. */
function today() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
}
function rows(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
function confirmed(page: Page, name: string) {
  return page.getByRole('dialog', { name }).last().getByRole('button', { name, exact: true }).click();
}
function line(dialog: Locator, field: string, code: string, number = 1) {
  return dialog.getByLabel(`${field} · ${code} · riga ${number}`);
}

describe('sales', () => {
  before(prepare);

  matrixTest(
    'F01 F08: two tabs, each with a search, a dialog for a new document, and details and report for every row; in three languages; a failed load shows a message',
    async (t) => {
      await t.test('empty lists and failed loads show a message', async () => {
        const page = await open(api.orders, '/operazioni');
        await page.getByRole('link', { name: /^Vendite/ }).click();
        await page.getByRole('heading', { name: 'Nessuna packing list' }).waitFor();
        await assertAccessible(page, 'no packing lists');
        assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Packing list (DDT)', 'Fatture']);
        await page.getByRole('tab', { name: 'Fatture' }).click();
        await page.getByRole('heading', { name: 'Nessuna fattura' }).waitFor();
        await assertAccessible(page, 'no invoices');
        await page.reload();
        await page.getByRole('heading', { name: 'Nessuna fattura' }).waitFor();
        for (const [call, tab, empty] of [
          ['packing-lists', 'Packing list (DDT)', 'Nessuna packing list'],
          ['invoices', 'Fatture', 'Nessuna fattura'],
        ] as const) {
          // Clears the cache by opening another screen, so that the list is requested again.
          await page.goto(`${api.url}/operazioni`);
          await page.getByRole('heading', { level: 1, name: 'Operazioni' }).waitFor();
          await page.route(`**/api/${call}?**`, (route) => route.fulfill({ status: 500, json: {} }));
          await page.getByRole('link', { name: /^Vendite/ }).click();
          await page.getByRole('tab', { name: tab }).click();
          await page.getByRole('alert').getByText("Errore durante l'operazione").first().waitFor();
          await page.unroute(`**/api/${call}?**`);
          await page.getByRole('button', { name: 'Riprova' }).click();
          await page.getByRole('heading', { name: empty }).waitFor();
        }
        for (const [language, title, tabs] of [
          ['fr', 'Ventes', ['Bons de livraison', 'Factures']],
          ['en', 'Sales', ['Packing lists', 'Invoices']],
        ] as const) {
          const other = await open(api.orders, PATH, { language });
          await other.getByRole('heading', { level: 1, name: title }).waitFor();
          assert.deepEqual(await other.getByRole('tab').allInnerTexts(), tabs);
        }
      });

      await t.test(
        'each tab has a dialog for a new document, a search, and details and a report for each row',
        async () => {
          const [one, other] = [await newPackingList('OC-F1', 2), await newPackingList('OC-F2', 3)];
          const drafts = [await createInvoice(api.sales, one.id), await createInvoice(api.sales, other.id)];
          for (const [path, added, found, hidden, ids] of [
            [PATH, 'Nuova packing list', one.packing_list_number, other.packing_list_number, [one.id, other.id]],
            [INVOICES, 'Nuova fattura', `BOZZA-${drafts[0]!.id}`, `BOZZA-${drafts[1]!.id}`, drafts.map(({ id }) => id)],
          ] as const) {
            const page = await open(api.sales, path);
            await rows(page).nth(1).waitFor();
            await page.getByRole('button', { name: added }).first().click();
            await page.getByRole('dialog', { name: added }).waitFor();
            assert.match(page.url(), /new=true/);
            await page.goBack();
            await page.getByRole('dialog').waitFor({ state: 'detached' });
            const act = async (name: string) => {
              await page.getByRole('button', { name: `Azioni per ${found}`, exact: true }).click();
              await page.getByRole('menuitem', { name, exact: true }).click();
            };
            await page.getByRole('searchbox').fill(one.packing_list_number);
            await rows(page).filter({ hasText: hidden }).waitFor({ state: 'detached' });
            await rows(page).filter({ hasText: found }).waitFor();
            await act('Dettagli');
            const details = page.getByRole('dialog', { name: new RegExp(`${found}$`) });
            await details.getByText('BOB-1').waitFor();
            await page.waitForURL(new RegExp(`open=${ids[0]}`));
            await details.getByRole('button', { name: 'Chiudi', exact: true }).last().click();
            await details.waitFor({ state: 'detached' });
            const report = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/report'));
            await act('Scarica PDF');
            const answer = await report;
            assert.deepEqual([answer.status(), answer.headers()['content-type']], [200, 'application/pdf']);
            await page.getByText(/^Documento pronto: .*[.]pdf$/).waitFor();
          }
          for (const { id } of drafts) assert.equal((await api.sales.delete(`/invoices/${id}`)).status, 204);
          for (const { id } of [one, other])
            assert.equal((await api.sales.delete(`/packing-lists/${id}`)).status, 204, 'the goods are back');
        },
      );

      await t.test('a created packing list and a created invoice show a message', async () => {
        await newOrder('OC-F3');
        const page = await open(api.sales, `${PATH}?new=true`);
        const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
        await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Panificio Moderno');
        await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), 'OC-F3');
        await dialog.getByRole('button', { name: 'Aggiungi SAC-1' }).click();
        await typeInto(line(dialog, 'Quantità', 'SAC-1'), '1');
        await dialog.getByRole('button', { name: 'Crea packing list' }).click();
        await page.getByText('Packing list creata con successo').waitFor();
        const details = page.getByRole('dialog', { name: /^Packing list DDT-/ });
        await details.getByRole('link', { name: 'Crea fattura' }).click();
        await page.getByRole('dialog', { name: 'Nuova fattura' }).getByRole('button', { name: 'Crea fattura' }).click();
        await page.getByText('Fattura creata con successo').waitFor();
        await page.getByRole('dialog', { name: /^Fattura BOZZA-/ }).waitFor();
        const draft = Number(new URL(page.url()).searchParams.get('open'));
        const { packing_list_id } = (await api.sales.get<Invoice>(`/invoices/${draft}`)).body;
        assert.equal((await api.sales.delete(`/invoices/${draft}`)).status, 204);
        assert.equal((await api.sales.delete(`/packing-lists/${packing_list_id}`)).status, 204);
      });
    },
  );

  matrixTest(
    'F02: the packing list form applies its five rules, takes the goods out of stock and shows a message',
    async () => {
      const order = await newOrder('OC-A');
      const page = await open(api.sales, PATH);
      await page.getByRole('button', { name: 'Nuova packing list' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
      const save = dialog.getByRole('button', { name: 'Crea packing list' });
      await save.click();
      await dialog.getByText('Seleziona un cliente').waitFor();
      await dialog.getByText('Seleziona un ordine').waitFor();
      await dialog.getByText('Aggiungi almeno un item').waitFor();
      await assertAccessible(page, 'refused');
      const customer = dialog.getByRole('combobox', { name: 'Cliente' });
      await customer.fill('Panificio');
      await page.getByRole('option', { name: 'Panificio Moderno' }).waitFor();
      assert.equal(await page.getByRole('option', { name: 'Panificio Chiuso' }).count(), 0, 'only active customers');
      await page.getByRole('option', { name: 'Panificio Moderno' }).click();
      await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), 'OC-A');

      const add = (code: string) => dialog.getByRole('button', { name: `Aggiungi ${code}` }).click();
      await add('BOB-1');
      assert.equal(await line(dialog, 'Quantità', 'BOB-1').inputValue(), '50', 'what remains');
      await add('SAC-1');
      assert.equal(await line(dialog, 'Quantità', 'SAC-1', 2).inputValue(), '12', 'the stock');
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLInputElement>('[data-path$=warehouse_id]')].every(({ value }) => value),
      );
      await dialog.getByText('Totale imponibile: 245,00 €').waitFor();
      await add('BOB-1');
      await page.getByText('Quantità rimanente non disponibile').waitFor();
      await assertAccessible(page, 'filled');
      await add('VUOTO-1');
      assert.equal(await line(dialog, 'Quantità', 'VUOTO-1', 3).inputValue(), '0', 'no stock');
      await save.click();
      await dialog.getByText('Scegli il magazzino').waitFor();
      await dialog
        .getByRole('listitem', { name: /VUOTO-1/ })
        .getByRole('button', { name: /^Togli/ })
        .click();
      assert.equal(await line(dialog, 'Lotto', 'BOB-1').inputValue(), '', 'no batch is wanted');

      await typeInto(line(dialog, 'Quantità', 'BOB-1'), '50,01');
      await save.click();
      await dialog.getByText('Restano da consegnare 50 kg').waitFor();
      await typeInto(line(dialog, 'Quantità', 'BOB-1'), '0');
      await save.click();
      await dialog.getByText(/maggiore di (0|zero)/).waitFor();
      await typeInto(line(dialog, 'Quantità', 'BOB-1'), '40');
      await line(dialog, 'Quantità', 'BOB-1').press('ArrowUp');
      assert.equal(await line(dialog, 'Quantità', 'BOB-1').inputValue(), '40,01', 'a step of 0,01');
      await line(dialog, 'Quantità', 'BOB-1').press('ArrowDown');
      await dialog.getByRole('button', { name: 'Trasporto' }).click();
      await dialog.getByLabel('Vettore').fill('Corriere Arno');
      await dialog.getByLabel('Colli').fill('3');
      const posted = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/packing-lists'),
      );
      await save.click();
      await page.getByText('Packing list creata con successo').waitFor();
      const sent = await posted;

      // Batches are allocated by expiry, so the earlier one is used up.
      assert.deepEqual(await stockOf(made.reel), [['L-2', 490]]);
      assert.deepEqual(await stockOf(made.bag), []);
      const [found] = (await api.sales.get(`/packing-lists?order_id=${order.id}`)).body;
      const { body } = await api.sales.get<PackingList>(`/packing-lists/${found.id}`);
      assert.deepEqual(
        body.items.map(({ code, batch_number, quantity }) => [code, batch_number, quantity]),
        [
          ['BOB-1', 'L-1', 30],
          ['BOB-1', 'L-2', 10],
          ['SAC-1', null, 12],
        ],
      );
      assert.deepEqual([body.carrier, body.packages, body.total_amount], ['Corriere Arno', 3, 220]);
      const again = await fetch(sent.url(), {
        method: 'POST',
        headers: await sent.allHeaders().then(({ authorization, 'idempotency-key': key, 'content-type': type }) => ({
          authorization: authorization!,
          'idempotency-key': key!,
          'content-type': type!,
        })),
        body: sent.postData()!,
      });
      assert.equal(again.status, 201);
      assert.deepEqual(await stockOf(made.reel), [['L-2', 490]], 'a repeated request takes no stock');

      const details = page.getByRole('dialog', { name: `Packing list ${body.packing_list_number}` });
      await details.getByText('Corriere Arno').waitFor();
      await assertAccessible(page, 'details');
      assert.match(page.url(), new RegExp(`open=${body.id}`));
      await page.reload();
      await details.getByText('Corriere Arno').waitFor();
      await details.getByRole('button', { name: 'Chiudi', exact: true }).last().click();
      await details.waitFor({ state: 'detached' });
      const [cells] = await cellsOf(rows(page));
      assert.deepEqual(
        [cells![0], cells![4], cells![5], cells![7]],
        [body.packing_list_number, 'PM-OC-A', 'Emessa', '220,00 €'],
      );
    },
  );

  matrixTest('a chosen batch is used; cancelling the packing list returns it', async () => {
    const before = await stockOf(made.reel);
    await newOrder('OC-B');
    const page = await open(api.orders, `${PATH}?new=true`);
    const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
    await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Panificio Moderno');
    await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), 'OC-B');
    await dialog.getByRole('button', { name: 'Aggiungi BOB-1' }).click();
    await line(dialog, 'Lotto', 'BOB-1').click();
    await page.getByRole('option', { name: /^L-2 · 490/ }).click();
    await typeInto(line(dialog, 'Quantità', 'BOB-1'), '8,5');
    await line(dialog, 'Quantità', 'BOB-1').press('Control+s');
    await page.getByText('Packing list creata con successo').waitFor();
    assert.deepEqual(await stockOf(made.reel), [['L-2', 481.5]]);
    const details = page.getByRole('dialog', { name: /^Packing list DDT-/ });
    await details.getByRole('button', { name: 'Annulla packing list' }).click();
    const question = page.getByRole('dialog', { name: 'Annulla packing list' });
    await question.getByText(/BOB-1 · L-2: 8,5/).waitFor();
    await confirmed(page, 'Annulla packing list');
    await details.getByText('Annullata', { exact: true }).waitFor();
    assert.deepEqual(await stockOf(made.reel), before);
    await assertAccessible(page, 'cancelled');
  });

  matrixTest('errors of the server appear beside their line and the input is kept', async () => {
    await newOrder('OC-C');
    const page = await open(api.orders, `${PATH}?new=true`);
    const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
    await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Panificio Moderno');
    await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), 'OC-C');
    await dialog.getByRole('button', { name: 'Aggiungi BOB-1' }).click();
    await line(dialog, 'Lotto', 'BOB-1').click();
    await page.getByRole('option', { name: /^L-2/ }).click();
    const [, all] = (await stockOf(made.reel)).find(([batch]) => batch === 'L-2')!;
    await createMovement(api.admin, {
      ...loadBody(made.reel, made.depot, all - 20, { batch_number: 'L-2' }),
      movement_type: 'S',
    });
    await dialog.getByRole('button', { name: 'Crea packing list' }).click();
    const quantity = line(dialog, 'Quantità', 'BOB-1');
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      'Quantità · BOB-1 · riga 1',
    );
    assert.equal(await quantity.inputValue(), '50');
    assert.equal(await quantity.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await stockOf(made.reel), [['L-2', 20]]);
    await createMovement(api.admin, loadBody(made.reel, made.depot, 1000, { batch_number: 'L-2' }));
  });

  matrixTest(
    'by keyboard alone, the lines of the order follow the order, one key adds all of them, and a save waits for their warehouses',
    async () => {
      await newOrder('OC-T');
      const page = await open(api.sales, `${PATH}?new=true`);
      const saved = Promise.withResolvers<void>();
      await page.route('**/api/packing-lists/stock-availability/**', async (route) => {
        await saved.promise;
        await route.continue();
      });
      const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
      const focus = (name: string) =>
        page.waitForFunction(
          (wanted) =>
            (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted,
          name,
        );
      const customer = dialog.getByRole('combobox', { name: 'Cliente' });
      await customer.pressSequentially('panificio mod');
      await page.getByRole('option', { name: 'Panificio Moderno' }).waitFor();
      await customer.press('Enter');
      const order = dialog.getByRole('combobox', { name: 'Ordine' });
      await order.pressSequentially('OC-T');
      await page.getByRole('option', { name: /OC-T/ }).waitFor();
      await order.press('Enter');
      await focus('Aggiungi tutto il disponibile');
      await page.keyboard.press('Enter');
      await line(dialog, 'Quantità', 'BOB-1').waitFor();
      await page.keyboard.press('Control+Enter');
      saved.resolve();
      await page.getByText('Packing list creata con successo').waitFor();
    },
  );

  test('F05 F07: an invoice is created from a packing list, sent, paid and credited', async () => {
    const packed = await newPackingList('OC-D', 10, 123.456);
    const page = await open(api.admin, PATH);
    const amounts = async (number: string) =>
      (await cellsOf(rows(page).filter({ hasText: number })))[0]!.filter((text) => text.includes('€'));
    await rows(page).filter({ hasText: packed.packing_list_number }).waitFor();
    assert.deepEqual(await amounts(packed.packing_list_number), ['1.234,56 €']);
    await page.goto(`${api.url}${PATH}?open=${packed.id}`);
    const goods = page.getByRole('dialog', { name: `Packing list ${packed.packing_list_number}` });
    await goods.getByText('BOB-1').waitFor();
    assert.match((await goods.innerText()).replaceAll(/\s+/g, ' '), /123,456 € .*1\.234,56 €/);
    await page.goto(`${api.url}${INVOICES}`);
    await page.getByRole('button', { name: 'Nuova fattura' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nuova fattura' });
    await dialog.getByRole('button', { name: 'Crea fattura' }).click();
    await dialog.getByText('Seleziona una packing list').waitFor();
    await assertAccessible(page, 'refused');
    await choose(page, dialog.getByRole('combobox', { name: 'Packing list da fatturare' }), packed.packing_list_number);
    await enterDay(dialog.getByRole('textbox', { name: 'Scadenza' }), '31/12/2099');
    await dialog.getByLabel('Note').fill('Grazie');
    await dialog.getByRole('button', { name: 'Crea fattura' }).click();
    await page.getByText('Fattura creata con successo').waitFor();
    const draft = page.getByRole('dialog', { name: /^Fattura BOZZA-/ });
    await draft.getByText('Bozza', { exact: true }).waitFor();
    const texts = (await draft.locator('dl').last().innerText()).replaceAll(/\s+/g, ' ');
    assert.match(texts, /Imponibile 1\.234,56 € .*IVA 271,60 € Totale 1\.506,16 €/);
    const [asDraft] = (await api.admin.get<InvoiceRow[]>(`/invoices?packing_list_id=${packed.id}`)).body;
    const { due_date, notes } = (await api.admin.get<Invoice>(`/invoices/${asDraft!.id}`)).body;
    assert.deepEqual([due_date, notes], ['2099-12-31', 'Grazie']);
    await rows(page)
      .filter({ hasText: `BOZZA-${asDraft!.id}` })
      .waitFor();
    assert.deepEqual((await amounts(`BOZZA-${asDraft!.id}`)).at(-1), '1.506,16 €');
    await assertAccessible(page, 'draft');
    // The packing list is no longer offered, and the form says why.
    const second = await open(api.admin, `${INVOICES}&new=true`);
    const list = second.getByRole('dialog').getByRole('combobox', { name: 'Packing list da fatturare' });
    await list.fill(packed.packing_list_number);
    await list.press('Enter');
    await second.getByText(`${packed.packing_list_number} è già in BOZZA-${asDraft!.id}`).waitFor();

    await draft.getByRole('button', { name: 'Segna come inviata' }).click();
    await confirmed(page, 'Segna come inviata');
    const sent = page.getByRole('dialog', { name: /^Fattura FT-/ });
    await sent.getByText('Inviata', { exact: true }).waitFor();
    await sent.getByRole('button', { name: 'Segna come pagata' }).click();
    await confirmed(page, 'Segna come pagata');
    await sent.getByText('Pagata', { exact: true }).waitFor();
    await sent.getByRole('button', { name: 'Riporta a inviata' }).click();
    await confirmed(page, 'Riporta a inviata');
    await sent.getByText('Inviata', { exact: true }).waitFor();
    await sent.getByRole('button', { name: 'Emetti nota di credito' }).click();
    await confirmed(page, 'Emetti nota di credito');
    await sent.getByText('Annullata', { exact: true }).waitFor();
    await sent.getByRole('link', { name: /^NC-/ }).click();
    await page
      .getByRole('dialog', { name: /^Nota di credito NC-/ })
      .getByText('1.506,16 €')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    const listed = (await api.admin.get<InvoiceRow[]>(`/invoices?packing_list_id=${packed.id}`)).body;
    assert.deepEqual(listed.map(({ type, status }) => [type, status]).toSorted(), [
      ['credit_note', 'sent'],
      ['invoice', 'cancelled'],
    ]);
    await page.getByRole('searchbox').fill(packed.packing_list_number);
    await page.waitForURL(/q=DDT/);
    await page.getByText('2 fatture').waitFor();
    const credited = listed.find(({ type }) => type === 'credit_note')!;
    assert.deepEqual((await amounts(credited.invoice_number!)).at(-1), '-1.506,16 €', 'it counts against the customer');
    await assertAccessible(page, 'invoices');
    // A credit note is sent too, but it is not an amount due.
    await page.getByRole('combobox', { name: 'Stato' }).click();
    await page.getByRole('option', { name: 'Inviata' }).click();
    await page.getByText('1 fattura', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Stato' }).click();
    await page.getByRole('option', { name: 'Da incassare' }).click();
    await page.getByText('0 fatture').waitFor();
  });

  matrixTest(
    'the report buttons of the row and of the details open the PDF; the electronic invoice is a file, or a message names the missing data',
    async () => {
      const packed = await newPackingList('OC-G', 3);
      const page = await open(api.sales, PATH);
      const answered = (path: string) =>
        page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api${path}` && answer.ok());
      const [list] = await Promise.all([
        answered(`/packing-lists/${packed.id}/report`),
        page
          .getByRole('button', { name: `Azioni per ${packed.packing_list_number}`, exact: true })
          .click()
          .then(() => page.getByRole('menuitem', { name: 'Scarica PDF', exact: true }).click()),
      ]);
      assert.equal(list.headers()['content-type'], 'application/pdf');
      await page.getByText(/^Documento pronto: .*[.]pdf$/).waitFor();

      const invoice = await createInvoice(api.sales, packed.id);
      await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
      await page.goto(`${api.url}${INVOICES}&open=${invoice.id}`);
      const dialog = page.getByRole('dialog', { name: /^Fattura FT-/ });
      const [paper] = await Promise.all([
        answered(`/invoices/${invoice.id}/report`),
        dialog.getByRole('button', { name: 'Scarica PDF' }).click(),
      ]);
      assert.equal(paper.headers()['content-type'], 'application/pdf');
      await dialog.getByRole('button', { name: 'Fattura elettronica' }).click();
      await dialog.getByRole('alert').getByText('Dati mancanti').waitFor();
      await dialog.getByRole('alert').getByRole('link', { name: 'completa' }).first().waitFor();
      await assertAccessible(page, 'what is missing');
    },
  );

  matrixTest('deleting a draft asks first; roles that may not settle invoices see no button', async () => {
    const packed = await newPackingList('OC-E', 1);
    const draft = await createInvoice(api.sales, packed.id);
    const page = await open(api.sales, `${INVOICES}&open=${draft.id}`);
    const dialog = page.getByRole('dialog', { name: `Fattura BOZZA-${draft.id}` });
    await dialog.getByRole('button', { name: 'Elimina bozza' }).click();
    await confirmed(page, 'Elimina bozza');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await api.admin.get(`/invoices/${draft.id}`)).status, 404);
    const next = await createInvoice(api.sales, packed.id);
    const { body } = await api.sales.put<Invoice>(`/invoices/${next.id}/status`, { status: 'sent' });
    await page.goto(`${api.url}${INVOICES}&open=${next.id}`);
    const sent = page.getByRole('dialog', { name: `Fattura ${body.invoice_number}` });
    await sent.getByRole('button', { name: 'Scarica PDF' }).waitFor();
    for (const name of ['Segna come pagata', 'Emetti nota di credito'])
      assert.equal(await sent.getByRole('button', { name }).count(), 0, name);
    const settling = await open(api.administration, `${INVOICES}&open=${next.id}`);
    await settling.getByRole('button', { name: 'Segna come pagata' }).waitFor();
    assert.equal(await settling.getByRole('button', { name: 'Nuova fattura' }).count(), 0);
  });

  matrixTest('several packing lists become one invoice, whose lines are credited by quantity or amount', async () => {
    const lists = [await newPackingList('OC-M1', 4, 3), await newPackingList('OC-M2', 6, 5)];
    const page = await open(api.admin, `${PATH}?q=OC-M`);
    await page.getByText('2 packing list').waitFor();
    await page.getByLabel('Seleziona tutte le righe').check();
    await page.getByRole('button', { name: 'Crea una sola fattura' }).click();
    const together = page.getByRole('dialog', { name: 'Crea una sola fattura' });
    await together.getByText(lists.map((list) => list.packing_list_number).join(', ')).waitFor();
    await together.getByLabel('Note').fill('Due consegne');
    await assertAccessible(page, 'one invoice');
    await together.getByRole('button', { name: 'Crea fattura' }).click();
    const draft = page.getByRole('dialog', { name: /^Fattura BOZZA-/ });
    for (const list of lists)
      await draft.getByRole('link', { name: new RegExp(`^DDT ${list.packing_list_number} del`) }).waitFor();
    await assertAccessible(page, 'draft of several packing lists');
    await draft.getByRole('button', { name: 'Segna come inviata' }).click();
    await confirmed(page, 'Segna come inviata');

    const sent = page.getByRole('dialog', { name: /^Fattura FT-/ });
    await sent.getByRole('button', { name: 'Storna righe' }).click();
    const credit = page.getByRole('dialog', { name: 'Storna righe' });
    await credit.getByRole('button', { name: 'Emetti nota di credito' }).click();
    await credit.getByText('Campo obbligatorio').waitFor();
    // Enter moves on: it issues no credit note of a part.
    await line(credit, 'Quantità', 'BOB-1').fill('1');
    await line(credit, 'Quantità', 'BOB-1').press('Enter');
    await line(credit, 'Imponibile', 'BOB-1').and(page.locator(':focus')).waitFor();
    await line(credit, 'Imponibile', 'BOB-1', 2).fill('30,01');
    await credit.getByLabel('La merce rientra in magazzino').check();
    await assertAccessible(page, 'credit of lines');
    await credit.getByRole('button', { name: 'Emetti nota di credito' }).click();
    await confirmed(page, 'Emetti nota di credito');
    await credit.getByText('Restano da stornare 30 EUR').waitFor();
    await line(credit, 'Imponibile', 'BOB-1', 2).fill('10,50');
    await credit.getByText('Imponibile da stornare: 13,50 €').waitFor();
    await credit.getByRole('button', { name: 'Emetti nota di credito' }).click();
    const asked = page.getByRole('dialog', { name: 'Emetti nota di credito' });
    await asked.getByText('verrà emessa una nota di credito con un imponibile di 13,50 €').waitFor();
    const back = await textsOf(asked.getByRole('listitem'));
    assert.match(back.join('; '), /^BOB-1(?: · \S+)?: 1 \S+ in \S/);
    await confirmed(page, 'Emetti nota di credito');
    await credit.waitFor({ state: 'detached' });
    const answer = page.locator('.toasts [role=alert]').filter({ hasText: /^Nota di credito NC-/ });
    assert.deepEqual(await textsOf(answer.getByRole('listitem')), back);
    // 3 + 10.50 at 22 %
    await sent.getByText('16,47 €').waitFor();
    await sent.getByText('Inviata', { exact: true }).waitFor();
    await sent.getByRole('link', { name: /^NC-/ }).waitFor();
    const [listed] = (await api.admin.get<InvoiceRow[]>(`/invoices?type=invoice&packing_list_id=${lists[1]!.id}`)).body;
    const { notes, credit_notes } = (await api.admin.get<Invoice>(`/invoices/${listed!.id}`)).body;
    assert.deepEqual([notes, credit_notes.map((note) => note.total_amount)], ['Due consegne', [16.47]]);
  });

  test('the list of invoices shows the total and the open amount of what the filters leave, and the open amount of each row as a column that is off at first', async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Somma in Lista', country_code: 'IT' });
    const [first, second] = [
      await sell(api, [{ quantity: 1, unit_price: 1000 }], { of: customer }),
      await sell(api, [{ quantity: 1, unit_price: 10.5 }], { of: customer }),
    ];
    const { id } = await send(api.sales, first.invoice.id);
    await send(api.sales, second.invoice.id);
    const payment = { customer_id: customer.id, day: today(), amount: 200 };
    const paid = await api.administration.post('/payments', {
      ...payment,
      allocations: [{ invoice_id: id, amount: 200 }],
    });
    assert.equal(paid.status, 201);
    const page = await open(api.sales, `${INVOICES}&customer_id=${customer.id}`);
    const totals = page.getByLabel('Totali', { exact: true });
    // 1,000 + 10.50 with 22 % VAT, less the payment
    await totals.getByText('1.232,81 €').waitFor();
    await totals.getByText('1.032,81 €').waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Da incassare' }).count(), 0);
    await assertAccessible(page, 'sums of invoices');
    await page.getByRole('button', { name: 'Colonne' }).click();
    await page.getByRole('dialog', { name: 'Colonne' }).getByRole('checkbox', { name: 'Da incassare' }).check();
    await page.keyboard.press('Escape');
    await rows(page).filter({ hasText: '1.020,00 €' }).waitFor();
    await page.getByRole('columnheader', { name: 'Da incassare' }).waitFor();
    // Nothing is to be collected of a draft: its cell is empty and the sum stays.
    await sell(api, [{ quantity: 1, unit_price: 500 }], { of: customer });
    await page.reload();
    await totals.getByText('1.842,81 €').waitFor();
    await totals.getByText('1.032,81 €').waitFor();
    const draft = rows(page).filter({ hasText: 'Bozza' });
    await draft.waitFor();
    assert.equal(await draft.getByText('610,00 €', { exact: true }).count(), 1);
    await page.getByRole('combobox', { name: 'Stato' }).click();
    await page.getByRole('option', { name: 'Pagata in parte' }).click();
    await totals.getByText('1.220,00 €').waitFor();
    await totals.getByText('1.020,00 €').waitFor();
    await page.getByRole('searchbox').fill('nessuna fattura');
    await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
    assert.equal(await totals.count(), 0);
    const phone = await open(api.sales, `${INVOICES}&customer_id=${customer.id}`, { viewport: PHONE });
    await phone.getByText('1.842,81 €').waitFor();
    await rows(phone).first().waitFor();
    const width = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `nothing hangs over: ${width}`);
  });

  matrixTest('T22 all packing lists up to a day become drafts, one per customer, with progress', async () => {
    const lists = [await newPackingList('OC-U1', 1), await newPackingList('OC-U2', 1)];
    // Both tabs offer it; the drafts are on that of the invoices.
    const page = await open(api.admin, PATH);
    await page.getByRole('link', { name: 'Fattura tutto fino al' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fattura tutto fino al' });
    await dialog
      .getByRole('status')
      .getByText(/packing list da fatturare/)
      .waitFor();
    await assertAccessible(page, 'invoice all');
    await page.route('**/api/invoices/bulk/from-packing-lists', async (route) => {
      await dialog.getByRole('progressbar').waitFor();
      await route.continue();
    });
    await dialog.getByRole('textbox', { name: 'Fino al' }).press('Enter');
    await page.getByText(/bozz[ae] creat[ae]/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    // The list shows the drafts, which are sent next, and the focus is where the dialog was opened.
    await page.waitForURL(/status=draft/);
    await page.getByRole('tab', { name: 'Fatture', selected: true }).waitFor();
    const ids = await Promise.all(
      lists.map(async (list) => (await api.admin.get<PackingList>(`/packing-lists/${list.id}`)).body.invoice_id),
    );
    assert.ok(ids[0]);
    assert.equal(ids[0], ids[1]);
    const { body } = await api.admin.get<PackingList[]>('/packing-lists?invoiced=false');
    assert.deepEqual(body, []);
  });

  test('invoicing all shows each customer with its packing lists and amount, all ticked; an unticked one gets no draft', async () => {
    const names = ['Anticipo Uno', 'Anticipo Due', 'Anticipo Tre'];
    const sold = [];
    for (const [at, business_name] of names.entries()) {
      const one = await sell(api, [{ quantity: at + 1, unit_price: 10.5 }], { customer: { business_name } });
      await api.sales.delete(`/invoices/${one.invoice.id}`);
      sold.push(one);
    }
    const page = await open(api.sales, INVOICES);
    await page.getByRole('button', { name: 'Fattura tutto fino al' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fattura tutto fino al' });
    const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
    await row('Anticipo Tre').filter({ hasText: '31,50 €' }).waitFor();
    assert.deepEqual(await dialog.getByRole('checkbox', { checked: false }).count(), 0);
    const run = dialog.getByRole('button', { name: 'Crea bozze' });
    assert.ok(await run.isEnabled());
    await assertAccessible(page, 'the customers to invoice');
    // By keyboard: none, all, and all but one.
    const all = dialog.getByRole('checkbox', { name: 'Tutti i clienti' });
    await all.press('Space');
    await dialog.getByRole('status').getByText('0 packing list da fatturare').waitFor();
    assert.ok(await run.isDisabled());
    await all.press('Space');
    const tick = row('Anticipo Due').getByRole('checkbox');
    await tick.press('Space');
    assert.equal(await tick.isChecked(), false);
    // The tick outlives another day. The packing lists of today are after yesterday.
    const day = dialog.getByRole('textbox', { name: 'Fino al' });
    await enterDay(day, addDays(today(), -1).split('-').toReversed().join('/'));
    await dialog.getByText(/con data successiva/).waitFor();
    assert.ok(await run.isDisabled());
    await enterDay(day, 'oggi');
    await row('Anticipo Due').waitFor();
    assert.equal(await tick.isChecked(), false);
    // On a phone a name wraps and stays within its row.
    await page.setViewportSize(PHONE);
    const label = (await row('Anticipo Due').getByText('Anticipo Due').boundingBox())!;
    const box = (await row('Anticipo Due').boundingBox())!;
    assert.ok(label.y >= box.y && label.y + label.height <= box.y + box.height + 1, 'the name is within its row');
    await page.setViewportSize(DESKTOP);
    // Twice, as a hurried user: the second press creates nothing.
    await run.dblclick();
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Fattura tutto fino al' }), 'after the drafts');
    const draftsOf = async (customer: number) =>
      (await api.sales.get<InvoiceRow[]>(`/invoices?status=draft&customer_id=${customer}`)).body.length;
    assert.deepEqual(await Promise.all(sold.map(({ customer }) => draftsOf(customer.id))), [1, 0, 1]);
    const { body } = await api.sales.get<PackingList[]>('/packing-lists?invoiced=false&status=issued');
    assert.deepEqual(
      body.map(({ customer_name }) => customer_name),
      ['Anticipo Due'],
    );
    await createInvoice(api.sales, sold[1]!.list.id);
  });

  matrixTest('an invoiced packing list cannot be cancelled, and the menu gives the reason', async () => {
    const packed = await newPackingList('OC-H', 1);
    const draft = await createInvoice(api.sales, packed.id);
    const page = await open(api.sales, `${PATH}?open=${packed.id}`);
    const dialog = page.getByRole('dialog', { name: `Packing list ${packed.packing_list_number}` });
    await dialog.getByText(/^Fatturata: si annulla solo quando/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Annulla packing list' }).count(), 0);
    const facts = (await dialog.innerText()).replaceAll(/\s+/g, ' ');
    // The values that are printed, whether entered or default.
    assert.match(facts, /Causale del trasporto Vendita .*Data del trasporto \d\d\/\d\d\/\d{4}/);
    await api.sales.delete(`/invoices/${draft.id}`);
    await dialog.getByRole('button', { name: 'Annulla packing list' }).waitFor();
  });

  matrixTest('the warehouse sees packing lists without amounts, and no invoices', async () => {
    const packed = await newPackingList('OC-F', 2);
    const page = await open(api.warehouse, `${PATH}?open=${packed.id}`);
    const dialog = page.getByRole('dialog', { name: `Packing list ${packed.packing_list_number}` });
    await dialog.getByText('BOB-1').waitFor();
    assert.equal((await dialog.innerText()).includes('€'), false);
    assert.equal(await dialog.getByRole('button', { name: 'Annulla packing list' }).count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('tab').count(), 0);
    assert.equal((await page.getByRole('grid').innerText()).includes('€'), false);
  });

  for (const [name, look] of [
    ['a desk, dark', { viewport: DESKTOP, dark: true }],
    ['a tablet, light', { viewport: TABLET }],
    ['a phone, dark', { viewport: PHONE, dark: true }],
  ] as const)
    matrixTest(`a filled packing list is accessible on ${name}`, async () => {
      await createInvoice(api.sales, (await newPackingList(`OC-${name}`, 1)).id);
      const page = await open(api.admin, INVOICES, look);
      await rows(page).first().waitFor();
      const menu = (await rows(page).first().getByRole('button').last().boundingBox())!;
      assert.ok(menu.x + menu.width <= look.viewport.width, 'the menu of a row is on the screen');
      await page.goto(`${api.url}${PATH}?new=true`);
      const dialog = page.getByRole('dialog', { name: 'Nuova packing list' });
      await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Panificio Moderno');
      await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), `OC-${name}`);
      await dialog.getByRole('button', { name: 'Aggiungi BOB-1' }).click();
      await line(dialog, 'Quantità', 'BOB-1').waitFor();
      await assertAccessible(page, 'a new packing list');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= look.viewport.width, `nothing hangs over: ${width}`);
    });
});
