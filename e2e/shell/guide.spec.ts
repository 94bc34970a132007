/** The user guide: its side panel on every screen, its pages, its contents. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { goTo } from '../support/every-screen.ts';
import { hasFocus } from '../support/focus.ts';
import { screensOf } from '../support/places.ts';
import { screenTitles } from '../support/screen-titles.ts';
import { assertAccessible, DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();

const TITLES: Record<Language, string> = { it: 'Guida: ', fr: 'Guide : ', en: 'Guide: ' };
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

  test('S45: ? opens the page of each screen in the language of the user, with purpose, up to five tasks, keys and a picture that the browser tests made; typed text stays, Escape returns the focus, and a ? in a text field is text', async () => {
    const places = placesByTitle(company);
    for (const [turn, language] of LANGUAGES.entries()) {
      const page = await open(company.session, '/', { language });
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const [index, [name, place]] of places.entries()) {
        // Each language opens a third of the screens; web/test/guide.test.ts holds every page in every language.
        if (index % LANGUAGES.length !== turn) continue;
        await goTo(page, place);
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
  });

  test('the top bar and the sign-in page open the guide by pointer; the full page has an address, prints and leads to the contents', async () => {
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
    await page.getByRole('searchbox').fill('trasferimento fotocamera');
    await page.waitForFunction(() => document.querySelectorAll('main li li, main section li').length === 1);
    await pages.getByRole('link', { name: 'Trasferimenti' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guida: Trasferimenti' }).waitFor();
    await page.goto(`${api.url}/guida/nulla`);
    await page.getByRole('heading', { level: 1, name: 'Guida', exact: true }).waitFor();
  });

  for (const [device, viewport] of Object.entries({ DESKTOP, TABLET, PHONE }))
    for (const dark of [false, true])
      matrixTest(`the side panel is accessible and fits: ${device}, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await open(api.admin, '/produzione/programmazione', { viewport, dark, language: 'fr' });
        await page.getByRole('banner').getByRole('button', { name: 'Guide de cet écran' }).click();
        await panel(page).getByRole('row').first().waitFor();
        await assertAccessible(page, 'the guide');
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `${width} px`);
      });
});

/** The address of every screen behind the sign-in, by the key of its title. */
function placesByTitle(company: AttackedCompany): [string, string][] {
  const titles = [...screenTitles()].filter(([path]) => path !== '/login').map(([, title]) => title);
  const places = screensOf(company);
  assert.equal(titles.length, places.length);
  return titles.map((title, index) => [title, places[index]!]);
}
