/** Text that contains markup is shown as text on every screen and printed page, under the content security policy. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Locator, Page } from 'playwright-core';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { attackVariants, everyTextField, type Sent } from '../../server/src/testing/marked.ts';
import { assertNoAttack, allTextOf, watchForAttacks, type Watch } from '../support/harm.ts';
import { openPlace, spread } from '../support/every-screen.ts';
import { overlaysOf, screensOf } from '../support/places.ts';
import { ORDER_HEADERS, workbookOf } from '../support/workbook.ts';
import { DESKTOP, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage({ isPreloading: true });

/**
 * Passwords and the fields of signing in, also by a provider. A document is issued again only with complete data of both parties, whose
 * numbers are no attacks. The others accept no text at all but an address, an account, a file or a short code.
 */
const NEVER_SENT =
  /^auth\.|[.]password$|^transmissions\.(notes|cig|cup|items\.vat_code|files\.content)$|^customerOrders\.(cig|cup)$|^purchaseInvoices\.(lines\.natura|files\.(name|content))$|^bankSlips\.iban$|^mails\.to$|^webhooks\.url$|^users\.oidc_subject$/;
const NEVER_SHOWN = [
  'mails.body', // is in the message, which is a file
  'purchaseOrders.items.product_name', // the form sets the product's name itself
  'stockMovements.destination_warehouse', // the name is ignored: the id is used
];
const LISTS_THAT_DELETE = [
  '/anagrafica/prodotti',
  '/anagrafica/magazzini',
  '/anagrafica/fornitori',
  '/anagrafica/clienti',
  '/anagrafica/macchinari',
  '/users',
  '/operazioni/ordini-fornitori',
  '/operazioni/prezzi',
  '/operazioni/movimenti?to=2026-06-30',
  '/ordiniclienti/prezzi',
];

/** Opens a place and waits until nothing loads any more. */
async function go(page: Page, watch: Watch, place: string): Promise<void> {
  await openPlace(page, place);
  // The code of a document's dialog can load after its list.
  if (/[?&]open=\d/.test(place)) await page.getByRole('dialog').first().waitFor();
  await watch.settled(page);
}

describe('markup in texts', () => {
  const sent: Sent = new Map();
  const shown = new Set<string>();
  const collectShown = async (page: Page, where: string) => {
    await assertNoAttack(page, where);
    const shownText = await allTextOf(page);
    for (const [field, texts] of sent) if (texts.some((text) => shownText.includes(text))) shown.add(field);
  };
  const companies: AttackedCompany[] = [];
  before(async () => {
    for (const variant of attackVariants.toReversed()) companies.unshift(await attackedCompany(api, variant, sent));
  });

  matrixTest('the test detects markup that becomes an element', async () => {
    const page = await open(api.admin, '/report');
    const watch = await watchForAttacks(page, api.url);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    watch.assertQuiet('untouched');
    const asked = page.waitForRequest((request) => request.url().endsWith('/x'));
    await page.evaluate(() => {
      document.querySelector('h1')!.innerHTML = '<img class=hit src=x onerror=alert(1)>';
    });
    await asked;
    await watch.settled(page);
    await assert.rejects(assertNoAttack(page, 'harmed'), /IMG hit/);
    await assert.rejects(async () => watch.assertQuiet('harmed'), /script-src(-attr)? stopped inline/);
  });

  matrixTest('every screen shows markup as text, without running it or widening the page', async () => {
    const [markup, link] = companies as [AttackedCompany, AttackedCompany];
    const page = await open(markup.session, '/');
    const watch = await watchForAttacks(page, api.url);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Lists contain both attack variants. Overlays are opened with one of them, since both would double the time.
    const view = `/anagrafica/prodotti?view=${encodeURIComponent(sent.get('views.name')!.at(-1)!)}`;
    const places = new Set([...screensOf(markup), ...screensOf(link), ...overlaysOf(markup), view]);
    for (const place of spread([...places])) {
      await go(page, watch, place);
      await collectShown(page, place);
      await page.setViewportSize(PHONE);
      // An open list is repositioned some frames after a change of the window size.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 3_000 })
        .catch(() => {});
      await assertNoAttack(page, `${place} on a phone`);
      await page.setViewportSize(DESKTOP);
      watch.assertQuiet(place);
    }
    // Asserts that no call and no screen was left out.
    assert.deepEqual(
      [...everyTextField()].filter((field) => !sent.has(field) && !NEVER_SENT.test(field)),
      [],
      'never sent',
    );
    assert.deepEqual(
      [...sent].flatMap(([field, texts]) => (texts.length > 0 && !shown.has(field) ? [field] : [])).toSorted(),
      NEVER_SHOWN,
      'never shown',
    );
  });

  matrixTest('menus, questions, messages, suggestions, tooltips and imports show markup as text', async () => {
    const { session, product, ...rows } = companies[0]!;
    const page = await open(session, '/anagrafica/prodotti');
    const watch = await watchForAttacks(page, api.url);
    await page.reload();
    const see = async (what: Locator, where: string) => {
      await what.first().waitFor();
      await collectShown(page, where);
      watch.assertQuiet(where);
    };
    // A truncated text appears in full in its tooltip.
    const cut = page.locator('[data-cut]').first();
    await cut.hover();
    await see(page.getByRole('tooltip').filter({ hasText: /\|.*WWW/ }), 'tooltip');
    for (const place of LISTS_THAT_DELETE) {
      await go(page, watch, place);
      await page
        .getByRole('button', { name: /^Azioni per .*\|/ })
        .first()
        .click();
      const remove = page.getByRole('menuitem', { name: /^Elimina/ });
      await see(remove, `menu on ${place}`);
      await remove.click();
      await see(page.getByRole('dialog').filter({ hasText: /Elimina/ }), `question on ${place}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    // Messages contain the name of the saved row.
    for (const [place, message] of [
      [`/anagrafica/prodotti/${product}`, /^Prodotto .*\|.* salvato/],
      [`/anagrafica/magazzini/${rows.warehouse}`, /^Magazzino .*\|.* salvato/],
      [`/anagrafica/fornitori?edit=${rows.supplier}`, /^Fornitore .*\|.* salvato/],
    ] as const) {
      await go(page, watch, place);
      await page.getByRole('button', { name: 'Salva', exact: true }).click();
      await see(page.locator('.toasts').getByText(message), `message of ${place}`);
      await page.setViewportSize(PHONE);
      await assertNoAttack(page, `message of ${place} on a phone`);
      await page.setViewportSize(DESKTOP);
    }
    await go(page, watch, '/operazioni/movimenti/nuovo');
    for (const field of ['Prodotto', 'Magazzino']) {
      await page.getByRole('combobox', { name: field }).click();
      await see(page.getByRole('option').filter({ hasText: '|' }), `offers of ${field}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Cerca schermate/ }).fill('alert(1)');
    await see(page.getByRole('option').filter({ hasText: '|' }), 'palette');
    await page.keyboard.press('Escape');
    // A workbook of attacks, through preview and results.
    await go(page, watch, '/ordiniclienti/inserimento-ordine?import=true');
    const attack = (field: string) => `${field}|<img class=hit src=x onerror=alert(1)>{{7*7}}${'W'.repeat(60)}`;
    await page.locator('input[type=file]').setInputFiles({
      name: `${attack('file').replaceAll('/', '')}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbookOf([
        [...ORDER_HEADERS],
        [attack('order'), '01/03/2026', attack('code'), 10, '20/03/2026', attack('price')],
      ]),
    });
    const dialog = page.getByRole('dialog').last();
    await see(dialog.getByText(/code\|/), 'preview');
    await dialog.getByRole('button', { name: /Conferma/ }).click();
    await see(
      page
        .getByRole('dialog')
        .last()
        .getByText(/code\|/),
      'results',
    );
    await page.setViewportSize(PHONE);
    await assertNoAttack(page, 'results on a phone');
  });

  matrixTest('every printed page shows markup as text', async () => {
    const { session, ...rows } = companies[0]!;
    const page = await open(session, '/');
    const watch = await watchForAttacks(page, api.url);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const paperOf = async (button: Locator, where: string, hasMargins = true) => {
      const [paper] = await Promise.all([page.waitForEvent('popup'), button.click()]);
      await paper.locator('main').waitFor();
      await watch.settled(page);
      // The width of an A4 sheet, or the width between its margins.
      const isWide = await paper.evaluate(() => document.body.className === 'landscape');
      await paper.setViewportSize({ width: isWide ? 1032 : hasMargins ? 703 : 794, height: 1000 });
      await assertNoAttack(paper, `paper of ${where}`);
      assert.match(await allTextOf(paper), /\|<img class=hit/, `paper of ${where} prints it`);
      watch.assertQuiet(`paper of ${where}`);
      await paper.close();
    };
    const print = (name: string | RegExp = 'Stampa') => page.getByRole('button', { name, exact: true });
    let printed = 0;
    for (const place of screensOf(companies[0]!)) {
      if (['/produzione/stato', '/report/giacenze', '/operazioni/vendite', '/operazioni/trasferimenti'].includes(place))
        continue;
      // The pages of the guide print no data of the company.
      if (place.startsWith('/guida')) continue;
      if (new URL(page.url()).pathname === place) continue;
      await go(page, watch, place);
      if ((await print().count()) === 0 || (await print().isDisabled()) || place.endsWith('/nuovo')) continue;
      await paperOf(print(), place);
      printed++;
    }
    assert.ok(printed > 12, `${printed} lists were printed`);

    const inDialog = (name: string | RegExp = 'Stampa') =>
      page.getByRole('dialog').last().getByRole('button', { name, exact: true });
    await go(page, watch, '/report/giacenze');
    await print().click();
    await page.getByRole('checkbox', { name: 'Includi dettagli lotti' }).setChecked(true);
    await paperOf(inDialog(), 'stock levels');
    await go(page, watch, `/operazioni/ricezione-merce/storico/${rows.receivedItem}`);
    await paperOf(print('Stampa etichette lotti'), 'labels', false);
    await go(page, watch, `/ordiniclienti/visualizza-ordini?order=${rows.order}`);
    await paperOf(print('Stampa ordine'), 'order');
    await go(page, watch, '/operazioni/carico-produzione');
    await page.getByRole('checkbox').first().click();
    await paperOf(print('Stampa selezionati'), 'load');
    await go(page, watch, '/produzione/programmazione?report=true');
    await paperOf(inDialog(/^Stampa .*<img/), 'machine');
    await go(page, watch, '/report');
    await go(page, watch, `/produzione/programmazione?item=${rows.item}&scheduling=${rows.scheduling}`);
    await paperOf(inDialog(), 'scheduling');
    await go(page, watch, `/produzione/calcolo-materiali?items=${rows.item}-${rows.item + 1}`);
    await paperOf(inDialog(), 'materials');
    await go(page, watch, '/produzione/stato?dialog=report&completed=true');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Seleziona tutto' }).click();
    await page
      .getByRole('dialog')
      .getByText(/selezionati: [1-9]/)
      .waitFor();
    await paperOf(inDialog(), 'status');
  });
});
