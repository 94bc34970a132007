/** The compact setting of a user, and the pictures of the screens. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../server/src/testing/api.ts';
import { createProduct } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const PRODUCTS = '/anagrafica/prodotti';
const ROOT = path.join(import.meta.dirname, '../..');
const SCREENS = 12;
const MOST_BYTES = 120_000;

describe('the density of the screens', () => {
  before(async () => {
    for (const code of ['DENS-1', 'DENS-2']) await createProduct(api.admin, { code });
  });

  matrixTest(
    'S44: the compact setting makes rows, controls and spacing smaller at once and at the next sign-in without a flash, fingers keep 44 px, and the README shows twelve screens before and after',
    async () => {
      const page = await open(api.admin, PRODUCTS);
      const wide = await sizes(page);
      await page.getByRole('button', { name: 'Utente admin (amministratore)' }).click();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.getByRole('menuitem', { name: 'Passa alla vista compatta' }).click();
      const compact = await sizes(page);
      for (const name of ['row', 'button', 'field', 'edge', 'header'] as const)
        assert.ok(compact[name] < wide[name], `${name}: ${compact[name]} px instead of ${wide[name]}`);
      assert.equal(compact.second, compact.row, 'the second row follows the first one');
      assert.equal((await saved).status(), 200);
      await assertAccessible(page, 'compact');

      // A reload, and a sign-in on another device.
      await recordDensities(page);
      await page.reload();
      assert.deepEqual(await sizes(page), compact);
      assert.deepEqual(await densities(page), ['compact']);
      const other = await open(null, '/login');
      await other.getByLabel('Nome utente').fill('admin');
      await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await recordDensities(other);
      await other.reload();
      await other.getByLabel('Nome utente').fill('admin');
      await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await other.getByRole('button', { name: 'Accedi' }).click();
      await other.getByRole('heading', { name: 'Sistema Gestione Magazzino' }).waitFor();
      assert.deepEqual(await densities(other), ['compact']);

      for (const viewport of [PHONE, TABLET]) {
        const touch = await open(api.admin, PRODUCTS, { viewport });
        const { row, button, field } = await sizes(touch);
        for (const size of [row, button, field]) assert.ok(size >= 44, `${size} px at ${viewport.width}`);
      }
      assert.deepEqual(await sizes(await open(api.direction, PRODUCTS)), wide, 'other users keep theirs');

      const back = await open(api.admin, PRODUCTS);
      await back.getByRole('button', { name: 'Utente admin (amministratore)' }).click();
      await back.getByRole('menuitem', { name: 'Passa alla vista ampia' }).click();
      assert.deepEqual(await sizes(back), wide);

      assertPictures();
    },
  );
});

/** The sizes of a list in pixels. */
async function sizes(page: Page) {
  await page.getByRole('link', { name: 'DENS-1' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    return {
      row: box('[data-index="0"]').height,
      second: box('[data-index="1"]').top - box('[data-index="0"]').top,
      button: box('main .mantine-Button-root, main .mantine-ActionIcon-root').height,
      field: box('[type=search]').height,
      edge: box('h1').left,
      header: box('header').height,
    };
  });
}

/** Records each density that a signed-in screen of the page is drawn in, from the next load on. */
async function recordDensities(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      if (document.querySelector('header')) seen.add(document.documentElement.dataset['density'] ?? '');
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

function densities(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
}

/** The README shows a picture of each screen before and after; `npm run pictures` takes them. */
function assertPictures(): void {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [old, current] = ['before', 'after'].map((folder) => readdirSync(path.join(ROOT, 'docs/images', folder)));
  assert.equal(old!.length, SCREENS);
  assert.deepEqual(current, old);
  for (const file of ['before', 'after'].flatMap((folder) => old!.map((name) => `docs/images/${folder}/${name}`))) {
    assert.ok(existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).size < MOST_BYTES, file);
    assert.ok(readme.includes(`](${file})`), `${file} is not in the README`);
  }
}
