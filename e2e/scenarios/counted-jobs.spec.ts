/** Daily jobs with a limit on clicks, keys and scans. */
import assert from 'node:assert/strict';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { check, createActionCounter } from '../support/action-counter.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();

matrixTest(
  'S46: one line is received in three batches with 45 keys and scans, and an order of eight lines is typed with 110 keys, without a pointer and without a lost line',
  async (t) => {
    const { api } = stage;
    const supplier_id = (await createSupplier(api.orders, { business_name: 'Colle Lariane' })).id;
    await createWarehouse(api.orders, { name: 'Materie' });
    const GTIN = '08001090310323';

    await t.test('a receipt', async () => {
      const glue = await createProduct(api.orders, {
        ...{
          code: 'COLLA',
          description: 'Colla vinilica',
          supplier_id,
          barcode: GTIN.slice(1),
          unit_of_measure: 'piece',
        },
        ...{ has_batch: true, has_expiry_date: true },
      });
      const answer = await api.orders.post('/purchase-orders', {
        ...{ order_number: 'OA-1', supplier_id, order_date: '2026-01-10', requested_arrival_date: '2026-02-10' },
        items: [{ product_id: glue.id, quantity: 100, unit_price: 1 }],
      });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const page = await stage.open(api.warehouse, '/operazioni/ricezione-merce');
      const hands = createActionCounter(page);
      await page.getByRole('link', { name: 'OA-1' }).click();
      hands.counted.clicks += 1;
      await hands.isAt('[name=document_number]');
      await hands.type('4711');
      await hands.press('Tab');
      await hands.type('oggi');
      await hands.press('Tab');
      while (!(await page.locator('[data-path="items.0.quantity"]:focus').count())) await hands.press('Tab');
      await hands.type('100');
      await hands.press('Enter');
      await hands.press('Enter');
      await hands.isAt('[data-path="items.0.batches"]');
      await hands.press('Enter');
      await hands.isAt('[name=batch_number]');
      for (const [batch, count] of [
        ['A1', 50],
        ['A2', 30],
        ['A3', 20],
      ] as const)
        // prettier-ignore
        await hands.scan(`]C101${GTIN}1727123137${count}\u001d10${batch}`);
      await page.getByText('completo').waitFor();
      await hands.press('Control+Enter');
      await hands.isAt('[data-path="items.0.batches"]');
      await hands.press('Control+Enter');
      await page.getByText('Ricezione salvata').waitFor();
      t.diagnostic(`receipt: ${JSON.stringify(hands.counted)}`);
      assert.ok(hands.counted.clicks <= 4 && hands.counted.keys <= 45, JSON.stringify(hands.counted));
      const { items } = (await api.warehouse.get(`/goods-receipts/order-details/${answer.body.id}`)).body;
      assert.deepEqual(
        items[0].batches.map((batch: Record<string, unknown>) => [
          batch.batch_number,
          batch.quantity,
          batch.expiry_date,
        ]),
        [['A1', 50, '2027-12-31'], ['A2', 30, '2027-12-31'], ['A3', 20, '2027-12-31']], // prettier-ignore
      );
    });

    await t.test('an order by phone', async () => {
      const customer = await createCustomer(api.sales, { business_name: 'Caseificio Maremma' });
      const codes = ['R10', 'R12', 'R15', 'R20', 'F10', 'F12', 'S30', 'S40'];
      for (const [at, code] of codes.entries()) {
        const product = await createProduct(api.sales, { code, description: `Articolo ${at}` });
        const price = { customer_id: customer.id, product_id: product.id, price: 1 + at, start_date: '2026-01-01' };
        assert.equal((await api.sales.post('/customer-prices', price)).status, 201);
      }
      const page = await stage.open(api.sales, '/ordiniclienti/inserimento-ordine?edit=new');
      const hands = createActionCounter(page);
      await hands.isAt('[name=customer_id], [data-path="customer_id"]');
      await hands.type('maremma');
      await page.getByRole('option', { name: 'Caseificio Maremma' }).waitFor();
      await hands.press('Enter');
      await hands.press('Tab');
      await hands.type('+7');
      while (!(await page.locator('[data-path="items.0.product_id"]:focus').count())) await hands.press('Tab');
      for (const [at, code] of codes.entries()) {
        await hands.isAt(`[data-path="items.${at}.product_id"]`);
        await hands.type(code);
        await page.getByRole('option', { name: code }).waitFor();
        await hands.press('Enter');
        await hands.isAt(`[data-path="items.${at}.unit_price"]`);
        await hands.press('Enter');
        await hands.type(`${at + 1}0`);
        await hands.press('Enter');
        if (at < codes.length - 1) await hands.press('Enter');
      }
      await hands.press('Control+Enter');
      await page.getByText('creato').first().waitFor();
      t.diagnostic(`order: ${JSON.stringify(hands.counted)}`);
      assert.ok(hands.counted.clicks === 0 && hands.counted.keys <= 110, JSON.stringify(hands.counted));
      const [row] = (await api.sales.get('/customer-orders')).body;
      const order = (await api.sales.get(`/customer-orders/${row.id}`)).body;
      assert.deepEqual(
        order.items.map((item: Record<string, unknown>) => [item.code, item.quantity, item.unit_price]),
        codes.map((code, at) => [code, (at + 1) * 10, 1 + at]),
      );
    });
  },
);

matrixTest(
  'S47: tomorrow is scheduled with at most 2 acts a job, an order is picked and shipped with at most 4 clicks, ten customers are invoiced with at most 5, and a count is started with at most 3',
  async (t) => {
    const { api } = stage;
    const day = today('Europe/Rome');
    await completeCompany(api.admin);
    const { id: warehouse } = await createWarehouse(api.orders, { name: 'Prodotti finiti' });
    await createWarehouse(api.orders, { name: 'Deposito esterno' });
    const bags = await createProduct(api.orders, {
      ...{ code: 'SACCO-30', description: 'Sacchetti avana 30 cm', has_batch: true, has_expiry_date: false },
      ...{ unit_of_measure: 'box', minuti_x_confezione: 3 },
    });
    const bakery = await createCustomer(api.sales, { business_name: 'Forno Bianchi' });
    const orderOf = (customer: number, quantity: number, delivery_date: string) =>
      createCustomerOrder(api.sales, customer, [{ product_id: bags.id, quantity, unit_price: 2, delivery_date }]);

    await t.test('tomorrow', async (context) => {
      const machine = await createMachine(api.orders, { code: 'SAC-01', description: 'Sacchettatrice' });
      const orders = [];
      for (const quantity of [100, 60, 40]) orders.push(await orderOf(bakery.id, quantity, addDays(day, 7)));
      const page = await stage.open(api.warehouse, '/produzione/programmazione?view=board');
      const hands = createActionCounter(page);
      const track = page.getByRole('region', { name: 'SAC-01 · Sacchettatrice' }).locator('[data-track]');
      for (const { items, order_number } of orders) {
        const card = page.locator(`[data-job="-${items[0]!.id}"]`);
        await hands.drag(card, track);
        await page.getByText(`${order_number} programmato su SAC-01`).waitFor();
        // The next card moves up when this one has left.
        await card.waitFor({ state: 'detached' });
      }
      check(context, hands, { clicks: 2 * orders.length, keys: 0 });
      const { body } = await api.warehouse.get<MachineBoard[]>('/production/board');
      const { jobs } = body.find(({ machine_id }) => machine_id === machine.id)!;
      assert.deepEqual(
        jobs.map(({ order_number }) => order_number).toSorted(),
        orders.map(({ order_number }) => order_number).toSorted(),
      );
    });

    await t.test('an order', async (context) => {
      await createMovement(api.warehouse, loadBody(bags.id, warehouse, 30, { batch_number: 'P-1' }));
      await createMovement(api.warehouse, loadBody(bags.id, warehouse, 30, { batch_number: 'P-2' }));
      const order = await orderOf(bakery.id, 50, day);
      const page = await stage.open(api.sales, '/');
      const hands = createActionCounter(page);
      await hands.click(page.getByRole('button', { name: 'Operazioni' }));
      await hands.click(page.getByRole('menuitem', { name: 'Spedizioni' }));
      await hands.click(page.getByRole('checkbox', { name: `Spedisci l'ordine ${order.order_number}` }));
      await hands.scan('SACCO-30*P-1');
      await page.getByText('Confermato: SACCO-30 · P-1').waitFor();
      await hands.scan('SACCO-30*P-2');
      await page.getByText('Confermato: SACCO-30 · P-2').waitFor();
      await hands.click(page.getByRole('button', { name: `Crea DDT per l'ordine ${order.order_number}` }));
      await page.getByRole('link', { name: /^DDT-/ }).waitFor();
      check(context, hands, { clicks: 4, keys: 2 });
      const [made] = (await api.sales.get(`/packing-lists?order_id=${order.id}`)).body;
      const { items } = (await api.sales.get(`/packing-lists/${made.id}`)).body;
      const parts = items.map((item: Record<string, unknown>) => [item.batch_number, item.quantity]);
      assert.deepEqual(parts, [['P-1', 30], ['P-2', 20]]); // prettier-ignore
    });

    await t.test('ten customers', async (context) => {
      await createMovement(api.warehouse, loadBody(bags.id, warehouse, 100, { batch_number: 'P-3' }));
      // The tenth is the customer of the order before.
      for (let n = 1; n < 10; n++) {
        const customer = await createCustomer(api.sales, { business_name: `Panificio ${n}` });
        const order = await orderOf(customer.id, 10, day);
        const item = { order_item_id: order.items[0]!.id, quantity: 10, warehouse_id: warehouse, batch_number: 'P-3' };
        await createPackingList(api.sales, { customer_id: customer.id, order_id: order.id, items: [item] });
      }
      const page = await stage.open(api.sales, '/');
      const hands = createActionCounter(page);
      await hands.click(page.getByRole('link', { name: /DDT da fatturare/ }));
      await page.getByText('Panificio 9').first().waitFor();
      await hands.click(page.getByRole('checkbox', { name: /^Seleziona tutt/ }));
      await hands.click(page.getByRole('button', { name: 'Crea e invia fatture' }));
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Crea e invia fatture' }));
      await page.getByText('Crea e invia fatture: 10').first().waitFor();
      await page.getByText('Niente da fatturare').waitFor();
      check(context, hands, { clicks: 5, keys: 0 });
      const { body } = await api.sales.get('/invoices?status=sent');
      assert.equal(new Set(body.map((invoice: Record<string, unknown>) => invoice.customer_id)).size, 10);
    });

    await t.test('a count', async (context) => {
      const page = await stage.open(api.warehouse, '/');
      const hands = createActionCounter(page);
      await hands.click(page.getByRole('link', { name: /Inventari aperti/ }));
      await hands.click(page.getByRole('button', { name: 'Nuovo inventario' }).first());
      await hands.isAt('[role=dialog] [data-path="warehouse_id"], [role=dialog] [name=warehouse_id]');
      await hands.type('fin');
      await page.getByRole('option', { name: 'Prodotti finiti' }).waitFor();
      await hands.press('Enter');
      await hands.click(page.getByRole('button', { name: "Apri l'inventario" }));
      await page.getByRole('heading', { level: 1, name: 'Inventario di Prodotti finiti' }).waitFor();
      check(context, hands, { clicks: 3, keys: 4 });
      assert.equal((await api.warehouse.get('/stock-counts?status=open')).body.length, 1);
    });
  },
);

matrixTest(
  'S48: where a batch went takes 1 search and 1 click, 30 prices at most 6 clicks, late orders no click from the home, and an order of missing materials 2 clicks',
  async (t) => {
    const { api } = stage;
    const day = today('Europe/Rome');
    const { id: warehouse } = await createWarehouse(api.orders, { name: 'Bobine' });
    const reel = await createProduct(api.orders, {
      ...{ code: 'BOBINA-80', description: 'Bobina kraft', has_batch: true, unit_of_measure: 'piece' },
    });
    const customer = await createCustomer(api.sales, { business_name: 'Tipografia Arno' });
    const line = { product_id: reel.id, quantity: 8, unit_price: 2 };

    await t.test('where a batch went', async (context) => {
      await createMovement(api.warehouse, loadBody(reel.id, warehouse, 20, { batch_number: 'KR-2026-07' }));
      const order = await createCustomerOrder(api.sales, customer.id, [{ ...line, delivery_date: day }]);
      const item = {
        order_item_id: order.items[0]!.id,
        quantity: 8,
        warehouse_id: warehouse,
        batch_number: 'KR-2026-07',
      };
      const list = { customer_id: customer.id, order_id: order.id, items: [item] };
      const { packing_list_number } = await createPackingList(api.sales, list);
      const page = await stage.open(api.warehouse, '/');
      const hands = createActionCounter(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await hands.isAt('[role=dialog] input');
      await hands.type('KR-2026-07');
      await hands.click(page.getByRole('option', { name: /KR-2026-07/ }));
      const gone = page.getByRole('region', { name: 'Dove è andato' });
      await gone.getByText(packing_list_number).waitFor();
      await gone.getByText('8').first().waitFor();
      check(context, hands, { clicks: 1, keys: 10 });
    });

    await t.test('30 prices', async (context) => {
      const supplier_id = (await createSupplier(api.orders, { business_name: 'Cartiera Lucchese' })).id;
      for (let n = 10; n < 40; n++) {
        const product = await createProduct(api.orders, {
          code: `CARTA-${n}`,
          description: `Carta ${n} g`,
          supplier_id,
        });
        const price = { product_id: product.id, supplier_id, price: n / 10, start_date: '2026-01-01' };
        assert.equal((await api.orders.post('/prices', price)).status, 201);
      }
      const page = await stage.open(api.sales, '/operazioni/prezzi?q=CARTA-');
      const hands = createActionCounter(page);
      await page.getByText('CARTA-10').first().waitFor();
      await hands.click(page.getByRole('checkbox', { name: /^Seleziona tutt/ }));
      await hands.click(page.getByRole('button', { name: 'Aumenta i prezzi' }));
      const dialog = page.getByRole('dialog', { name: 'Aumenta i prezzi' });
      await dialog.getByRole('textbox', { name: 'Percentuale' }).waitFor();
      await hands.type('4');
      await hands.press('Tab');
      await hands.type('+30');
      await hands.press('Tab');
      await hands.click(dialog.getByRole('button', { name: 'Aumenta 30 prezzi' }));
      await page.getByText('30 prezzi aumentati').waitFor();
      check(context, hands, { clicks: 6, keys: 6 });
      const { body } = await api.orders.get('/prices?q=CARTA-39&sort=start_date');
      assert.deepEqual(body.map(({ price }: { price: number }) => price), [3.9, 4.056]); // prettier-ignore
    });

    await t.test('what is late', async (context) => {
      const late = await createCustomerOrder(api.sales, customer.id, [{ ...line, delivery_date: addDays(day, -2) }], {
        order_date: addDays(day, -10),
        requested_delivery_date: addDays(day, -2),
      });
      const page = await stage.open(api.orders, '/');
      const hands = createActionCounter(page);
      await page.getByRole('link', { name: `${late.order_number} · Tipografia Arno` }).waitFor();
      check(context, hands, { clicks: 0, keys: 0 });
    });

    await t.test('what is missing', async (context) => {
      const supplier_id = (await createSupplier(api.orders, { business_name: 'Colle Lariane' })).id;
      for (const [code, scorta_minima] of [
        ['COLLA-K', 50],
        ['COLLA-V', 20],
      ] as const) {
        // prettier-ignore
        const product = await createProduct(api.orders, { code, description: 'Colla', supplier_id, scorta_minima });
        const price = { product_id: product.id, supplier_id, price: 3, start_date: '2026-01-01' };
        assert.equal((await api.orders.post('/prices', price)).status, 201);
        await createMovement(api.warehouse, loadBody(product.id, warehouse, 5));
      }
      const page = await stage.open(api.orders, '/report/giacenze?low_stock=true');
      const hands = createActionCounter(page);
      await page.getByText('COLLA-V').first().waitFor();
      await hands.click(page.getByRole('checkbox', { name: /^Seleziona tutt/ }));
      await hands.click(page.getByRole('button', { name: 'Ordina', exact: true }));
      await page.getByRole('heading', { level: 1, name: 'Nuovo ordine' }).waitFor();
      check(context, hands, { clicks: 2, keys: 0 });
      // The order lacks only its arrival day.
      await page.getByRole('textbox', { name: 'Arrivo richiesto' }).fill('+7');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL((url) => url.pathname === '/operazioni/ordini-fornitori');
      const [row] = (await api.orders.get('/purchase-orders?q=Lariane')).body;
      const { items } = (await api.orders.get(`/purchase-orders/${row.id}`)).body;
      assert.deepEqual(
        items.map((item: Record<string, unknown>) => [item.product_code, item.ordered_quantity, item.unit_price]),
        [['COLLA-K', 45, 3], ['COLLA-V', 15, 3]], // prettier-ignore
      );
    });
  },
);

/** Asserts the limits on clicks and keys, and reports the counts. */
