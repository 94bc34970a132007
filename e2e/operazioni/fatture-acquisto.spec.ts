/** Invoices of suppliers: upload, match, acceptance, dispute, a typed one, and goods without an invoice. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PurchaseInvoice, PurchaseInvoiceRow } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import {
  completeCompany,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { fatturaPaOf } from '../../server/src/testing/supplier-invoices.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { enterDay } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const { api } = stage;
const LIST = '/operazioni/fatture-acquisto';
const DAY = '2026-03-05';
const VAT = 'IT01234567897';
let supplier: Supplier;
let product: Product;

async function receive(document_number: string, from = supplier) {
  const warehouse = await createWarehouse(api.admin);
  const order = await createPurchaseOrder(api.admin, from.id, [
    { product_id: product.id, quantity: 100, unit_price: 2.5 },
  ]);
  const answer = await api.admin.post('/goods-receipts/receive', {
    order_id: order.id,
    document_number,
    document_date: DAY,
    items: [{ order_item_id: order.items[0]!.id, quantity: 100, warehouse_id: warehouse.id }],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}
function fileOf(number: string, ddt: string, price = 2.5) {
  const lines = [{ code: 'KR-90', quantity: 100, price, net: price * 100, description: 'Carta kraft' }];
  const content = fatturaPaOf({ number, vat: VAT, ddt: { number: ddt, date: DAY }, lines });
  return { name: `${number}.xml`, mimeType: 'application/xml', buffer: Buffer.from(content) };
}
async function read(id: number) {
  return (await api.admin.get<PurchaseInvoice>(`/purchase-invoices/${id}`)).body;
}

describe('purchase invoices', () => {
  before(async () => {
    await completeCompany(api.admin);
    supplier = await createSupplier(api.admin, { business_name: 'Cartiera Nord', vat_number: VAT });
    product = await createProduct(api.admin, { code: 'KRAFT-90', unit_of_measure: 'kg', supplier_id: supplier.id });
    for (const ddt of ['D1', 'D2', 'D3']) await receive(ddt);
  });

  test('a file is uploaded, its line matched, and the invoice accepted with its prices', async () => {
    const page = await stage.open(api.administration, LIST);
    await page.getByRole('heading', { level: 1, name: 'Fatture di acquisto' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(fileOf('FA-1', 'D1'));
    await page.getByRole('heading', { level: 1, name: 'FA-1' }).waitFor();
    await page.getByText('Senza prodotto', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Abbina la riga 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Prodotto' }).fill('KRAFT-90');
    await page.getByRole('option', { name: /KRAFT-90/ }).click();
    await dialog.getByRole('combobox', { name: 'Ricezione' }).click();
    await page.getByRole('option', { name: /^D1/ }).click();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Uguale', { exact: true }).waitFor();
    await page.getByText('Completo', { exact: true }).waitFor();
    // A matched line asks for nothing, and its match can still be changed.
    assert.equal(await page.getByRole('button', { name: 'Abbina la riga 1' }).count(), 0);
    await page.getByRole('button', { name: "Cambia l'abbinamento della riga 1" }).waitFor();
    await assertAccessible(page, 'details');
    await page.getByRole('button', { name: 'Accetta' }).click();
    await page.getByRole('checkbox', { name: /^Aggiorna il listino/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Accetta' }).click();
    await page.getByText('Accettata', { exact: true }).waitFor();
    const [row] = (await api.admin.get<PurchaseInvoiceRow[]>('/purchase-invoices?q=FA-1')).body;
    const invoice = await read(row!.id);
    assert.deepEqual(
      [invoice.status, invoice.match, invoice.lines[0]!.receipt_document],
      ['accepted', 'complete', 'D1'],
    );
    const prices = await api.admin.get(`/prices?product_id=${product.id}`);
    assert.equal(prices.body[0].price, 2.5);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'File originale' }).click();
    assert.equal((await downloading).suggestedFilename(), 'FA-1.xml');
  });

  test('a file that is no invoice is refused by its name, alone and beside an invoice', async () => {
    const page = await stage.open(api.administration, LIST);
    await page.getByRole('button', { name: 'Carica file' }).first().waitFor();
    const other = { name: 'listino.xml', mimeType: 'application/xml', buffer: Buffer.from('<listino/>') };
    await page.locator('input[type=file]').setInputFiles(other);
    await page.getByText('Nessuna fattura FatturaPA, CII o UBL in listino.xml').waitFor();
    assert.equal(await page.getByText('Controlla i campi evidenziati').count(), 0);
    await page.reload();
    await page.getByRole('button', { name: 'Carica file' }).first().waitFor();
    await page.locator('input[type=file]').setInputFiles([fileOf('FA-9', 'D9'), other]);
    await page.getByText('Nessuna fattura FatturaPA, CII o UBL in listino.xml').waitFor();
    await page.getByRole('heading', { level: 1, name: 'FA-9' }).waitFor();
  });

  test('a dropped file is matched automatically; the invoice is disputed and its note printed', async () => {
    const page = await stage.open(api.administration, LIST);
    await page.getByRole('button', { name: 'Carica file' }).first().waitFor();
    await page.locator('input[type=file]').setInputFiles(fileOf('FA-2', 'D2', 3));
    await page.getByText('Prezzo 3, ordinato 2,5').waitFor();
    await page.getByRole('button', { name: 'Contesta' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Motivi' }).fill('Il prezzo concordato è 2,50.');
    await dialog.getByRole('button', { name: 'Contesta' }).click();
    await page.getByText('Contestata', { exact: true }).waitFor();
    const printing = page.waitForResponse((response) => response.url().includes('/dispute-note'));
    await page.getByRole('button', { name: 'Nota di contestazione' }).click();
    assert.equal((await printing).headers()['content-type'], 'application/pdf');
    // The same file again.
    await page.goto(`${api.url}${LIST}`);
    await page.locator('input[type=file]').setInputFiles(fileOf('FA-2', 'D2', 3));
    await page.getByText('Questa fattura di acquisto è già registrata').waitFor();
    await page.goto(`${api.url}${LIST}?status=disputed`);
    await page.getByRole('gridcell', { name: 'FA-2' }).waitFor();
    assert.equal(await page.getByRole('gridcell', { name: 'FA-1' }).count(), 0);
  });

  test('an invoice is typed, deleted, and its goods are without an invoice until they are selected for one', async () => {
    const page = await stage.open(api.administration, `${LIST}/nuova`);
    await page.getByRole('combobox', { name: 'Fornitore' }).fill('Cartiera Nord');
    await page.getByRole('option', { name: 'Cartiera Nord' }).click();
    await page.getByRole('textbox', { name: 'Numero' }).fill('T-1');
    await page.getByRole('combobox', { name: 'Prodotto' }).fill('KRAFT-90');
    await page.getByRole('option', { name: /KRAFT-90/ }).click();
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Carta kraft');
    await page.getByRole('textbox', { name: 'Quantità' }).fill('100');
    await page.getByRole('textbox', { name: 'Prezzo unitario' }).fill('2,50');
    await page.getByRole('textbox', { name: 'DDT', exact: true }).fill('D3');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'T-1' }).waitFor();
    await page.getByText('Uguale', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina la fattura' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fatture di acquisto' }).waitFor();
    await page.getByRole('link', { name: 'Merce senza fattura' }).click();
    await page.getByRole('heading', { level: 1, name: 'Merce senza fattura' }).waitFor();
    await page.getByRole('gridcell', { name: 'D3' }).waitFor();
    assert.equal(await page.getByRole('gridcell', { name: 'D1' }).count(), 0);
    await assertAccessible(page, 'goods without an invoice');
    await page.getByRole('checkbox', { name: /D3/ }).click();
    await page.getByRole('button', { name: 'Crea fattura di acquisto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nuova fattura di acquisto' }).waitFor();
    await page.locator('[name=number]:focus').waitFor();
    await page.keyboard.type('T-2');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'T-2' }).waitFor();
    await page.getByText('Uguale', { exact: true }).waitFor();
    const [{ id }] = (await api.admin.get<PurchaseInvoiceRow[]>('/purchase-invoices?q=T-2')).body as [
      PurchaseInvoiceRow,
    ];
    const [line] = (await read(id)).lines;
    assert.deepEqual([line!.matched_quantity, line!.receipt_document], [100, 'D3']);
  });

  matrixTest('a credit note has a minus sign in the list', async () => {
    const line = { description: 'Reso', quantity: 2, unit_price: 50, vat_rate: 22 };
    const typed = { supplier_id: supplier.id, document_date: DAY, lines: [line] };
    for (const body of [
      { ...typed, kind: 'credit_note', number: 'SEGNO-NC' },
      { ...typed, number: 'SEGNO-FT' },
    ])
      assert.equal((await api.administration.post('/purchase-invoices', body)).status, 201);
    const page = await stage.open(api.orders, `${LIST}?q=SEGNO`);
    for (const [number, total] of [
      ['SEGNO-NC', '-122,00 €'],
      ['SEGNO-FT', '122,00 €'],
    ] as const)
      await page
        .getByRole('row')
        .filter({ hasText: number })
        .getByRole('gridcell', { name: total, exact: true })
        .waitFor();
  });

  test('orders may read and not change; the screens fit a phone', async () => {
    const [row] = (await api.admin.get<PurchaseInvoiceRow[]>('/purchase-invoices?q=FA-2')).body;
    for (const path of [LIST, `${LIST}/${row!.id}`, `${LIST}/merce-senza-fattura`]) {
      const page = await stage.open(api.orders, path, { viewport: PHONE });
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const name of ['Carica file', 'Accetta', 'Contesta', 'Elimina'])
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, `${path} ${name}`);
      await assertAccessible(page, path);
    }
  });

  matrixTest('goods of two suppliers are refused with the reason, and stay selected', async () => {
    const other = await createSupplier(api.admin, { business_name: 'Cartiera Sud' });
    await receive('D8');
    await receive('D9', other);
    const page = await stage.open(api.administration, `${LIST}/merce-senza-fattura`);
    await page.getByRole('checkbox', { name: /D8/ }).click();
    await page.getByRole('checkbox', { name: /D9/ }).click();
    await page.getByRole('button', { name: 'Crea fattura di acquisto' }).click();
    await page.getByText(/^Una fattura è di un solo fornitore/).waitFor();
    assert.ok(page.url().endsWith('/merce-senza-fattura'));
    await page.getByRole('checkbox', { name: /D9/, checked: true }).click();
    await page.getByRole('button', { name: 'Crea fattura di acquisto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nuova fattura di acquisto' }).waitFor();
  });

  matrixTest(
    'a typed line takes the only receipt of its product that no invoice bills; of several, the chosen one',
    async () => {
      const other = await createSupplier(api.admin, { business_name: 'Cartiera Ovest' });
      await receive('OVEST-1', other);
      const page = await stage.open(api.administration, `${LIST}/nuova`);
      const take = async (name: string, text: string) => {
        await page.getByRole('combobox', { name }).fill(text);
        await page.getByRole('option', { name: new RegExp(text) }).waitFor();
        await page.keyboard.press('Tab');
      };
      const field = (name: string) => page.getByRole('textbox', { name, exact: true });
      await take('Fornitore', 'Cartiera Ovest');
      await field('Numero').fill('O-1');
      await take('Prodotto', 'KRAFT-90');
      const receipt = page.getByRole('combobox', { name: 'Ricezione' });
      await receipt.waitFor();
      await page.getByRole('status').getByText('Imponibile 250,00').waitFor();
      assert.deepEqual(
        [
          await field('Quantità (kg)').inputValue(),
          await field('Prezzo unitario').inputValue(),
          await field('DDT').inputValue(),
        ],
        ['100', '2,5', 'OVEST-1'],
      );
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByRole('heading', { level: 1, name: 'O-1' }).waitFor();
      const [made] = (await api.admin.get<PurchaseInvoice[]>('/purchase-invoices?q=O-1')).body;
      const { body: stored } = await api.admin.get<PurchaseInvoice>(`/purchase-invoices/${made!.id}`);
      assert.equal(stored.lines[0]!.receipt_document, 'OVEST-1');
      // Two receipts: nothing is filled before one is chosen. Another supplier has neither of them.
      for (const ddt of ['OVEST-2', 'OVEST-3']) await receive(ddt, other);
      await page.goto(`${api.url}${LIST}/nuova`);
      await take('Fornitore', 'Cartiera Ovest');
      await take('Prodotto', 'KRAFT-90');
      await receipt.waitFor();
      assert.equal(await field('Quantità (kg)').inputValue(), '');
      await receipt.click();
      await page.getByRole('option', { name: /OVEST-3/ }).click();
      await page.getByRole('status').getByText('Imponibile 250,00').waitFor();
      assert.equal(await field('DDT').inputValue(), 'OVEST-3');
      // Another receipt replaces what the first one filled in, and not what was typed.
      await field('Prezzo unitario').fill('2,6');
      await receipt.click();
      await page.getByRole('option', { name: /OVEST-2/ }).click();
      await page.getByRole('status').getByText('Imponibile 260,00').waitFor();
      assert.equal(await field('DDT').inputValue(), 'OVEST-2');
      await createSupplier(api.admin, { business_name: 'Senza merce' });
      await take('Fornitore', 'Senza merce');
      await receipt.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-path$=quantity]')!.value === '');
      assert.deepEqual([await field('DDT').inputValue(), await field('Prezzo unitario').inputValue()], ['', '2,6']);
    },
  );

  matrixTest('a typed invoice takes the description of its product and shows the sums of the paper', async () => {
    const page = await stage.open(api.administration, `${LIST}/nuova`);
    const take = async (name: string, text: string) => {
      await page.getByRole('combobox', { name }).fill(text);
      await page.getByRole('option', { name: new RegExp(text) }).waitFor();
      await page.keyboard.press('Tab');
    };
    await take('Fornitore', 'Cartiera Nord');
    await page.getByRole('textbox', { name: 'Numero' }).fill('T-9');
    // A day before the document is refused beside its field, and a credit note has no due date.
    const due = page.getByRole('textbox', { name: 'Scadenza' });
    await enterDay(due, '31/01/2020');
    await due.and(page.locator('[aria-invalid=true]')).waitFor();
    const chooseKind = async (name: string) => {
      await page.getByRole('combobox', { name: 'Tipo' }).click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await chooseKind('Nota di credito');
    await due.waitFor({ state: 'detached' });
    await chooseKind('Fattura');
    assert.equal(await due.inputValue(), '');
    await enterDay(due, '31/01/2027');
    await take('Prodotto', 'KRAFT-90');
    const description = page.getByRole('textbox', { name: 'Descrizione' });
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      product.name ?? product.description,
    );
    assert.equal(await description.inputValue(), product.name ?? product.description);
    await page.getByRole('textbox', { name: 'Quantità' }).fill('10');
    await page.getByRole('textbox', { name: 'Prezzo unitario' }).fill('1,23');
    await page.keyboard.press('Tab');
    await page
      .getByRole('status')
      .getByText(/Imponibile 12,30\s€/)
      .waitFor();
    await page
      .getByRole('status')
      .getByText(/IVA 2,71\s€/)
      .waitFor();
    await page
      .getByRole('status')
      .getByText(/Totale 15,01\s€/)
      .waitFor();
    await page.getByRole('button', { name: 'Aggiungi riga' }).click();
    await page.keyboard.type('KRAFT');
    await page.getByRole('option', { name: /KRAFT-90/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Elimina la riga 2' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'lines.0.product_id');
    await assertAccessible(page, 'the form of a typed invoice');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('heading', { level: 1, name: 'T-9' }).waitFor();
    const [made] = (await api.admin.get<PurchaseInvoice[]>('/purchase-invoices?q=T-9')).body;
    assert.deepEqual([made!.net_amount, made!.vat_amount, made!.total_amount], [12.3, 2.71, 15.01]);
    const { instalments } = (await api.admin.get<PurchaseInvoice>(`/purchase-invoices/${made!.id}`)).body;
    assert.deepEqual(
      instalments.map(({ due_date, amount }) => [due_date, amount]),
      [['2027-01-31', 15.01]],
    );
  });
});
