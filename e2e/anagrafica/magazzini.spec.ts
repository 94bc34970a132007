import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/anagrafica/magazzini';

describe('/anagrafica/magazzini', () => {
  matrixTest('an empty list explains its content and links to the form', async () => {
    const page = await open(api.orders, LIST);
    await page.getByText('Nessun magazzino').waitFor();
    await assertAccessible(page, 'empty list');
    await page.getByRole('link', { name: 'Nuovo magazzino' }).last().click();
    await page.waitForURL(/\/magazzini\/nuovo$/);
  });

  test('B10: a warehouse is listed, created, edited and deleted; its form has a required name, a description and an active flag', async () => {
    const page = await open(api.admin, `${LIST}/nuovo`);
    const name = page.getByRole('textbox', { name: 'Nome' });
    const active = page.getByRole('checkbox', { name: 'Attivo' });
    assert.equal(await active.isChecked(), true);
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Campo obbligatorio').waitFor();
    await page.locator('input[name=name]:focus').waitFor();
    await assertAccessible(page, 'refused form');

    await name.fill('Deposito nord');
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Baie 1–4');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(new RegExp(`${LIST}$`));
    await page.getByRole('button', { name: 'Azioni per Deposito nord' }).click();
    await page.getByRole('menuitem', { name: 'Modifica' }).click();
    await page.getByRole('heading', { name: 'Deposito nord' }).waitFor();
    assert.equal(await active.isChecked(), true, 'active as it was made');
    assert.equal(await page.getByRole('textbox', { name: 'Descrizione' }).inputValue(), 'Baie 1–4');
    await name.fill('Deposito sud');
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Baie 5–8');
    await active.uncheck();
    await page.keyboard.press('Control+s');
    await page.waitForURL(new RegExp(`${LIST}$`));
    const row = page.getByRole('row').filter({ hasText: 'Deposito sud' });
    await row.getByText('inattivo').waitFor();
    const [stored] = (await api.admin.get('/warehouses?q=Deposito')).body;
    assert.deepEqual(
      [stored.name, stored.description, stored.is_active, stored.modified_by],
      ['Deposito sud', 'Baie 5–8', false, api.admin.userId],
    );

    await row.getByRole('button', { name: 'Azioni per Deposito sud' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByText('Sei sicuro di voler eliminare questo magazzino?').waitFor();
    await assertAccessible(page, 'confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Magazzino eliminato con successo').waitFor();
    assert.deepEqual((await api.admin.get('/warehouses?q=Deposito')).body, []);
  });

  test('B11: a warehouse with stock is not deleted, and the screen gives the reason; other failed deletes, saves and loads show a message', async () => {
    const { id, name } = await createWarehouse(api.admin);
    const product = await createProduct(api.admin);
    await createMovement(api.admin, loadBody(product.id, id, 5));
    const page = await open(api.admin, LIST);
    await page.getByRole('button', { name: `Azioni per ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Impossibile eliminare il magazzino: contiene ancora prodotti', { exact: true }).waitFor();
    assert.equal((await api.admin.get(`/warehouses/${id}`)).status, 200);

    const { name: other } = await createWarehouse(api.admin);
    await page.route('**/api/warehouses*/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x', error: 'x' } }),
    );
    await page.getByRole('button', { name: `Azioni per ${other}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText("Errore durante l'eliminazione del magazzino", { exact: true }).waitFor();
    await page.getByRole('link', { name: other }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Altro nome');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('alert').getByText('Errore durante il salvataggio').first().waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Nome' }).inputValue(), 'Altro nome', 'the input is kept');
    const lost = await open(api.admin, `${LIST}/999999`);
    await lost.getByText('Errore nel caricamento del magazzino', { exact: true }).waitFor();
    await lost.waitForURL(new RegExp(`${LIST}$`));
    // An empty warehouse can be deleted, and a message confirms it.
    await lost.getByRole('button', { name: `Azioni per ${other}` }).click();
    await lost.getByRole('menuitem', { name: 'Elimina' }).click();
    await lost.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await lost.getByText('Magazzino eliminato con successo', { exact: true }).waitFor();
  });

  matrixTest('the warehouse role cannot open it', async () => {
    const refused = await open(api.warehouse, LIST);
    await refused.waitForURL((url) => url.pathname === '/');
  });
});
