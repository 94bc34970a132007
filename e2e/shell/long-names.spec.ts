/** Names of products and customers at their maximum length: on lists, pages, dialogs and documents. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMachine,
  createSupplier,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { FULL_COMPANY, sell } from '../../server/src/testing/invoiced.ts';
import { openPlace } from '../support/every-screen.ts';
import { DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage({ isPreloading: true });
const LENGTH = 200;
/** The longest that a layout may take to follow the width of the page. */
const SETTLED_MS = 3_000;
/** Without a space, so that a text can only wrap within a word. */
const PRODUCT = `Prodotto-${'W'.repeat(LENGTH)}`.slice(0, LENGTH);
const CUSTOMER = `Cliente-${'M'.repeat(LENGTH)}`.slice(0, LENGTH);

describe('names of 200 characters', () => {
  matrixTest('widen no screen, push no button off it, and are whole in the form and on the page', async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    const { customer, list, invoice } = await sell(
      api,
      [{ quantity: 5, unit_price: 1, product: { name: PRODUCT, description: PRODUCT, category: PRODUCT } }],
      {
        customer: { business_name: CUSTOMER, city: CUSTOMER, address: CUSTOMER },
      },
    );
    const { product_id } = list.items[0]!;
    const order = await createCustomerOrder(api.admin, customer.id, [{ product_id, quantity: 5, unit_price: 1 }]);
    const places = [
      '/',
      '/anagrafica/prodotti',
      `/anagrafica/prodotti/${product_id}?tab=orders`,
      '/anagrafica/clienti',
      `/anagrafica/clienti/${customer.id}`,
      `/ordiniclienti/visualizza-ordini?order=${order.id}`,
      `/ordiniclienti/inserimento-ordine?edit=${order.id}`,
      '/report/giacenze',
      '/operazioni/movimenti',
      `/operazioni/vendite?open=${list.id}`,
      `/operazioni/vendite?tab=invoices&open=${invoice.id}`,
      '/operazioni/spedizioni',
      '/produzione/programmazione?view=board',
      '/produzione/stato',
    ];
    const page = await open(api.admin, '/report');
    for (const place of places) {
      await openPlace(page, place);
      for (const viewport of [DESKTOP, TABLET, PHONE]) {
        await page.setViewportSize(viewport);
        // A list takes its narrow layout some frames after the page.
        const ends = Date.now() + SETTLED_MS;
        let lost = await page.evaluate(cutOff);
        while (lost.length > 0 && Date.now() < ends) lost = await page.evaluate(cutOff);
        assert.deepEqual(lost, [], `${place} at ${viewport.width} px`);
      }
      await page.setViewportSize(DESKTOP);
    }
    await openPlace(page, `/anagrafica/clienti/${customer.id}`);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), CUSTOMER);
    assert.equal(await page.getByLabel('Ragione sociale').inputValue(), CUSTOMER);
  });
});

describe('usual names', () => {
  matrixTest('of a customer, a warehouse and a machine are whole in their lists on a phone', async () => {
    const NAMES: [path: string, name: string][] = [
      ['/anagrafica/clienti', 'Fromageries des Alpes SARL'],
      ['/anagrafica/magazzini', 'Magazzino prodotti finiti'],
      ['/anagrafica/macchinari', 'Accoppiatrice carta–film'],
      // On two lines.
      ['/anagrafica/fornitori', 'Cartotecnica Meridionale Imballaggi S.p.A.'],
    ];
    await createCustomer(api.admin, { business_name: NAMES[0]![1] });
    await createWarehouse(api.admin, { name: NAMES[1]![1] });
    await createMachine(api.admin, { code: 'ACC-01', description: NAMES[2]![1] });
    await createSupplier(api.admin, { business_name: NAMES[3]![1] });
    for (const [path, name] of NAMES) {
      const page = await open(api.sales, path, { viewport: PHONE });
      const shown = page.getByRole('grid').getByText(name, { exact: true });
      await shown.waitFor();
      const missing = await shown.evaluate((text) => [
        text.scrollWidth - text.clientWidth,
        // The line height is a fraction of a pixel.
        text.scrollHeight - text.clientHeight - 1,
      ]);
      assert.ok(Math.max(...missing) <= 0, `${path}: ${missing.join(', ')} px of the name are cut`);
    }
  });
});

/** Runs in the page. @returns the elements beyond the right edge that cannot be scrolled into view; a text may end in an ellipsis */
function cutOff(): string[] {
  const width = document.documentElement.clientWidth;
  const clipOf = (element: Element): string => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX !== 'visible') return overflowX;
    }
    return 'visible';
  };
  const isLost = (element: Element) => {
    const clip = clipOf(element);
    return clip === 'visible' || (element.matches('button, input') && ['hidden', 'clip'].includes(clip));
  };
  const overflow = document.documentElement.scrollWidth - width;
  const lost = [...document.querySelectorAll('main *, [role=dialog] *')]
    .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().right > width + 1)
    .filter(isLost)
    .map((element) => `${element.tagName} ${element.className}`);
  return [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...lost];
}
