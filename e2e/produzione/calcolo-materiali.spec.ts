/**
 * The materials calculation: paper and film for the selected items, the available stock, and items without a result.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { printed, watchPrinting } from '../support/printing.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/calcolo-materiali';
const LARGE = { width: 900, height: 1200 };
const paper = { pezzi_per_scatola: 1000, numero_piste: 4, lunghezza_cm: 30, larghezza_bobina: 120, peso_carta: 40 };
const both = {
  pezzi_per_scatola: 500,
  numero_piste: 2,
  lunghezza_cm: 37,
  larghezza_bobina: 52,
  peso_carta: 45,
  larghezza_film: 50,
  spessore_film: 12,
  colore_film: 'Avana',
};
type Made = { item: number; number: string };
const made = {} as Record<'paper' | 'both' | 'broken' | 'done', Made>;

async function prepare() {
  const { admin } = stage.api;
  if (made.paper) return;
  const customer = (await createCustomer(admin)).id;
  const order = async (code: string, technical: object, quantity: number, customer_order_number: string) => {
    const product = await createProduct(admin, { code, name: `Nome ${code}`, unit_of_measure: 'box', ...technical });
    const { order_number, items } = await createCustomerOrder(
      admin,
      customer,
      [{ product_id: product.id, quantity, unit_price: 1 }],
      { customer_order_number },
    );
    return { item: items[0]!.id, number: order_number };
  };
  made.paper = await order('CARTA-A', paper, 50, 'PO-1');
  made.both = await order('ACC-B', both, 120, 'PO-2');
  made.broken = await order('MANCA-C', { ...both, larghezza_film: null, numero_piste: null }, 5, 'PO-3');
  made.done = await order('FATTO-D', paper, 5, 'PO-4');
  await createOperation(admin, made.done.item, 5);
  const warehouse = (await createWarehouse(admin)).id;
  const reel = async (code: string, unit_of_measure: string, technical: object, quantity: number) =>
    createMovement(
      admin,
      loadBody((await createProduct(admin, { code, unit_of_measure, ...technical })).id, warehouse, quantity),
    );
  await reel('BOB-40', 'kg', { peso_carta: 40, larghezza_bobina: 120 }, 500);
  await reel('BOB-45', 'kg', { peso_carta: 45, larghezza_bobina: 52 }, 100);
  await reel('BOB-PZ', 'piece', { peso_carta: 45, larghezza_bobina: 52 }, 3);
}
function row(page: Page, code: string) {
  return page.getByRole('row').filter({ hasText: code });
}
function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim();
}
async function tableOf(page: Page, name: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const line of await page.getByRole('region', { name, exact: true }).locator('tr').all())
    rows.push((await line.locator('th, td').allInnerTexts()).map(plain));
  return rows;
}

describe('materials', () => {
  matrixTest('an empty list shows a message', async () => {
    const page = await stage.open(stage.api.warehouse, '/produzione');
    await page.getByRole('link', { name: /^Calcolo materiali/ }).click();
    await page.getByRole('heading', { name: 'Nessun ordine trovato' }).waitFor();
    await assertAccessible(page, 'empty');
    await page.getByRole('link', { name: 'Torna alla produzione' }).click();
    await page.waitForURL((url) => url.pathname === '/produzione');
  });

  describe('with orders', () => {
    before(prepare);

    test('M01 searches, selects all, calculates, shows two decimals, prints and exports', async () => {
      const page = await stage.open(stage.api.warehouse, PATH);
      await row(page, 'CARTA-A').waitFor();
      assert.equal(await row(page, 'FATTO-D').count(), 0, 'completed');
      const cells = (await row(page, 'CARTA-A').getByRole('gridcell').allInnerTexts()).map(plain);
      assert.deepEqual(cells.slice(1, 5), [`${made.paper.number} PO-1`, 'CARTA-A Nome CARTA-A', '50', 'scat.']);
      const calculate = page.getByRole('button', { name: 'Calcola materiali' });
      assert.equal(await calculate.isDisabled(), true, 'nothing is selected');
      await page.getByText('Nessun item selezionato').waitFor();
      // Searches by order number, code or name, ignoring case.
      for (const term of [made.both.number.toLowerCase(), 'acc-b', 'NOME ACC']) {
        await page.getByRole('searchbox').fill(term);
        await row(page, 'CARTA-A').waitFor({ state: 'detached' });
        await row(page, 'ACC-B').waitFor();
      }
      await page.getByRole('searchbox').fill('');
      await row(page, 'CARTA-A').waitFor();
      await page.getByRole('button', { name: 'Seleziona tutto' }).click();
      await page.getByText('3 righe selezionate').waitFor();
      await page.getByRole('button', { name: 'Deseleziona tutto' }).click();
      await page.getByText('Nessun item selezionato').waitFor();
      for (const { number } of [made.paper, made.both])
        await page.getByRole('checkbox', { name: `Seleziona ${number}` }).check();
      await page.getByText('2 righe selezionate').waitFor();
      await assertAccessible(page, 'selected');

      let go = () => {};
      const held = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/api/customer-orders/calculate-materials', async (route) => {
        await held;
        await route.continue();
      });
      await calculate.click();
      const dialog = page.getByRole('dialog', { name: 'Materiali necessari' });
      await dialog.waitFor();
      assert.equal(
        await page.locator('button', { hasText: 'Calcola materiali' }).isDisabled(),
        true,
        'while it calculates',
      );
      go();
      await page.unrouteAll({ behavior: 'wait' }); // a route on a page would block the stylesheet of its popups
      await dialog.getByText('439,74 kg').waitFor();
      const summary = (await dialog.locator('dl > div').allInnerTexts()).map(plain);
      assert.deepEqual(summary, ['Totale carta 439,74 kg', 'Totale film 61,27 kg', 'Totale righe 2']);
      assert.deepEqual(await tableOf(page, 'Carta'), [
        [
          'Grammatura (g/m²)',
          'Larghezza bobina (cm)',
          'Metri lineari',
          'Kg necessari',
          'A magazzino (kg)',
          'Mancano (kg)',
        ],
        ['40,00', '120,00', '3.750,00', '180,00', '500,00', '0,00'],
        ['Coperto dal magazzino · BOB-40: 500,00 kg'],
        ['45,00', '52,00', '11.100,00', '259,74', '100,00', '159,74'],
        ["Mancano 159,74 kg · BOB-45: 100,00 kg · BOB-PZ: 3,00 pz, non contati: l'unità non è un peso"],
      ]);
      assert.deepEqual((await tableOf(page, 'Film')).slice(1), [
        ['12,00', '50,00', 'avana', '11.100,00', '61,27', '0,00', '61,27'],
        ['Mancano 61,27 kg · nessuna bobina con questi dati a magazzino'],
      ]);
      assert.deepEqual(await tableOf(page, 'Dettaglio righe'), [
        ['Numero ordine', 'Codice', 'Quantità', 'Da produrre', 'Colore', 'Metri lineari carta', 'Metri lineari film'],
        [made.paper.number, 'CARTA-A', '50,00 scat.', '50,00 scat.', '—', '3.750,00', '—'],
        [made.both.number, 'ACC-B', '120,00 scat.', '120,00 scat.', 'Avana', '11.100,00', '11.100,00'],
      ]);
      await assertAccessible(page, 'a result');

      await watchPrinting(page);
      const sheet = await printed(page, () => dialog.getByRole('button', { name: 'Stampa' }).click(), LARGE);
      const text = plain(await sheet.locator('main').innerText());
      for (const part of ['Totale carta: 439,74 kg', '3.750,00', '61,27', made.both.number])
        assert.ok(text.includes(part), part);
      const closed = sheet.waitForEvent('close');
      await sheet.evaluate(() => window.dispatchEvent(new Event('afterprint'))).catch(() => {});
      await closed;
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Esporta Excel' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^materiali-necessari-.*\.xlsx$/);

      // The URL keeps the result; later stock changes appear without a reload.
      await page.reload();
      await dialog.getByText('439,74 kg').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('2 righe selezionate').waitFor();
      const read = page.waitForRequest('**/api/customer-orders/materials-calculation-items*');
      await page.getByRole('button', { name: 'Aggiorna' }).click();
      await read;
    });

    matrixTest('values that cannot be calculated are a dash with an explanation, never a silent zero', async () => {
      const page = await stage.open(stage.api.warehouse, `${PATH}?items=${made.broken.item}`);
      const dialog = page.getByRole('dialog', { name: 'Materiali necessari' });
      await dialog.getByText('2 avvisi: i totali sono incompleti').waitFor();
      const name = `${made.broken.number} · MANCA-C`;
      assert.deepEqual((await dialog.locator('li').allInnerTexts()).map(plain), [
        `${name}: Mancano dei dati del prodotto per calcolare il materiale (Larghezza film)`,
        `${name}: Manca il numero di piste: calcolato con 1 (Numero piste)`,
      ]);
      await dialog.getByText('Nessun film calcolato').waitFor();
      assert.equal((await tableOf(page, 'Dettaglio righe'))[1]!.at(-1), '—');
      await assertAccessible(page, 'warnings');
      // A user without access to the stock sees only the needs.
      const other = await stage.open(stage.api.administration, `${PATH}?items=${made.paper.item}`);
      await other.getByRole('dialog').getByText('180,00 kg').waitFor();
      assert.equal(await other.getByText('A magazzino').count(), 0);
      assert.equal(await other.getByText('BOB-40').count(), 0);
    });

    matrixTest('M02 unreadable items and a failed calculation show a message, and can be loaded again', async () => {
      const page = await stage.open(stage.api.warehouse, '/produzione');
      let isBroken = true;
      const fail = { status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } };
      await page.route('**/api/customer-orders/*materials*', (route) =>
        isBroken ? route.fulfill(fail) : route.continue(),
      );
      await page.getByRole('link', { name: /^Calcolo materiali/ }).click();
      await page.getByText('Errore caricamento items').first().waitFor();
      await assertAccessible(page, 'not read');
      isBroken = false;
      await page.getByRole('button', { name: 'Riprova' }).click();
      await page.getByRole('checkbox', { name: `Seleziona ${made.paper.number}` }).check();
      isBroken = true;
      await page.getByRole('button', { name: 'Calcola materiali' }).click();
      const dialog = page.getByRole('dialog', { name: 'Materiali necessari' });
      await dialog.getByText('Errore calcolo materiali').waitFor();
      await assertAccessible(page, 'not calculated');
      isBroken = false;
      await dialog.getByRole('button', { name: 'Riprova' }).click();
      await dialog.getByText('180,00 kg').waitFor();
      // The calls and the shape of their responses.
      const { warehouse } = stage.api;
      const items = (await warehouse.get('/customer-orders/materials-calculation-items')).body;
      const keys = ['item_id', 'order_number', 'customer_order_number', 'code', 'product_name', 'quantity'];
      assert.ok([...keys, 'unit_of_measure'].every((key) => key in items[0]));
      const { admin } = stage.api;
      const { id: machine } = await createMachine(admin);
      await createScheduling(admin, made.broken.item, machine, 5);
      const offered = (await warehouse.get('/customer-orders/materials-calculation-items')).body;
      assert.deepEqual(
        offered.map(({ item_id }: { item_id: number }) => item_id).toSorted((a: number, b: number) => a - b),
        [made.paper.item, made.both.item],
        'neither completed nor fully scheduled items',
      );
      const { body } = await warehouse.post('/customer-orders/calculate-materials', { itemIds: [made.both.item] });
      assert.deepEqual(Object.keys(body.summary).toSorted(), ['total_carta_kg', 'total_film_kg', 'total_items']);
      for (const key of ['peso_carta', 'larghezza_bobina', 'metri_lineari', 'kg_necessari', 'items'])
        assert.ok(key in body.carta[0], key);
      for (const key of ['spessore_film', 'larghezza_film', 'colore_film', 'metri_lineari', 'kg_necessari'])
        assert.ok(key in body.film[0], key);
      for (const key of ['pezzi_per_scatola', 'numero_piste', 'lunghezza_cm', 'colore_film'])
        assert.ok(key in body.items[0], key);
      const none = await warehouse.post('/customer-orders/calculate-materials', { itemIds: [] });
      assert.deepEqual([none.status, none.body.fields[0].message], [400, 'Nessun item selezionato']);
    });
  });
});
