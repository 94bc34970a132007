/** Toasts: their duration, number, position and colors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { endTimers, heldTimers, holdTimers } from '../support/held-timers.ts';
import { PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LENGTHS = [2000, 3000, 4000, 10_000];
function toasts(page: Page) {
  return page.locator('.toasts [role=alert]');
}
/** Asserts the text and the duration of one message, and lets it expire. */
async function lasts(page: Page, message: string, length: number): Promise<void> {
  await toasts(page).getByText(message, { exact: true }).waitFor();
  assert.deepEqual(await heldTimers(page, 1), [length], message);
  assert.equal(await toasts(page).count(), 1);
  await endTimers(page);
  await toasts(page).waitFor({ state: 'detached' });
}

matrixTest('A19: duration and maximum number of messages; position and colours on the scheduling pages', async (t) => {
  await t.test('a success stays for 2000 ms, an error for 4000 ms, and at most 20 are shown at once', async () => {
    await createProduct(api.admin, { code: 'AVVISO-1' });
    await createProduct(api.admin, { code: 'AVVISO-2' });
    await createWarehouse(api.admin, { name: 'Avvisi' });
    for (const [path, row, success, failure] of [
      [
        '/anagrafica/prodotti?q=AVVISO',
        'AVVISO-1',
        'Prodotto eliminato con successo',
        "Errore durante l'eliminazione del prodotto",
      ],
      [
        '/anagrafica/magazzini?q=Avvisi',
        'Avvisi',
        'Magazzino eliminato con successo',
        "Errore durante l'eliminazione del magazzino",
      ],
    ] as const) {
      const page = await open(api.admin, path);
      const remove = async () => {
        await page.getByRole('button', { name: `Azioni per ${row}` }).click();
        await page.getByRole('menuitem', { name: 'Elimina' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      };
      await page.getByRole('button', { name: `Azioni per ${row}` }).waitFor();
      await page.mouse.move(700, 5); // a message under the pointer stays
      await holdTimers(page, LENGTHS);
      await page.route('**/api/*/*', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
      await remove();
      await lasts(page, failure, 4000);
      await page.unrouteAll();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await remove();
      // It offers to undo the deletion.
      await lasts(page, success, 10_000);
    }
    const archive = await open(api.admin, '/anagrafica/prodotti?q=AVVISO-2');
    await archive.getByRole('button', { name: 'Azioni per AVVISO-2' }).waitFor();
    await archive.mouse.move(700, 5);
    await holdTimers(archive, LENGTHS);
    await archive.getByRole('button', { name: 'Azioni per AVVISO-2' }).click();
    await archive.getByRole('menuitem', { name: 'Archivia' }).click();
    await archive.getByRole('dialog').getByRole('button', { name: 'Archivia' }).click();
    await lasts(archive, 'Prodotto archiviato', 2000);

    const page = await open(api.admin, '/anagrafica/prodotti/nuovo');
    const save = page.getByRole('button', { name: 'Salva', exact: true });
    await save.waitFor();
    await holdTimers(page, LENGTHS);
    await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Salva')!;
      for (let press = 0; press < 26; press++) button.click();
    });
    await toasts(page).nth(19).waitFor();
    assert.equal(await toasts(page).count(), 20);
    assert.deepEqual(
      await heldTimers(page, 20),
      Array.from({ length: 20 }, () => 4000),
      'waiting messages have no running timer',
    );
    await endTimers(page);
    await page.waitForFunction(() => document.querySelectorAll('.toasts [role=alert]').length === 6);
    assert.equal((await heldTimers(page, 6)).length, 6);
    await endTimers(page);
    await toasts(page).first().waitFor({ state: 'detached' });
  });

  await t.test('the scheduling pages show messages at the top centre for 3000 ms, in green and red', async () => {
    const product = await createProduct(api.admin, {
      code: 'AVVISO-P',
      unit_of_measure: 'box',
      minuti_x_confezione: 3,
    });
    const customer = await createCustomer(api.admin);
    await createMachine(api.admin, { code: 'MA-1' });
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 10, unit_price: 1 },
    ]);
    const item = order.items[0]!.id;
    for (const look of [{}, { dark: true }]) {
      const page = await open(api.warehouse, `/produzione/programmazione?item=${item}`, look);
      const dialog = page.getByRole('dialog', { name: 'Programma produzione' });
      const expectToast = async (message: string, colour: 'green' | 'red') => {
        const toast = toasts(page).filter({ hasText: message });
        await toast.waitFor();
        assert.deepEqual(await heldTimers(page, 1), [3000], message);
        const place = (await toast.locator('xpath=ancestor::div[contains(@class, "toasts")]').boundingBox())!;
        assert.ok(
          Math.abs(place.x + place.width / 2 - 720) < 2,
          `${message} stands in the middle: ${JSON.stringify(place)}`,
        );
        assert.ok(
          place.y < 120 && place.y + place.height < 300,
          `${message} stands at the top: ${JSON.stringify(place)}`,
        );
        const [red, green, blue] = (
          await toast.locator('.mantine-Notification-icon').evaluate((icon) => getComputedStyle(icon).backgroundColor)
        )
          .match(/\d+/g)!
          .map(Number) as [number, number, number];
        if (colour === 'green') assert.ok(green > red * 1.5 && green > blue, `${message}: rgb ${red} ${green} ${blue}`);
        else assert.ok(red > green * 1.5 && red > blue * 1.5, `${message}: rgb ${red} ${green} ${blue}`);
        await endTimers(page);
        await toast.waitFor({ state: 'detached' });
      };
      await dialog.getByRole('textbox', { name: /^Quantità da produrre/ }).fill('4');
      await dialog.getByRole('combobox', { name: 'Macchina' }).click();
      await page.getByRole('option', { name: /MA-1/ }).click();
      await page.mouse.move(5, 850);
      await holdTimers(page, LENGTHS);
      await dialog.getByRole('button', { name: 'Salva', exact: true }).click();
      await expectToast('Programmazione salvata su MA-1', 'green');
      const scheduling = (await api.warehouse.get(`/production/status/${item}`)).body.schedulings.at(-1).id;
      await page.goto(`${api.url}/produzione/programmazione?item=${item}&scheduling=${scheduling}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Togli dalla macchina' }).waitFor();
      await holdTimers(page, LENGTHS);
      await page.route('**/api/production/scheduling/*', (route) => route.fulfill({ status: 500, json: {} }));
      const remove = async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Togli dalla macchina' }).click();
        await page
          .getByRole('dialog', { name: 'Togliere dalla macchina?' })
          .getByRole('button', { name: /^Togli/ })
          .click();
        await page.mouse.move(5, 850);
      };
      await remove();
      await expectToast("Errore durante l'eliminazione della programmazione", 'red');
    }
  });
});

matrixTest('on a phone a message covers neither the title nor the button of the open dialog', async () => {
  for (const [path, name, fields] of [
    ['/anagrafica/macchinari?edit=new', 'Nuovo macchinario', ['Codice', 'Descrizione']],
    ['/', 'Cambia password', ['Password attuale', 'Nuova password']],
  ] as const) {
    const page = await open(api.admin, path, { viewport: PHONE });
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    const dialog = page.getByRole('dialog', { name });
    if (path === '/') {
      await page.getByRole('button', { name: /^Utente admin/ }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    for (const field of fields) await dialog.getByRole('textbox', { name: field, exact: true }).fill('Taglierina');
    const button = dialog.getByRole('button').last();
    await button.click();
    const message = toasts(page).first();
    await message.waitFor();
    for (const part of [dialog.getByRole('heading', { name }), button])
      await page.waitForFunction(
        ([one, other]) => {
          const [a, b] = [one!.getBoundingClientRect(), other!.getBoundingClientRect()];
          return a.bottom <= b.top || b.bottom <= a.top;
        },
        await Promise.all([message.elementHandle(), part.elementHandle()]),
      );
  }
});

test('a failure is dismissed when the user leaves its page', async () => {
  const page = await open(api.admin, '/anagrafica/magazzini?q=Riprova');
  await createWarehouse(api.admin, { name: 'Riprova' });
  await page.reload();
  await page.getByRole('button', { name: 'Azioni per Riprova' }).waitFor();
  await holdTimers(page, LENGTHS);
  await page.route('**/api/warehouses/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Azioni per Riprova' }).click();
  await page.getByRole('menuitem', { name: 'Elimina' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
  const failure = toasts(page).getByText("Errore durante l'eliminazione del magazzino");
  await failure.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await failure.waitFor({ state: 'detached' });
});
