/** A company without any data: each screen says what belongs there, and offers the first step to those who may take it. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { openPlace } from '../support/every-screen.ts';
import { isBeforeSignIn, screenPaths } from '../support/screen-paths.ts';
import { PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage({ isPreloading: true });
const SCREENS = screenPaths().filter((path) => !path.includes('$') && !isBeforeSignIn(path));

describe('an empty company', () => {
  matrixTest('each list without rows explains itself, and no screen is wider than a phone', async () => {
    const page = await open(api.admin, '/report', { viewport: PHONE });
    const silent: string[] = [];
    let explained = 0;
    for (const path of SCREENS) {
      await openPlace(page, path);
      const states = await page.locator('[data-empty]').evaluateAll((all) =>
        all.map((state) => ({
          title: state.querySelector('h2')!.textContent,
          hint: state.querySelector('p')?.textContent,
        })),
      );
      for (const { title, hint } of states) {
        if (hint) explained++;
        else silent.push(`${path}: ${title}`);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= PHONE.width, `${path}: ${width} px wide`);
    }
    assert.deepEqual(silent, []);
    assert.ok(explained > 30, `${explained} lists`);
  });

  matrixTest('lists whose rows come from elsewhere lead there, and not where the role may not go', async () => {
    const WAYS: [path: string, name: string, to: string][] = [
      ['/operazioni/proposte', 'Vai ai prodotti', '/anagrafica/prodotti'],
      ['/operazioni/spedizioni', 'Vai agli ordini clienti', '/ordiniclienti/visualizza-ordini'],
      ['/produzione/lavorazioni', 'Vai ai macchinari', '/anagrafica/macchinari'],
      ['/produzione/programmazione?view=board', 'Vai ai macchinari', '/anagrafica/macchinari'],
    ];
    for (const [path, name, to] of WAYS) {
      const page = await open(api.admin, path);
      const way = page.locator('[data-empty]').getByRole('link', { name });
      assert.equal(await way.getAttribute('href'), to);
      // The warehouse does not enter the registry.
      if (!to.startsWith('/anagrafica')) continue;
      const warehouse = await open(api.warehouse, path);
      await warehouse.locator('[data-empty]').waitFor();
      assert.equal(await warehouse.locator('[data-empty]').getByRole('link').count(), 0, path);
    }
  });

  matrixTest('what is typed while the form of a new supplier loads goes into it', async () => {
    const page = await open(api.sales, '/anagrafica');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/SupplierForm-*', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`${api.url}/anagrafica/fornitori`);
    const add = page.getByRole('link', { name: 'Nuovo fornitore' }).first();
    await add.focus();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/carry-keys-')),
    );
    await add.press('Enter');
    // A second press of the key, and a letter taken back.
    await page.keyboard.press('Enter');
    await page.keyboard.type('Cartiex');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('ra Blu');
    release();
    await page.getByRole('heading', { name: 'Nuovo fornitore' }).waitFor();
    const name = page.getByRole('textbox', { name: 'Ragione sociale', exact: true });
    await name.and(page.locator(':focus')).waitFor();
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value !== '');
    assert.equal(await name.inputValue(), 'Cartiera Blu');
    assert.equal(await page.getByText('Campo obbligatorio').count(), 0);
  });
});
