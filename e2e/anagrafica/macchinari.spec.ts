import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createMachine } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/anagrafica/macchinari';
function withoutLines(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim();
}

describe('/anagrafica/macchinari', () => {
  test('B19: machines are listed, and edited in a dialog; active is yes or no; the author and time of creation and change are shown', async () => {
    const page = await open(api.admin, LIST);
    await page.getByText('Nessun macchinario').waitFor();
    await assertAccessible(page, 'empty list');
    await page.getByRole('link', { name: 'Nuovo macchinario' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Codice' }).fill('TAG-01');
    await dialog.getByRole('textbox', { name: 'Descrizione' }).fill('Taglierina 1600');
    await dialog.getByRole('textbox', { name: 'Abbreviazione' }).fill('T1');
    await dialog.getByRole('textbox', { name: 'Reparto' }).fill('Taglio');
    await assertAccessible(page, 'dialog');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    const row = page.getByRole('row').filter({ hasText: 'TAG-01' });
    await row.getByRole('gridcell', { name: 'Sì', exact: true }).waitFor();
    const [stored] = (await api.admin.get('/machines?q=TAG-01')).body;
    assert.deepEqual(
      [stored.code, stored.description, stored.abbreviation, stored.area, stored.is_active],
      ['TAG-01', 'Taglierina 1600', 'T1', 'Taglio', true],
    );
    assert.equal((await api.sales.put(`/machines/${stored.id}`, { area: 'Fogli' })).status, 200);
    await row.getByText('Fogli').waitFor(); // a change by another user appears without a reload
    const stamps = async () => (await row.getByRole('gridcell').allInnerTexts()).slice(5, 7).map(withoutLines);
    assert.deepEqual(
      (await page.getByRole('columnheader').allInnerTexts()).slice(4, 7).map((text) => text.trim()),
      ['Attivo', 'Creato', 'Modificato'],
    );
    const [created, modified] = await stamps();
    assert.match(created!, /^\d\d\/\d\d\/\d{4} \d\d:\d\d · Utente admin$/);
    assert.match(modified!, /^\d\d\/\d\d\/\d{4} \d\d:\d\d · Utente sales$/);
    await row.getByRole('link', { name: 'TAG-01' }).click();
    await dialog.getByText(/^Creato il \d\d\/\d\d\/\d{4} \d\d:\d\d da Utente admin$/).waitFor();
    await dialog.getByText(/^Modificato il \d\d\/\d\d\/\d{4} \d\d:\d\d da Utente sales$/).waitFor();
    await dialog.getByRole('checkbox', { name: 'Attivo' }).uncheck();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await row.getByRole('gridcell', { name: 'No', exact: true }).waitFor();
    assert.match((await stamps())[1]!, / · Utente admin$/);
  });

  matrixTest(
    'B20: code and description are required, an error clears when its field is edited, a taken code is refused beside its field, deletes show a message',
    async () => {
      const taken = await createMachine(api.admin);
      const { code, id } = await createMachine(api.admin);
      const page = await open(api.orders, `${LIST}?edit=new`);
      const dialog = page.getByRole('dialog').first();
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await dialog.getByText('Il codice è obbligatorio').waitFor();
      await dialog.getByText('La descrizione è obbligatoria').waitFor();
      await assertAccessible(page, 'refused dialog');
      await dialog.getByRole('textbox', { name: 'Descrizione' }).fill('Doppia');
      await dialog.getByText('La descrizione è obbligatoria').waitFor({ state: 'detached' });
      await dialog.getByText('Il codice è obbligatorio').waitFor(); // the error stays until its field is edited
      await dialog.getByRole('textbox', { name: 'Codice' }).fill(taken.code.toLowerCase());
      await dialog.getByText('Il codice è obbligatorio').waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Salva' }).click();
      const refused = dialog.getByRole('textbox', { name: 'Codice' });
      await dialog.locator('.mantine-InputWrapper-error').getByText('Già esistente').waitFor();
      assert.equal(await refused.getAttribute('aria-invalid'), 'true');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Esci senza salvare' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      const remove = async () => {
        await page.getByRole('button', { name: `Azioni per ${code}` }).click();
        await page.getByRole('menuitem', { name: 'Elimina' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      };
      await page.route('**/api/machines/*', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x', error: 'x' } })
          : route.continue(),
      );
      await remove();
      await page.getByText('Errore nella cancellazione del macchinario', { exact: true }).waitFor();
      await page.unrouteAll();
      await remove();
      await page.getByText('Macchinario eliminato con successo').waitFor();
      assert.equal((await api.admin.get(`/machines/${id}`)).status, 404);
    },
  );
});
