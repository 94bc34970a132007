/** The user guide: its full pages, its contents, and the looks of its side panel. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessibleInDark } from '../support/every-screen.ts';
import { assertAccessible, DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();

matrixTest(
  'the top bar and the sign-in page open the guide by pointer; the full page has an address, prints and leads to the contents',
  async () => {
    const signIn = await open(null, '/login');
    await signIn.getByRole('button', { name: 'Guida di questa schermata' }).click();
    await panel(signIn).getByRole('heading', { name: 'Guida: Accesso' }).waitFor();
    assert.equal(await panel(signIn).getByRole('link').count(), 0, 'no link to a page that needs a session');

    const page = await open(api.warehouse, '/operazioni/trasferimenti');
    await page.getByRole('banner').getByRole('button', { name: 'Guida di questa schermata' }).click();
    await panel(page).getByRole('link', { name: 'Apri a tutta pagina' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guida: Trasferimenti' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/guida/transfers');
    await panel(page).waitFor({ state: 'detached' });
    const [paper] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('main').getByRole('button', { name: 'Stampa' }).click(),
    ]);
    await paper.getByRole('heading', { name: 'Guida: Trasferimenti' }).waitFor();
    await paper.getByText('Scegliere i magazzini').waitFor();
    await paper.close();

    await page.getByRole('link', { name: 'Indice della guida' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guida', exact: true }).waitFor();
    const pages = page.getByRole('main').getByRole('listitem');
    await pages.first().waitFor();
    assert.equal(await pages.getByRole('link', { name: 'Gestione utenti' }).count(), 0, 'not for this role');
    await page.getByRole('searchbox').fill('nota di credito');
    await pages.getByRole('link', { name: 'Vendite' }).waitFor();
    await page.getByRole('searchbox').fill('trasferimento fotocamera');
    await page.waitForFunction(() => document.querySelectorAll('main li li, main section li').length === 1);
    await pages.getByRole('link', { name: 'Trasferimenti' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guida: Trasferimenti' }).waitFor();
    await page.goto(`${api.url}/guida/nulla`);
    await page.getByRole('heading', { level: 1, name: 'Guida', exact: true }).waitFor();
    const contents = await open(api.sales, '/guida');
    await contents.getByRole('main').getByRole('listitem').first().waitFor();
  },
);

for (const [device, viewport] of Object.entries({ DESKTOP, TABLET, PHONE }))
  matrixTest(`the side panel is accessible and fits: ${device}, light and dark`, async () => {
    const page = await open(api.admin, '/produzione/programmazione', { viewport, language: 'fr' });
    await page.getByRole('banner').getByRole('button', { name: 'Guide de cet écran' }).click();
    await panel(page).getByRole('row').first().waitFor();
    await assertAccessible(page, 'the guide');
    await assertAccessibleInDark(page, 'the guide');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} px`);
  });

function panel(page: Page) {
  return page.getByRole('dialog').filter({ has: page.locator('article[data-guide]') });
}
