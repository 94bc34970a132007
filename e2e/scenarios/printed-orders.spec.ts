/** The purchase order and the order confirmation, opened as PDF from their screens. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../server/src/testing/factories.ts';
import { startStage } from '../support/stage.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const { api, open } = startStage();

describe('printed orders', () => {
  matrixTest('a button lists the missing data of the company, and opens the PDF when they are there', async () => {
    const { id } = await createProduct(api.admin, { code: 'KRA-70' });
    const supplier = await createSupplier(api.admin);
    const customer = await createCustomer(api.admin);
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: id, quantity: 5, unit_price: 2 },
    ]);
    const order = await createCustomerOrder(api.admin, customer.id, [{ product_id: id, quantity: 5, unit_price: 3 }]);
    const page = await open(api.orders, `/operazioni/ordini-fornitori/${purchase.id}`);
    const button = page.getByRole('button', { name: 'PDF per il fornitore' });
    await button.click();
    const missing = page.getByRole('dialog', { name: 'Dati mancanti' });
    await missing.getByRole('link', { name: 'completa' }).first().waitFor();
    await page.keyboard.press('Escape');
    await missing.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'PDF per il fornitore');
    await completeCompany(api.admin);
    const [paper] = await Promise.all([page.waitForEvent('popup'), button.press('Enter')]);
    await page.getByText(`Documento pronto: ${purchase.order_number.replace('/', '-')}.pdf`).waitFor();
    await paper.close();

    await page.goto(`${api.url}/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(order.order_number)}`);
    await page.getByRole('button', { name: order.order_number }).first().click();
    const answer = page.waitForResponse((one) => new URL(one.url()).pathname.endsWith('/report'));
    await page.getByRole('button', { name: 'Conferma (PDF)' }).click();
    assert.equal((await answer).headers()['content-type'], 'application/pdf');
  });
});
