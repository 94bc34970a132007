/** Comments at records, with mentions that ring the bell. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { attackedCompany } from '../../server/src/testing/attacked-company.ts';
import { createMachine } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { hasFocus } from '../support/focus.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('comments', () => {
  let rows: Awaited<ReturnType<typeof attackedCompany>>;
  before(async () => {
    rows = await attackedCompany(api, 'link', new Map());
  });

  test('a comment with a mention is written by keyboard, corrected by its author, and opened from the bell', async () => {
    const machine = await createMachine(api.admin, { code: 'TAGLIO-9' });
    const page = await open(api.orders, `/anagrafica/macchinari/${machine.id}?tab=notes`);
    await page.getByText('Ancora nessun commento.').waitFor();
    const field = page.getByRole('textbox', { name: 'Nuovo commento' });
    await field.fill('Lame da cambiare, @sales avvisa il cliente\nPoi @nessuno');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Commento aggiunto').waitFor();
    await page.getByText('Nessun utente attivo si chiama @nessuno').waitFor();
    assert.equal(await field.inputValue(), '');
    const entry = page.getByRole('list', { name: 'Commenti' }).getByRole('listitem');
    await entry.getByText('Lame da cambiare').waitFor();
    await entry.getByRole('button', { name: 'Modifica commento' }).click();
    await entry.getByRole('textbox', { name: 'Modifica commento' }).fill('Lame cambiate, @sales avvisa il cliente');
    await entry.getByRole('button', { name: 'Salva' }).press('Enter');
    await entry.getByText(/modificato/).waitFor();
    await entry.getByText('Lame cambiate').waitFor();

    const other = await open(api.sales, '/');
    await other.getByRole('button', { name: /^Notifiche/ }).click();
    const notice = other.getByRole('menuitem').filter({ hasText: 'TAGLIO-9' });
    await notice.getByText(/: Lame da cambiare, @sales avvisa il cliente/).waitFor();
    await notice.press('Enter');
    await other.waitForURL(`**/anagrafica/macchinari/${machine.id}*`);
    await other.getByRole('tab', { name: 'Commenti' }).click();
    await other.getByText('Lame cambiate').waitFor();
    assert.equal(await other.getByRole('button', { name: 'Modifica commento' }).count(), 0, 'not the author');
  });

  test('typing @ offers colleagues by keyboard and pointer, and Escape closes the list alone', async () => {
    const machine = await createMachine(api.admin, { code: 'TAGLIO-10' });
    const page = await open(api.admin, `/anagrafica/macchinari/${machine.id}?tab=notes`);
    const field = page.getByRole('textbox', { name: 'Nuovo commento' });
    const list = page.getByRole('listbox', { name: 'Nuovo commento' });
    const shows = (text: string) =>
      page.waitForFunction((wanted) => document.querySelector<HTMLTextAreaElement>('textarea')!.value === wanted, text);
    await field.click();
    await page.keyboard.type('Chiedi a @');
    await list.getByRole('option').first().waitFor();
    await assertAccessible(page, 'the list of colleagues');
    await page.keyboard.type('SAL');
    const sales = list.getByRole('option', { name: /@sales$/ });
    await sales.waitFor();
    await list.getByRole('option').nth(1).waitFor({ state: 'detached' });
    assert.equal(await field.getAttribute('aria-activedescendant'), await sales.getAttribute('id'));
    await page.keyboard.press('Enter');
    await shows('Chiedi a @sales ');
    await list.waitFor({ state: 'detached' });

    // The arrows choose among several, Tab takes and stays in the field.
    await page.keyboard.type('e @');
    await list.getByRole('option').nth(1).waitFor();
    const second = (await list.getByRole('option').nth(1).innerText()).split('@').at(-1)!.trim();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await shows(`Chiedi a @sales e @${second} `);
    await hasFocus(field, 'after Tab');

    // Escape keeps what was typed, also while the user types on; Enter is then a new line.
    await field.fill('');
    await page.keyboard.type('@ware');
    await list.getByRole('option', { name: /@warehouse$/ }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('h');
    await page.keyboard.press('Enter');
    await shows('@wareh\n');
    assert.equal(await list.count(), 0);

    // A mail address and an unknown name offer nothing.
    await page.keyboard.type('info@sales.example @nessuno');
    await page.keyboard.press('Enter');
    await shows('@wareh\ninfo@sales.example @nessuno\n');

    await page.setViewportSize(PHONE);
    await page.keyboard.type('@dir');
    await list.getByRole('option', { name: /@direction$/ }).click();
    await shows('@wareh\ninfo@sales.example @nessuno\n@direction ');
    await hasFocus(field, 'after a click');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Commento aggiunto').waitFor();
    const [{ text }] = (await api.admin.get(`/machines/${machine.id}/notes`)).body;
    assert.equal(text, '@wareh\ninfo@sales.example @nessuno\n@direction');
  });

  test('in a dialog, Escape closes the list of colleagues before the dialog', async () => {
    const page = await open(api.admin, `/anagrafica/magazzini/${rows.warehouse}`);
    await page.getByRole('button', { name: 'Commenti', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Commenti ·/ });
    await dialog.getByRole('textbox', { name: 'Nuovo commento' }).pressSequentially('@sal');
    const list = page.getByRole('listbox', { name: 'Nuovo commento' });
    await list.getByRole('option', { name: /@sales$/ }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    assert.equal(await dialog.isVisible(), true);
    assert.equal(await dialog.getByRole('textbox', { name: 'Nuovo commento' }).inputValue(), '@sal');
  });

  matrixTest(
    'every screen of a record without tabs has a button for its comments; typed text is not lost',
    async () => {
      const page = await open(api.admin, '/');
      for (const path of [
        `/ordiniclienti/visualizza-ordini?order=${rows.order}`,
        `/operazioni/ordini-fornitori/${rows.purchaseOrder}`,
        `/operazioni/ricezione-merce/storico/${rows.receivedItem}`,
        `/operazioni/fatture-acquisto/${rows.purchaseInvoice}`,
        `/operazioni/vendite?open=${rows.packingList}`,
        `/operazioni/vendite?tab=invoices&open=${rows.invoice}`,
        `/operazioni/prezzi/${rows.price}`,
        `/anagrafica/magazzini/${rows.warehouse}`,
        `/report/inventario?sheet=${rows.count}`,
      ]) {
        await page.goto(api.url + path);
        await page.getByRole('button', { name: 'Commenti', exact: true }).first().click();
        const dialog = page.getByRole('dialog', { name: /^Commenti ·/ });
        await dialog.getByRole('textbox', { name: 'Nuovo commento' }).fill(`Da ${path}`);
        await page.keyboard.press('Control+s');
        await dialog.getByText(`Da ${path}`, { exact: true }).waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      await page.route('**/api/*/*/notes', (route) => route.abort());
      await page.getByRole('button', { name: 'Commenti', exact: true }).first().click();
      const field = page.getByRole('textbox', { name: 'Nuovo commento' });
      await field.fill('Resta qui');
      await page.keyboard.press('Control+s');
      await page.getByRole('alert').first().waitFor();
      assert.equal(await field.inputValue(), 'Resta qui');
    },
  );
});
