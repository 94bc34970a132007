/** The focus is never lost: after a navigation, after a dialog, after a save. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Page } from 'playwright-core';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { assertFocused, hasFocus } from '../support/focus.ts';
import { screensOf } from '../support/places.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
let rows: AttackedCompany;
function title(page: Page) {
  return page.getByRole('heading', { level: 1 });
}
function dialogs(page: Page) {
  return page.locator('[role=dialog][aria-modal=true]');
}

/** Navigates through the router. Marks the previous heading, so that the new one is recognizable. */
async function go(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-old', '');
    history.pushState(null, '', to);
  }, place);
  await page.locator('h1:not([data-old])').first().waitFor();
  await loaded(page);
}
/** Whether no loading indicator is visible and rendering has started no request. */
function loaded(page: Page) {
  return page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const look = () => !document.querySelector('[aria-busy=true]');
        if (look()) requestAnimationFrame(() => requestAnimationFrame(() => resolve(look())));
        else resolve(false);
      }),
  );
}
/** Closes open layers by Escape alone; an open list takes the first one. */
async function closeAll(page: Page, where: string): Promise<void> {
  const isFewer = (before: number) => document.querySelectorAll('[role=dialog][aria-modal=true]').length < before;
  for (let left = await dialogs(page).count(); left > 0; left -= 1) {
    await page.keyboard.press('Escape');
    const isClosed = await page.waitForFunction(isFewer, left, { timeout: 800 }).then(
      () => true,
      () => false,
    );
    if (!isClosed) {
      await page.keyboard.press('Escape');
      await page.waitForFunction(isFewer, left);
    }
    await assertFocused(page, `${where}, closed`);
  }
}
function isOnCloseButton(page: Page) {
  return page.evaluate(() => document.activeElement!.matches('.mantine-Modal-close, .mantine-Drawer-close'));
}

/** Actions that open a window, download a file or write data. */
const NOT_OPENED =
  /Stampa|Scarica|PDF|XML|Etichett|Esporta|Estratto|Invia|Excel|Imposta|priorità|Segna|Disattiva|Attiva|Ripristina/i;

describe('the focus', () => {
  before(async () => {
    rows = await attackedCompany(api, 'link', new Map());
  });

  matrixTest(
    'Q18: the focus is never on the body on any screen, after navigating and after opening and closing dialogs and row menus',
    async () => {
      const page = await open(rows.session, '/');
      await title(page).waitFor();
      const opened: string[] = [];
      for (const place of screensOf(rows)) {
        if (new URL(page.url()).pathname === place) await go(page, place === '/' ? '/report' : '/');
        await go(page, place);
        await assertFocused(page, place);
        // The main button beside the title, which creates a new row.
        const create = page
          .getByRole('main')
          .getByRole('button', { name: /^(Nuov|Aggiungi|Crea|Importa|Report)/ })
          .first();
        if ((await create.count()) > 0 && (await create.isEnabled())) {
          await create.click();
          await assertFocused(page, `${place}, main button`);
          if ((await dialogs(page).count()) > 0) {
            assert.equal(await isOnCloseButton(page), false, `${place}: on the close button`);
            await closeAll(page, place);
            await hasFocus(create, `${place}, main button`);
            opened.push(`${place} main`);
          } else {
            await go(page, '/users');
            await go(page, place);
          }
        }
        const menu = page
          .getByRole('main')
          .getByRole('button', { name: /^Azioni per / })
          .first();
        if ((await menu.count()) === 0) continue;
        await menu.click();
        // The menu handles Escape once it has the focus.
        await page.locator('[role=menu]:focus, [role=menu] :focus').first().waitFor();
        const names = await page.getByRole('menuitem').allInnerTexts();
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await hasFocus(menu, `${place}, menu`);
        for (const [index, name] of names.entries()) {
          if (NOT_OPENED.test(name)) continue;
          if (place === '/users' && name.startsWith('Elimina')) continue;
          await menu.click();
          const item = page.getByRole('menuitem').nth(index);
          if (await item.isDisabled()) {
            await page.keyboard.press('Escape');
            continue;
          }
          const before = page.url();
          await item.click();
          await page.getByRole('menu').waitFor({ state: 'detached' });
          // A dialog may load its code first, and "Ripeti" stores an order before it opens its form.
          await page
            .waitForFunction(
              (url) => location.href !== url || document.querySelector('[role=dialog][aria-modal=true]'),
              before,
            )
            .catch(() => assert.fail(`${place}, ${name}: neither a dialog nor another screen`));
          await loaded(page);
          await assertFocused(page, `${place}, ${name}`);
          if ((await dialogs(page).count()) > 0) {
            assert.equal(await isOnCloseButton(page), false, `${place}, ${name}: on the close button`);
            await closeAll(page, `${place}, ${name}`);
            opened.push(`${place} ${name}`);
            if (new URL(page.url()).pathname === new URL(before).pathname) await hasFocus(menu, `${place}, ${name}`);
            else {
              // The dialog belongs to another screen, which has no element that opened it.
              await assertFocused(page, `${place}, ${name}, closed`);
              await go(page, '/report');
              await go(page, place);
              await menu.waitFor();
            }
          } else if (page.url() !== before) {
            await go(page, '/report');
            await go(page, place);
            await menu.waitFor();
          }
        }
      }
      assert.ok(opened.length > 15, `dialogs were opened: ${opened.join('; ')}`);
    },
  );

  matrixTest('Q18: the focus is not on the body after saving', async () => {
    const page = await open(rows.session, '/');
    for (const place of [
      `/anagrafica/prodotti/${rows.product}`,
      `/anagrafica/magazzini/${rows.warehouse}`,
      `/anagrafica/fornitori?edit=${rows.supplier}`,
      `/anagrafica/clienti?edit=${rows.customer}`,
      `/anagrafica/macchinari?edit=${rows.machine}`,
      `/anagrafica/codici-iva?edit=${rows.vatCode}`,
      '/anagrafica/azienda',
    ]) {
      await go(page, '/report');
      await go(page, place);
      const toasts = page.locator('.toasts');
      await page.getByRole('button', { name: 'Salva', exact: true }).click();
      await toasts
        .getByText(/salvat|aggiornat/i)
        .first()
        .waitFor();
      await assertFocused(page, `${place}, saved`);
    }
  });

  matrixTest(
    'Q16: the focus returns to the element that opened a dialog, by Escape and by closing: invoice, packing list, job, row menu',
    async () => {
      const page = await open(rows.session, '/');
      for (const [place, opener] of [
        ['/operazioni/vendite', page.getByRole('grid').locator('[data-index="0"][data-open]')],
        ['/operazioni/vendite?tab=invoices', page.getByRole('grid').locator('[data-index="0"][data-open]')],
        ['/produzione/programmazione?view=board', page.locator('[data-job]').first()],
      ] as const) {
        await go(page, '/report');
        await go(page, place);
        for (const isEscape of [true, false]) {
          await opener.focus();
          await page.keyboard.press('Enter');
          await dialogs(page).waitFor();
          await assertFocused(page, `${place}, opened`);
          assert.equal(await isOnCloseButton(page), false, `${place}: on the close button`);
          if (isEscape) await page.keyboard.press('Escape');
          else await dialogs(page).getByRole('button', { name: 'Chiudi' }).first().click();
          await dialogs(page).waitFor({ state: 'detached' });
          await hasFocus(opener, `${place}, ${isEscape ? 'Escape' : 'closed'}`);
        }
      }
      // After the save, the menu item no longer exists, so the focus returns to the menu's button.
      await go(page, '/anagrafica/codici-iva');
      const menu = page.getByRole('button', { name: /^Azioni per / }).first();
      await menu.click();
      await page.getByRole('menuitem', { name: 'Modifica' }).click();
      await dialogs(page).getByRole('button', { name: 'Salva' }).click();
      await dialogs(page).waitFor({ state: 'detached' });
      await hasFocus(menu, 'saved');
    },
  );

  matrixTest(
    'Q17: the focus is on the title after a navigation, in the first empty field of a new form, and on the next step after saving',
    async () => {
      const page = await open(rows.session, '/');
      await hasFocus(title(page), 'opened');
      await page.getByRole('banner').getByRole('link', { name: 'Operazioni', exact: true }).click();
      await page.waitForURL(/operazioni$/);
      await hasFocus(title(page), 'by the bar');
      await page.goBack();
      await page.waitForURL(/\/$/);
      await hasFocus(title(page), 'back');
      for (const [place, field] of [
        ['/anagrafica/prodotti/nuovo', 'code'],
        ['/anagrafica/magazzini/nuovo', 'name'],
        ['/users/nuovo', undefined],
        ['/operazioni/prezzi/nuovo', undefined],
        ['/operazioni/movimenti/nuovo', undefined],
        ['/operazioni/ordini-fornitori/nuovo', 'supplier_id'],
        ['/operazioni/trasferimenti', 'from_warehouse_id'],
        ['/operazioni/vendite?new=true', 'customer_id'],
        ['/operazioni/vendite?tab=invoices&new=true', 'packing_list_id'],
        ['/operazioni/pagamenti?new=true', 'customer_id'],
        ['/operazioni/solleciti?new=true', 'customer_id'],
      ] as const) {
        await go(page, '/report');
        await hasFocus(title(page), 'the report');
        await go(page, place);
        await page.waitForFunction(() => document.activeElement!.matches('input, textarea'));
        const active = page.locator(':focus');
        assert.equal(await active.inputValue(), '', place);
        if (field) assert.equal(await active.getAttribute('data-path'), field, place);
        await closeAll(page, place);
      }
      // A save on a separate page returns to the list, with the focus on its title.
      await go(page, '/anagrafica/magazzini/nuovo');
      await page.locator('[data-path=name]').fill('Deposito del fuoco');
      await page.keyboard.press('Control+s');
      await page.waitForURL(/magazzini$/);
      await hasFocus(title(page), 'saved');
    },
  );

  matrixTest('staying on an unsaved form that the back button would leave returns to its field', async () => {
    const page = await open(rows.session, '/anagrafica/prodotti');
    await page.getByRole('link', { name: 'Nuovo prodotto' }).first().click();
    await page.locator('[data-path=code]:focus').waitFor();
    await page.keyboard.type('QQ');
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Resta qui' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-path=code]:focus').waitFor();
    assert.equal(await page.locator('[data-path=code]').inputValue(), 'QQ');
  });
});
