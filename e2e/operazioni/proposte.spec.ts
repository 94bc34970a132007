import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { Proposal, PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const SCREEN = '/operazioni/proposte';
let today: string;
let kraft: Product;

/** Bags of two papers with too little stock, of two suppliers, and a film that no product is. */
async function prepare() {
  if (today) return;
  const { admin } = stage.api;
  today = (await admin.get<{ today: string }>('/company/today')).body.today;
  const [serchio, lari, tirreno] = await Promise.all(
    ['Cartiera del Serchio', 'Cartotecnica Lari', 'Carte del Tirreno'].map((business_name) =>
      createSupplier(admin, { business_name }),
    ),
  );
  const { id: customer } = await createCustomer(admin, { business_name: 'Panificio Aurora' });
  const { id: warehouse } = await createWarehouse(admin);
  const paper = (code: string, peso_carta: number, given: object) =>
    createProduct(admin, { code, description: `Carta ${peso_carta} g/m²`, peso_carta, larghezza_bobina: 64, ...given });
  kraft = await paper('KRA-70', 70, { supplier_id: serchio!.id, scorta_minima: 200 });
  const white = await paper('BIA-60', 60, { supplier_id: lari!.id });
  const price = (product_id: number, supplier_id: number, amount: number, given: object = {}) =>
    post('/prices', { product_id, supplier_id, price: amount, start_date: '2026-01-01', ...given });
  await price(kraft.id, serchio!.id, 1.25);
  await price(kraft.id, tirreno!.id, 1.1, { lead_days: 60 });
  await price(white.id, lari!.id, 1.4);
  await put(`/products/${kraft.id}/supply`, { lead_days: 5, min_lot: 500, lot_multiple: 250 });
  await put(`/products/${white.id}/supply`, { lead_days: 3 });
  const bags = { unit_of_measure: 'piece', numero_piste: 2, lunghezza_cm: 38, larghezza_bobina: 64 };
  const order = async (quantity: number, days: number, technical: object) => {
    const product = await createProduct(admin, { ...bags, ...technical });
    await createCustomerOrder(admin, customer, [{ product_id: product.id, quantity, unit_price: 1 }], {
      requested_delivery_date: addDays(today, days),
    });
  };
  await order(120_000, 30, { peso_carta: 70 });
  await order(200_000, 60, { peso_carta: 70 });
  await order(90_000, 2, { peso_carta: 60, larghezza_film: 20, spessore_film: 30, colore_film: 'Avana' });
  await order(5, 30, { peso_carta: 70, unit_of_measure: 'l' });
  await createMovement(admin, loadBody(kraft.id, warehouse, 300));
  await createPurchaseOrder(admin, serchio!.id, [{ product_id: kraft.id, quantity: 100, unit_price: 1 }], {
    requested_arrival_date: addDays(today, -3),
  });
  await createPurchaseOrder(admin, lari!.id, [{ product_id: white.id, quantity: 1, unit_price: 1 }], {
    requested_arrival_date: today,
  });
}

describe('/operazioni/proposte', () => {
  before(prepare);

  test('U43: groups proposals by supplier with sums, opens the reason, and orders in two clicks what the home counts', async () => {
    const page = await stage.open(stage.api.orders, '/');
    const figure = page.getByRole('link', { name: /Da ordinare oggi/ });
    await figure.waitFor();
    const count = Number((await figure.innerText()).replace(/\D/g, ''));
    await figure.click();
    await page.waitForURL(/proposte\?due=today/);
    const rows = page.locator('main tbody tr:has([role=checkbox], [type=checkbox])');
    await rows.first().waitFor();
    assert.equal(await rows.count(), count);
    await page.goto(`${stage.api.url}${SCREEN}`);
    const serchio = page.getByRole('region', { name: 'Cartiera del Serchio' });
    const day = await serchio.locator('tbody tr').first().locator('td').nth(1).innerText();
    assert.match(day, /\d\d\/\d\d\/\d{4}/);
    await serchio
      .getByText(/tardi, ma .* in meno/)
      .first()
      .waitFor();
    assert.match(await serchio.locator('h2 + strong').innerText(), /€/);
    const late = page.getByRole('region', { name: 'Cartotecnica Lari' });
    await late.getByText('Già tardi').waitFor();
    await late.getByRole('button', { name: /^Perché/ }).click();
    await late.getByText(/in arrivo 1 −.*Conta anche ciò che arriva entro il \d\d\/\d\d\/\d{4}/).waitFor();
    await page.getByRole('region', { name: 'Senza prodotto' }).getByText('Film 30 µm, 200 mm avana').waitFor();
    await page.getByRole('region', { name: 'Da chiarire' }).getByText("L'unità della riga non ha un peso").waitFor();

    const why = serchio.getByRole('button', { name: /^Perché/ }).first();
    await why.press('Enter');
    await serchio.getByText(/giacenza 300 \+ in arrivo 100 −/).waitFor();
    await serchio.getByText('Panificio Aurora').first().waitFor();
    await serchio.getByText('In ritardo: sollecitare').waitFor();
    const quantity = serchio.getByLabel(/^Quantità: KRA-70/).first();
    await quantity.fill('1001');
    await quantity.press('Tab');
    assert.equal(await quantity.inputValue(), '1.250');

    await page.getByRole('button', { name: 'Seleziona tutte', exact: true }).click();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/purchase-proposals?*', async (route) => (await held, route.continue()));
    await page.getByRole('button', { name: 'Crea ordini' }).click();
    const created = page.getByRole('alert').filter({ hasText: /ordini creati/ });
    await created.getByRole('link').first().waitFor();
    // What was ordered leaves the list before the proposals are computed again.
    await quantity.waitFor({ state: 'detached' });
    release();
    await page.getByText('Niente da ordinare').waitFor();
    // Rows that a filter hides are not missing.
    await page.getByRole('searchbox').fill('nonesiste');
    await page.getByText('Nessun risultato').waitFor();
    const { body } = await stage.api.orders.get(`/purchase-orders?product_id=${kraft.id}&sort=requested_arrival_date`);
    assert.ok(body.some(({ total_amount }: { total_amount: number }) => total_amount === 1250 * 1.25));
  });

  matrixTest('the page of a product shows its expected stock, and keeps supply and materials', async () => {
    const bag = await createProduct(stage.api.admin, { code: 'SACCO', unit_of_measure: 'box' });
    const page = await stage.open(stage.api.orders, `/anagrafica/prodotti/${kraft.id}?tab=supply`);
    await page.getByText('Mostra come tabella').click();
    await page.getByRole('group', { name: 'Giacenza prevista' }).getByText('400 kg').first().waitFor();
    await page.getByLabel('Multiplo').fill('300');
    await page.getByRole('form', { name: 'Approvvigionamento' }).getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Approvvigionamento salvato').waitFor();
    assert.equal((await stage.api.orders.get(`/products/${kraft.id}/supply`)).body.lot_multiple, 300);

    await page.goto(`${stage.api.url}/anagrafica/prodotti/${bag.id}?tab=supply`);
    await page.getByRole('button', { name: 'Aggiungi materiale' }).click();
    const material = page.getByRole('combobox', { name: 'Materiale 1' });
    await material.fill('KRA-70');
    await page.getByRole('option', { name: /KRA-70/ }).waitFor();
    await material.press('ArrowDown');
    await material.press('Enter');
    await page.getByRole('region', { name: 'Materiali' }).getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Materiali salvati').waitFor();
    const { body } = await stage.api.orders.get(`/products/${bag.id}/materials`);
    assert.deepEqual(
      body.materials.map(({ product_code, share }: { product_code: string; share: number }) => [product_code, share]),
      [['KRA-70', 1]],
    );
  });

  matrixTest(
    'U44: needs without a weight are listed under «Da chiarire», offers of deleted suppliers do not count, and products made in house are proposed for production, not for purchase',
    async () => {
      const { admin, orders } = stage.api;
      const { id: customer } = await createCustomer(admin, { business_name: 'Caffè Centrale' });
      const [gone, stays] = await Promise.all(
        ['Cartiera Chiusa', 'Cartiera Aperta'].map((business_name) => createSupplier(admin, { business_name })),
      );
      const paper = await createProduct(admin, { code: 'AVA-95', peso_carta: 95, larghezza_bobina: 64 });
      const price = { product_id: paper.id, start_date: '2026-01-01' };
      await post('/prices', { ...price, supplier_id: gone!.id, price: 0.5 });
      await post('/prices', { ...price, supplier_id: stays!.id, price: 2 });
      const bag = { numero_piste: 2, lunghezza_cm: 38, peso_carta: 95, larghezza_bobina: 64 };
      const sold = [
        await createProduct(admin, { ...bag, unit_of_measure: 'piece' }),
        await createProduct(admin, { ...bag, code: 'LITRI-95', unit_of_measure: 'l' }),
      ];
      const order = await createCustomerOrder(
        admin,
        customer,
        sold.map(({ id }) => ({ product_id: id, quantity: 50_000, unit_price: 1 })),
        { requested_delivery_date: addDays(today, 30) },
      );
      assert.equal((await admin.delete(`/suppliers/${gone!.id}`)).status, 204);
      // A product that is made, with a supplier and a price.
      const made = await createProduct(admin, { code: 'TAGLIO-95', supplier_id: stays!.id, scorta_minima: 40 });
      await post('/prices', { ...price, product_id: made.id, supplier_id: stays!.id, price: 1 });
      await put(`/products/${made.id}/supply`, { production: true });

      const { proposals, unclear } = (await orders.get('/purchase-proposals')).body as PurchaseProposals;
      const of = (product: number) => proposals.filter(({ product_id }) => product_id === product);
      assert.deepEqual(
        of(paper.id).map(({ supplier_id, unit_price, alternatives }) => [supplier_id, unit_price, alternatives]),
        [[stays!.id, 2, []]],
      );
      assert.deepEqual(
        of(made.id).map((one) => [one.production, one.supplier_id, one.quantity]),
        [[true, null, 40]],
      );
      assert.deepEqual(
        unclear.filter(({ order_id }) => order_id === order.id).map(({ product_code, code }) => [product_code, code]),
        [['LITRI-95', 'UNIT_NOT_CONVERTIBLE']],
      );
      const [proposal] = of(made.id) as [Proposal];
      const line = {
        ...{ product_id: made.id, supplier_id: stays!.id, need_day: proposal.need_day, shortage: proposal.shortage },
        ...{ quantity: 40, unit_price: 1, requested_arrival_date: proposal.arrival_day },
      };
      const refused = await orders.post('/purchase-proposals/order', { lines: [line] });
      assert.deepEqual([refused.status, refused.body.fields[0].code], [400, 'production']);

      const page = await stage.open(orders, SCREEN);
      await page.getByRole('region', { name: 'Cartiera Aperta' }).getByText('AVA-95').waitFor();
      assert.equal(await page.getByText('Cartiera Chiusa').count(), 0);
      const question = page
        .getByRole('region', { name: 'Da chiarire' })
        .getByRole('row')
        .filter({ hasText: 'LITRI-95' });
      await question.getByText("L'unità della riga non ha un peso").waitFor();
      const toMake = page.getByRole('region', { name: 'Da produrre' });
      await toMake.getByText('TAGLIO-95').waitFor();
      assert.equal(await toMake.getByRole('checkbox').count(), 0, 'what is made cannot be ordered');
      assert.equal(await page.getByRole('region', { name: 'Cartiera Aperta' }).getByText('TAGLIO-95').count(), 0);
    },
  );

  matrixTest('the screen of proposals is accessible at each width, in dark and in each language', async () => {
    const { admin } = stage.api;
    const product = await createProduct(admin, { code: 'DUE-80', peso_carta: 80, scorta_minima: 100 });
    for (const amount of [1, 2]) {
      const { id: supplier_id } = await createSupplier(admin, {
        business_name: `Cartiere Riunite della Valle ${amount}`,
      });
      await post('/prices', { product_id: product.id, supplier_id, price: amount, start_date: '2026-01-01' });
    }
    const laptops = [1366, 1100].map((width) => ({ width, height: 700 }));
    for (const language of ['it', 'fr', 'en'] as const)
      for (const viewports of [
        [DESKTOP, ...laptops],
        [TABLET, PHONE],
      ]) {
        const look = { viewport: viewports[0]!, language, dark: language === 'fr' };
        const page = await stage.open(stage.api.orders, SCREEN, look);
        await page.locator('main section').first().waitFor();
        for (const viewport of viewports) {
          await page.setViewportSize(viewport);
          await assertAccessible(page, `${viewport.width} ${language}`);
          await assertRoom(page, `${viewport.width} ${language}`);
        }
      }
  });
});

/** Asserts that the reasons of a proposal are beside its offers, and that its product has room. */
async function assertRoom(page: Page, where: string) {
  const row = page.getByRole('row').filter({ hasText: 'DUE-80' });
  const choice = row.locator('input[aria-haspopup=listbox]');
  const [offers, why] = [(await choice.boundingBox())!, (await row.locator('button[aria-controls]').boundingBox())!];
  const isApart = why.x >= offers.x + offers.width || why.y >= offers.y + offers.height;
  assert.ok(isApart, `${where}: the reasons are over the offers`);
  const product = (await row.getByRole('rowheader').boundingBox())!;
  assert.ok(product.width >= 100, `${where}: the product is ${product.width} wide`);
}

async function post(path: string, body: object) {
  const answer = await stage.api.admin.post(path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}
async function put(path: string, body: object) {
  const answer = await stage.api.admin.put(path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
