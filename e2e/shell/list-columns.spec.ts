/** The columns and saved views of lists. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createProduct } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti';
const LONG = 'Carta kraft avana in bobina, grammatura novanta';

async function heads(page: Page) {
  const texts = await page.getByRole('columnheader').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Azioni');
}
function widthOf(page: Page, key: string) {
  return page.locator(`[role=columnheader][data-column=${key}]`).evaluate((head) => head.getBoundingClientRect().width);
}

describe('columns and views', () => {
  before(async () => {
    await createProduct(api.admin, { code: 'COL-1', name: LONG });
    await createProduct(api.admin, { code: 'COL-2', name: 'Film' });
  });

  test('S17: a wider column shows more of a text that is cut, and no column folds beside it', async () => {
    const page = await open(api.admin, PRODUCTS, { viewport: { width: 1100, height: 800 } });
    const cell = page.locator('[data-index="0"] [role=gridcell]').nth(1);
    await cell.getByText('Carta kraft ava…').waitFor();
    const before = await heads(page);
    const edge = page.locator('[role=columnheader][data-column=name] > span[aria-hidden]');
    const box = (await edge.boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 304, box.y + 10, { steps: 5 });
    await page.mouse.up();
    await cell.getByText(LONG).waitFor();
    await page.screenshot({ path: '/tmp/shot-wide.png' });
    console.log(before, await heads(page), await widthOf(page, 'name'));
  });

  test('menu', async () => {
    const page = await open(api.admin, PRODUCTS);
    await page.getByRole('link', { name: 'COL-1' }).waitFor();
    await page.getByRole('button', { name: 'Colonne' }).click();
    await page.getByRole('button', { name: 'Ripristina' }).waitFor();
    await page.screenshot({ path: '/tmp/shot-columns.png' });
    await assertAccessible(page, 'columns');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Viste' }).click();
    await page.getByRole('menuitem', { name: 'Salva come vista…' }).waitFor();
    await page.screenshot({ path: '/tmp/shot-views.png' });
    await page.getByRole('menuitem', { name: 'Salva come vista…' }).click();
    await page.getByLabel('Nome della vista').fill('Mia');
    await page.screenshot({ path: '/tmp/shot-view.png' });
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.waitForURL(/view=Mia/);
    assert.ok(true);
  });
});
