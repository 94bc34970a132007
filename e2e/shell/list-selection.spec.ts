/** Selection of rows and acts on them. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti?q=SEL-';
const COUNT = 130;
const USED = 'SEL-103';

function bar(page: Page) {
  return page.getByRole('region', { name: 'Righe selezionate' });
}
function row(page: Page, code: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) });
}
async function act(page: Page, name: string) {
  await bar(page).getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

describe('selection', () => {
  let customer: number;
  let used: number;
  before(async () => {
    await completeCompany(api.admin);
    const codes = Array.from({ length: COUNT }, (_, index) => `SEL-${100 + index}`);
    for (const code of codes) {
      const product = await createProduct(api.admin, { code });
      if (code === USED) used = product.id;
    }
    customer = (await createCustomer(api.admin, { business_name: 'Forno', vat_number: '01234567897' })).id;
    const depot = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(used, depot.id, 100));
  });

  matrixTest(
    'S21: rows are selected by checkbox, Shift and keyboard, also across pages, for sending and printing invoices, drafts of packing lists, status changes, deletes, labels and export',
    async () => {
      await selectRows();
      await changeAndLabel();
      await invoiceAndPrint();
    },
  );

  matrixTest('the row with the focus is never hidden by the header or the end of the list', async () => {
    const page = await open(api.admin, PRODUCTS);
    await row(page, 'SEL-100').waitFor();
    const assertShown = async (code: string) => {
      await page.waitForFunction((name) => document.activeElement?.textContent?.includes(name), code);
      const hidden = await page.evaluate(() => {
        const [own, head, list] = [
          document.activeElement!,
          document.querySelector('[role=columnheader]')!.parentElement!,
          document.activeElement!.closest('[role=grid], [role=table]')!,
        ].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
        return [
          Math.max(0, Math.round(head.bottom - own.top - 1)),
          Math.max(0, Math.round(own.bottom - list.bottom - 1)),
        ];
      });
      assert.deepEqual(hidden, [0, 0], `${code}: pixels under the header, and below the end`);
    };
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await assertShown('SEL-100');
    const pressMany = async (key: string, count: number) => {
      for (let n = 0; n < count; n++) await page.keyboard.press(key);
    };
    await pressMany('ArrowDown', 40);
    await assertShown('SEL-140');
    await pressMany('ArrowUp', 30);
    await assertShown('SEL-110');
    // The last of the loaded pages.
    await page.keyboard.press('End');
    await page.waitForFunction(() => !document.activeElement?.textContent?.includes('SEL-110'));
    await assertShown('SEL-');
  });

  matrixTest('the reason of a failed row stays in sight when the act has moved the row out of the list', async () => {
    const far = await createCustomer(api.admin, { business_name: 'Zephyr', country_code: 'US', valuta: 'USD' });
    const depot = await createWarehouse(api.admin);
    await createMovement(api.admin, loadBody(used, depot.id, 10));
    const order = await createCustomerOrder(api.admin, far.id, [{ product_id: used, quantity: 1, unit_price: 2 }]);
    const list = await createPackingList(api.admin, {
      customer_id: far.id,
      order_id: order.id,
      items: [{ order_item_id: order.items[0]!.id, quantity: 1, warehouse_id: depot.id }],
    });
    const page = await open(api.admin, `/operazioni/vendite?status=to_invoice&q=${list.packing_list_number}`);
    await page.getByRole('checkbox', { name: new RegExp(list.packing_list_number) }).click();
    await act(page, 'Crea e invia fatture');
    // The draft exists, so that the packing list is no longer to be invoiced.
    await bar(page)
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${list.packing_list_number}: Bozza creata ma non inviata: .*cambio`) })
      .waitFor();
    await assertAccessible(page, 'a failed row that is not in the list');
  });

  /** Checkbox, Shift, keyboard, all that match across pages, and the export of the selection. */
  async function selectRows() {
    const page = await open(api.admin, PRODUCTS);
    await row(page, 'SEL-100').waitFor();
    const check = (code: string) => row(page, code).getByRole('checkbox');
    const expectText = (text: string) => bar(page).getByText(text, { exact: true }).waitFor();
    await check('SEL-101').click();
    await expectText('1 selezionata');
    await check('SEL-105').click({ modifiers: ['Shift'] });
    await expectText('5 selezionate');
    await check('SEL-103').click();
    await expectText('4 selezionate');

    await row(page, 'SEL-100').focus();
    await page.keyboard.press('Space');
    await expectText('5 selezionate');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expectText('6 selezionate');
    await page.keyboard.press('Shift+ArrowUp');
    await expectText('5 selezionate');
    await assertAccessible(page, 'selected rows');

    await page.keyboard.press('Control+a');
    await expectText(`Selezionate tutte le ${COUNT} righe che corrispondono`);
    await page.keyboard.press('Space');
    await expectText(`${COUNT - 1} selezionate`);
    // Rows of the second page are selected before they are loaded.
    await page.keyboard.press('End');
    await row(page, `SEL-${99 + COUNT}`).waitFor();
    assert.equal(await check(`SEL-${99 + COUNT}`).isChecked(), true);
    await bar(page)
      .getByRole('button', { name: `Seleziona tutte le ${COUNT} che corrispondono` })
      .click();
    await expectText(`Selezionate tutte le ${COUNT} righe che corrispondono`);
    await page.keyboard.press('Home');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: 'Esporta selezionate' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^prodotti-.*\.xlsx$/);
    // A change of the filters clears the selection: its rows may be out of sight.
    await page.getByLabel('Cerca in tutti i campi').fill('SEL-10');
    await bar(page).waitFor({ state: 'detached' });
  }

  /** Labels of products, machines and batches as one print job, a status change and a delete. */
  async function changeAndLabel() {
    const products: { id: number }[] = [];
    for (const code of ['ZEL-1', 'ZEL-2', 'ZEL-3']) products.push(await createProduct(api.admin, { code }));
    const page = await open(api.admin, '/anagrafica/prodotti?q=ZEL-');
    await row(page, 'ZEL-1').getByRole('checkbox').click();
    await row(page, 'ZEL-2').getByRole('checkbox').click();
    assert.deepEqual(await labels(page), ['ZEL-1', 'ZEL-2']);
    await act(page, 'Archivia');
    await bar(page).waitFor({ state: 'detached' });
    const inactive = (await api.admin.get('/products?status=inactive&q=ZEL-')).body;
    assert.deepEqual(
      inactive.map(({ code }: { code: string }) => code),
      ['ZEL-1', 'ZEL-2'],
    );
    await page.getByRole('alert').getByRole('button', { name: 'Annulla', exact: true }).click();
    await page.getByText('Operazione annullata').waitFor();
    assert.deepEqual((await api.admin.get('/products?status=inactive&q=ZEL-')).body, []);
    await row(page, 'ZEL-3').getByRole('checkbox').click();
    await bar(page).getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByText('Eliminare ZEL-3?').waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'Elimina');
    await row(page, 'ZEL-3').waitFor({ state: 'detached' });

    await createMachine(api.admin, { code: 'ZEL-M', description: 'Taglierina' });
    await page.goto(`${api.url}/anagrafica/macchinari?q=ZEL-M`);
    await page.getByRole('checkbox', { name: 'Seleziona ZEL-M' }).click();
    assert.deepEqual(await labels(page), ['ZEL-M']);

    const batched = await createProduct(api.admin, { code: 'ZEL-B', has_batch: true, has_expiry_date: true });
    const { id: depot } = await createWarehouse(api.admin);
    const batch = { batch_number: 'LOTTO-7', expiry_date: '2027-05-01' };
    await createMovement(api.admin, loadBody(batched.id, depot, 5, batch));
    await page.goto(`${api.url}/report/giacenze?expires_from=2027-01-01&expires_until=2027-12-31`);
    await page.getByRole('checkbox', { name: 'Seleziona ZEL-B · LOTTO-7' }).click();
    assert.deepEqual(await labels(page), ['ZEL-B']);
  }

  /** Prints the labels of the selection. @returns the codes on the labels of the print window */
  async function labels(page: Page): Promise<string[]> {
    const [paper] = await Promise.all([
      page.waitForEvent('popup'),
      bar(page).getByRole('button', { name: 'Stampa etichette' }).click(),
    ]);
    await paper.locator('.label svg').first().waitFor();
    const codes = await paper.locator('.label .code').allInnerTexts();
    await paper.close();
    return codes;
  }

  matrixTest(
    'S23: a bulk act shows a progress bar with a real fraction, and failed rows stay selected with their reason',
    async () => {
      const page = await open(api.admin, PRODUCTS);
      await row(page, 'SEL-100').waitFor();
      const sent: number[] = [];
      let answer = () => {};
      await page.route('**/api/products/bulk/status', async (route) => {
        sent.push((route.request().postDataJSON() as { ids: number[] }).ids.length);
        if (sent.length === 3) await new Promise<void>((resolve) => (answer = resolve));
        await route.continue();
      });
      await row(page, 'SEL-100').focus();
      await page.keyboard.press('Control+a');
      await act(page, 'Archivia');
      const progress = page.getByRole('progressbar', { name: 'Archivia' });
      // Two portions of seven rows are done when the third one waits.
      await page.waitForFunction(
        () => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')?.startsWith('10.7') === true,
      );
      await bar(page).getByText(`Archivia: 14 di ${COUNT}`, { exact: true }).waitFor();
      answer();
      await progress.waitFor({ state: 'detached' });
      assert.equal(
        sent.reduce((sum, length) => sum + length, 0),
        COUNT,
      );
      assert.ok(Math.max(...sent) <= 500);
      const inactive = await api.admin.get('/products?status=inactive&q=SEL-');
      assert.equal(inactive.body.length === COUNT || Number(inactive.headers.get('x-total-count')) === COUNT, true);

      for (const code of ['SEL-101', USED, 'SEL-105']) await row(page, code).getByRole('checkbox').click();
      await act(page, 'Elimina');
      await row(page, 'SEL-101').waitFor({ state: 'detached' });
      await row(page, 'SEL-105').waitFor({ state: 'detached' });
      const failed = row(page, USED);
      assert.equal(await failed.getAttribute('aria-selected'), 'true');
      assert.match((await failed.getByRole('gridcell').last().innerText()).trim(), /us|moviment|giacenz/i);
      await bar(page).getByText('1 selezionata', { exact: true }).waitFor();
      await assertAccessible(page, 'a failed row');
    },
  );

  /** Drafts of selected packing lists in one call; selected drafts are sent, and printed in one file. */
  async function invoiceAndPrint() {
    const lists: { id: number; packing_list_number: string }[] = [];
    const warehouse = (await api.admin.get('/stock')).body.find(
      (one: { product_id: number }) => one.product_id === used,
    );
    for (let number = 0; number < 3; number += 1) {
      const order = await createCustomerOrder(api.admin, customer, [{ product_id: used, quantity: 5, unit_price: 2 }]);
      lists.push(
        await createPackingList(api.admin, {
          customer_id: customer,
          order_id: order.id,
          items: [{ order_item_id: order.items[0]!.id, quantity: 5, warehouse_id: warehouse.warehouse_id }],
        }),
      );
    }
    await createInvoice(api.admin, lists[0]!.id);
    const page = await open(api.admin, '/operazioni/vendite');
    await page.getByRole('grid').getByText(lists[0]!.packing_list_number).first().waitFor();
    await page.getByLabel('Seleziona tutte le righe').check();
    const drafted: number[] = [];
    await page.route('**/api/invoices/bulk/from-packing-lists', async (route) => {
      drafted.push((route.request().postDataJSON() as { ids: number[] }).ids.length);
      await route.continue();
    });
    // The first one has a draft already: it is skipped, and not counted.
    await bar(page).getByRole('button', { name: 'Crea bozze di fattura' }).click();
    const question = page.getByRole('dialog', { name: 'Crea bozze di fattura' });
    await question.getByText('Creare una bozza di fattura per ogni packing list selezionata (2)?').waitFor();
    await question.getByText('1 riga selezionata è saltata.').waitFor();
    await question.getByRole('button', { name: 'Crea bozze di fattura' }).click();
    await bar(page).getByText('1 selezionata', { exact: true }).waitFor();
    assert.equal((await api.admin.get('/invoices?status=draft')).body.length, 3);
    assert.equal(
      drafted.reduce((sum, count) => sum + count, 0),
      2,
    );
    // The notice leads to the drafts.
    const notice = page.locator('.toasts [role=alert]').filter({ hasText: 'Crea bozze di fattura' });
    await notice.getByRole('link', { name: 'Fatture' }).click();
    await page.waitForURL(/tab=invoices&status=draft/);

    await page.goto(`${api.url}/operazioni/vendite?tab=invoices`);
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await page.getByLabel('Seleziona tutte le righe').check();
    await act(page, 'Segna come inviata');
    await bar(page).waitFor({ state: 'detached' });
    const sent = (await api.admin.get('/invoices?status=sent')).body as { id: number }[];
    assert.equal(sent.length, 3);
    const issued = page.locator('.toasts [role=alert]').filter({ hasText: 'Segna come inviata' });
    await issued.getByRole('link', { name: 'Fatture' }).click();
    await page.waitForURL(/tab=invoices&status=sent/);
    await page.locator('[role=grid][aria-busy=false]').waitFor();

    await page.getByLabel('Seleziona tutte le righe').check();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/invoices/report?format=pdf&ids=')),
      bar(page).getByRole('button', { name: 'Stampa' }).click(),
    ]);
    const ids = new URL(answer.url()).searchParams.get('ids')!.split(',').map(Number);
    assert.deepEqual(
      ids.toSorted((one, other) => one - other),
      sent.map(({ id }) => id).toSorted((one, other) => one - other),
    );
    assert.equal(answer.headers()['content-type'], 'application/pdf');
  }
});
