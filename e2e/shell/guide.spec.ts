/** The user guide: its side panel on every screen. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { openPlace } from '../support/every-screen.ts';
import { hasFocus } from '../support/focus.ts';
import { screensOf } from '../support/places.ts';
import { screenTitles } from '../support/screen-titles.ts';
import { startStage } from '../support/stage.ts';
import { isBeforeSignIn } from '../support/screen-paths.ts';

const { api, open } = startStage();

const TITLES: Record<Language, string> = { it: 'Guida: ', fr: 'Guide\u00a0: ', en: 'Guide: ' };
const WORDS: Record<Language, string[]> = {
  it: ['Che cosa si fa qui', 'Tasti'],
  fr: ["Ce que l'on fait ici", 'Touches'],
  en: ['What you do here', 'Keys'],
};
/** Screens that show the page of another one. */
const SAME: Record<string, string> = { customerList: 'customers', guidePage: 'guide' };

function panel(page: Page) {
  return page.getByRole('dialog').filter({ has: page.locator('article[data-guide]') });
}

describe('the user guide', () => {
  let company: AttackedCompany;
  before(async () => {
    company = await attackedCompany(api, 'link', new Map());
  });

  matrixTest(
    'S45: ? opens the page of each screen in the language of the user, with purpose, up to five tasks, keys and a picture that the browser tests made; typed text stays, Escape returns the focus, and a ? in a text field is text',
    async () => {
      const places = placesByTitle(company);
      for (const [turn, language] of LANGUAGES.entries()) {
        const page = await open(company.session, '/', { language });
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const [index, [name, place]] of places.entries()) {
          // Each language opens a third of the screens; web/test/guide.test.ts holds every page in every language.
          if (index % LANGUAGES.length !== turn) continue;
          await openPlace(page, place);
          await page.evaluate(() => document.querySelector('h1')?.focus());
          await page.keyboard.press('?');
          const guide = panel(page);
          await guide.getByRole('heading', { level: 3, name: WORDS[language][1]!, exact: true }).waitFor();
          const title = (await guide.getByRole('heading', { level: 2 }).innerText()).trim();
          assert.ok(title.startsWith(TITLES[language]), `${place}: ${title}`);
          assert.equal(await guide.locator('article').getAttribute('data-guide'), SAME[name] ?? name, place);
          for (const word of WORDS[language]) await guide.getByRole('heading', { level: 3, name: word }).waitFor();
          await guide.getByRole('listitem').first().waitFor();
          const tasks = await guide.getByRole('listitem').count();
          assert.ok(tasks >= 1 && tasks <= 5, `${place}: ${tasks} tasks`);
          assert.ok(!/\[\w+:|\{\{/.test(await guide.innerText()), `${place}: every name of a button is filled in`);
          await guide.getByRole('row', { name: /\?$/ }).waitFor();
          const picture = guide.locator('article img');
          await picture.evaluate((image: HTMLImageElement) => image.decode());
          assert.equal(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 1100, place);
          await page.keyboard.press('Escape');
          await guide.waitFor({ state: 'detached' });
          await hasFocus(page.getByRole('heading', { level: 1 }), place);
        }
      }

      const page = await open(company.session, '/anagrafica/prodotti/nuovo');
      const code = page.getByRole('textbox', { name: 'Codice', exact: true });
      await code.pressSequentially('A?1');
      assert.equal(await code.inputValue(), 'A?1');
      assert.equal(await panel(page).count(), 0);
      const button = page.getByRole('button', { name: 'Salva' });
      await button.focus();
      await page.keyboard.press('?');
      await panel(page).getByRole('heading', { name: 'Guida: Nuovo prodotto' }).waitFor();
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
      await hasFocus(button, 'the button from which the guide was opened');
      assert.equal(await code.inputValue(), 'A?1');
    },
  );
});

/** The address of every screen behind the sign-in, by the key of its title. */
function placesByTitle(company: AttackedCompany): [string, string][] {
  const titles = [...screenTitles()].filter(([path]) => !isBeforeSignIn(path)).map(([, title]) => title);
  const places = screensOf(company);
  assert.equal(titles.length, places.length);
  return titles.map((title, index) => [title, places[index]!]);
}
