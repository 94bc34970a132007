/** The columns and the saved views of lists. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { createProduct } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti';
const LONG = 'Carta kraft avana in bobina, grammatura novanta';
const ALL = ['Codice', 'Nome', 'Descrizione', 'Famiglia', 'Fornitore', 'Unità', 'Valuta', 'Stato'];
/** Other lists, of all kinds: with and without ListPage. */
const LISTS = ['/anagrafica/clienti', '/operazioni/movimenti', '/ordiniclienti/visualizza-ordini', '/users'];
const MOST_MOUNTED = 60;
/** At this width a column of the products folds. */
const NARROW = { width: 960, height: 800 };

async function heads(page: Page) {
  const texts = await page.getByRole('columnheader').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Azioni');
}
function showsHeads(page: Page, wanted: readonly string[]) {
  return page.waitForFunction(
    (names) =>
      [...document.querySelectorAll<HTMLElement>('[role=columnheader]')]
        .map((head) => head.innerText.trim())
        .filter((text) => text !== '' && text !== 'Azioni')
        .join() === names,
    wanted.join(),
  );
}
function head(page: Page, key: string) {
  return page.locator(`[role=columnheader][data-column=${key}]`);
}
async function preferences() {
  return (await api.admin.get('/preferences')).body as Record<string, unknown>;
}
async function stored(page: Page, condition: (text: string) => boolean) {
  for (;;) {
    if (condition(JSON.stringify(await preferences()))) return;
    await page.waitForTimeout(50);
  }
}

describe('columns and views', () => {
  before(async () => {
    await createProduct(api.admin, { code: 'COL-1', name: LONG });
    await createProduct(api.admin, { code: 'COL-2', name: 'Film' });
    for (let number = 100; number < 170; number += 1) await createProduct(api.admin, { code: `RIGA-${number}` });
  });

  matrixTest(
    'S17: all lists are one table with virtual rows; a wider column shows more of a text that is cut, and none folds beside it',
    async () => {
      const page = await open(api.admin, PRODUCTS, { viewport: NARROW });
      const cell = page.locator('[data-index="0"] [role=gridcell]').nth(1);
      await cell.getByText('Carta kraft ava…').waitFor();
      const before = await heads(page);
      assert.ok(before.length < ALL.length, 'a column folds at this width');
      const grid = page.getByRole('grid');
      assert.equal(await grid.getAttribute('aria-rowcount'), '73');
      assert.ok((await page.locator('[data-index]').count()) < MOST_MOUNTED);

      const edge = head(page, 'name').locator('> span[aria-hidden]');
      const box = (await edge.boundingBox())!;
      await page.mouse.move(box.x + 4, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + 304, box.y + 10, { steps: 5 });
      await page.mouse.up();
      await cell.getByText(LONG).waitFor();
      await showsHeads(page, ALL);
      assert.ok(await grid.evaluate((table) => table.scrollWidth > table.clientWidth), 'the table scrolls instead');
      await assertAccessible(page, 'a wide column');
      // A phone folds the columns, independent of their width on a large screen.
      await page.setViewportSize(PHONE);
      await page.waitForFunction(() => {
        const table = document.querySelector('[role=grid]')!;
        return table.scrollWidth <= table.clientWidth;
      });
      await page.setViewportSize(NARROW);
      await showsHeads(page, ALL);
      await edge.dblclick();
      await showsHeads(page, before);
      for (const path of LISTS) {
        await page.goto(`${api.url}${path}`);
        await page.locator('[role=grid][aria-rowcount] [role=columnheader][data-column]').first().waitFor();
      }
    },
  );

  matrixTest(
    'S18: a user chooses, orders, widens and pins columns by keyboard, and the server keeps them per user, at most 64 kB',
    async () => {
      const page = await open(api.admin, PRODUCTS);
      await page.getByRole('link', { name: 'COL-1' }).waitFor();
      await page.getByRole('button', { name: 'Colonne' }).focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog', { name: 'Colonne' });
      await menu.getByRole('checkbox', { name: 'Descrizione' }).press('Space');
      await showsHeads(
        page,
        ALL.filter((name) => name !== 'Descrizione'),
      );
      await menu.getByRole('button', { name: 'Sposta Stato' }).press('Home');
      await showsHeads(page, ['Stato', 'Codice', 'Nome', 'Famiglia', 'Fornitore', 'Unità', 'Valuta']);
      // The menu also counts the minimum stock, a column that is hidden until it is chosen.
      await menu.getByText(`Stato: posizione 1 di ${ALL.length + 1}`).waitFor();
      await menu.getByRole('button', { name: 'Blocca Nome' }).press('Enter');
      const chosen = ['Nome', 'Stato', 'Codice', 'Famiglia', 'Fornitore', 'Unità', 'Valuta'];
      await showsHeads(page, chosen);
      const width = () => head(page, 'category').evaluate((element) => element.getBoundingClientRect().width);
      const before = await width();
      for (let press = 0; press < 40; press += 1) {
        await menu.getByRole('button', { name: 'Allarga Famiglia' }).press('Enter');
        if ((await width()) > before + 600) break;
      }
      assert.ok((await width()) > before + 600);
      await assertAccessible(page, 'the menu of columns');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Colonne');
      // The pinned column stays while the table scrolls.
      const left = () => head(page, 'name').evaluate((element) => element.getBoundingClientRect().left);
      const at = await left();
      await page.getByRole('grid').evaluate((table) => table.scrollTo({ left: 300 }));
      assert.equal(Math.round(await left()), Math.round(at));
      await stored(page, (text) => text.includes('"category":'));
      await page.reload();
      await showsHeads(page, chosen);
      await page.getByRole('link', { name: 'COL-1' }).waitFor();

      const other = await open(api.sales, PRODUCTS);
      await other.getByRole('link', { name: 'COL-1' }).waitFor();
      assert.deepEqual(await heads(other), ALL);
      assert.deepEqual((await api.sales.get('/preferences')).body, {});
      const large = await api.admin.put('/preferences', { large: 'x'.repeat(64 * 1024) });
      assert.equal(large.status, 400);

      await page.getByRole('button', { name: 'Colonne' }).click();
      await menu.getByRole('button', { name: 'Ripristina' }).click();
      await showsHeads(page, ALL);
      await stored(page, (text) => text === '{}');
    },
  );

  matrixTest(
    'S20: a view keeps filters, sort and columns, can be the default of the list, and is named in the address',
    async () => {
      await api.admin.put('/preferences', { [`columns ${PRODUCTS} products`]: null });
      const page = await open(api.admin, `${PRODUCTS}?q=COL-&sort=-code`);
      await page.getByRole('link', { name: 'COL-2' }).waitFor();
      await page.getByRole('button', { name: 'Viste' }).click();
      await page.getByRole('menuitem', { name: 'Salva come vista…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nuova vista' });
      await dialog.getByLabel('Nome della vista').fill('Carte');
      await dialog.getByLabel("Apri l'elenco con questa vista").check();
      await dialog.getByRole('button', { name: 'Salva', exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get('view') === 'Carte');
      // Columns of a view belong to the view.
      await page.getByRole('button', { name: 'Colonne' }).click();
      await page.getByRole('checkbox', { name: 'Descrizione' }).uncheck();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Viste: Carte' }).getByText('Carte *').waitFor();
      await page.getByRole('button', { name: 'Viste: Carte' }).click();
      await page.getByRole('menuitem', { name: 'Salva le modifiche' }).click();
      await page.getByText('Carte', { exact: true }).waitFor();
      const without = ALL.filter((name) => name !== 'Descrizione');
      await showsHeads(page, without);

      // The list opens with its start view; the address alone restores filters, sort and columns.
      await page.evaluate(() => localStorage.removeItem('products.search'));
      for (const path of [PRODUCTS, `${PRODUCTS}?view=carte`]) {
        await page.goto(`${api.url}${path}`);
        await page.waitForURL(
          (url) => url.searchParams.get('q') === 'COL-' && url.searchParams.get('sort') === '-code',
        );
        await showsHeads(page, without);
        assert.match(await page.locator('[data-index="0"]').innerText(), /COL-2/);
      }
      // The address wins over the stored search term, and that over the start view.
      await page.evaluate(() => localStorage.setItem('products.search', 'RIGA-101'));
      await page.goto(`${api.url}${PRODUCTS}`);
      await page.getByRole('link', { name: 'RIGA-101' }).waitFor();
      await page.goto(`${api.url}${PRODUCTS}?view=Carte`);
      await page.getByRole('link', { name: 'COL-2' }).waitFor();
      await assertAccessible(page, 'a view');
      assert.equal((await preferences())[`columns ${PRODUCTS} products`] ?? null, null);
      // A shared view sorted by amounts: a reader who may not see them gets the list in its usual order.
      const screen = '/ordiniclienti/visualizza-ordini';
      const amounts = { screen, search: { sort: '-total_amount' }, columns: null };
      const shared = { list: 'customer-orders', name: 'Importi', state: amounts, shared_with_role: 'warehouse' };
      assert.equal((await api.admin.post('/views', shared)).status, 201);
      const reader = await open(api.warehouse, `${screen}?view=Importi`);
      await reader.getByRole('button', { name: 'Viste: Importi' }).waitFor();
      await reader.getByText('Nessun ordine').first().waitFor();

      await page.getByRole('button', { name: 'Viste: Carte' }).click();
      await page.getByRole('menuitem', { name: 'Elimina la vista' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await page.getByRole('alert').getByRole('button', { name: 'Annulla', exact: true }).click();
      await page.getByText('Operazione annullata').waitFor();
      assert.equal((await api.admin.get('/views?list=products')).body.length, 1);
    },
  );
});
