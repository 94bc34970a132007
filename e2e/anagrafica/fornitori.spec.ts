import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createSupplier } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/anagrafica/fornitori';
const REQUIRED = ['Ragione sociale', 'Partita IVA', 'Indirizzo', 'Città', 'Provincia', 'CAP', 'E-mail', 'Telefono'];
const ALL: Record<string, string> = {
  'Ragione sociale': 'Cartiera Alta S.p.A.',
  'Partita IVA': '00743110157',
  Indirizzo: 'Via Po 1',
  Città: 'Torino',
  Provincia: 'TO',
  CAP: '10121',
  'Codice nazione': 'it',
  'E-mail': 'ordini@cartiera.example',
  Telefono: '+39 011 1',
  Referente: 'Anna Verdi',
  'Ruolo del referente': 'Vendite',
  'Telefono del referente': '+39 011 2',
  'Modalità di spedizione': 'Corriere',
  Note: 'Chiude ad agosto',
};

describe('/anagrafica/fornitori', () => {
  matrixTest(
    'B14: a supplier has all its fields; the required ones, the e-mail format and the country Italia are enforced',
    async () => {
      const page = await open(api.sales, `${LIST}?edit=new`);
      const field = (name: string) => page.getByRole('textbox', { name, exact: true });
      await page.getByRole('heading', { name: 'Nuovo fornitore' }).waitFor();
      assert.equal(await field('Nazione').inputValue(), 'Italia');
      await field('Nazione').fill('');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Campo obbligatorio').nth(REQUIRED.length).waitFor();
      for (const name of [...REQUIRED, 'Nazione'])
        assert.equal(await field(name).getAttribute('aria-invalid'), 'true', name);
      assert.equal(await page.getByText('Campo obbligatorio').count(), REQUIRED.length + 1);
      await assertAccessible(page, 'refused form');
      for (const [name, value] of Object.entries(ALL)) await field(name).fill(value);
      await field('Nazione').fill('Italia');
      await field('E-mail').fill('non-una-mail');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Formato non valido').waitFor();
      await field('E-mail').fill(ALL['E-mail']!);
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByRole('link', { name: 'Cartiera Alta S.p.A.' }).waitFor();
      const [stored] = (await api.admin.get('/suppliers?q=cartiera+alta')).body;
      const {
        business_name,
        vat_number,
        address,
        city,
        province,
        zip_code,
        country,
        country_code,
        email,
        phone,
        contact_name,
        contact_role,
        contact_phone,
        shipping_method,
        notes,
        created_by,
      } = stored;
      assert.deepEqual(
        [
          business_name,
          vat_number,
          address,
          city,
          province,
          zip_code,
          country_code,
          email,
          phone,
          contact_name,
          contact_role,
          contact_phone,
          shipping_method,
          notes,
        ],
        Object.values({ ...ALL, 'Codice nazione': 'IT' }),
      );
      assert.deepEqual([country, created_by], ['Italia', api.sales.userId]);
      await page.getByRole('link', { name: 'Cartiera Alta S.p.A.' }).click();
      await page.getByRole('form', { name: 'Cartiera Alta S.p.A.' }).waitFor();
      for (const [name, value] of Object.entries({ ...ALL, 'Codice nazione': 'IT', Nazione: 'Italia' }))
        assert.equal(await field(name).inputValue(), value, `${name} is shown again`);
    },
  );

  test('B13: the form replaces the list for a new and for an edited supplier; the list deletes a supplier', async () => {
    const { id, business_name } = await createSupplier(api.admin);
    const page = await open(api.admin, LIST);
    await page.getByRole('link', { name: 'Nuovo fornitore' }).click();
    await page.waitForURL(/edit=new/);
    await page.getByRole('form', { name: 'Nuovo fornitore' }).waitFor();
    assert.equal(await page.getByRole('grid').count(), 0);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('link', { name: business_name }).click();
    await page.waitForURL(new RegExp(`edit=${id}`));
    assert.equal(await page.getByRole('grid').count(), 0);
    await page.reload(); // the URL keeps the form open
    await page.getByRole('textbox', { name: 'Città' }).fill('Prato');
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Resta qui' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Città' }).inputValue(), 'Prato', 'leaving with changes asks');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('grid').waitFor();
    assert.equal((await api.admin.get(`/suppliers/${id}`)).body.city, 'Prato');
    await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Fornitore eliminato').waitFor();
    assert.equal((await api.admin.get(`/suppliers/${id}`)).status, 404);
  });

  matrixTest('the code follows the country unless the user gave another', async () => {
    const { id } = await createSupplier(api.admin, { country_code: 'CH' });
    const page = await open(api.sales, `${LIST}?edit=new`);
    const name = page.getByRole('textbox', { name: 'Nazione', exact: true });
    const code = page.getByLabel('Codice nazione');
    await name.click();
    await name.press('ControlOrMeta+a');
    await page.keyboard.type('Irlanda');
    assert.equal(await code.inputValue(), 'IE');
    await name.fill('Irl');
    assert.equal(await code.inputValue(), '', 'an unknown name has no code');
    await name.fill('Francia');
    await name.press('Enter');
    assert.equal(await code.inputValue(), 'FR', 'also when Enter saves the form');
    const other = await open(api.sales, `${LIST}?edit=${id}`);
    await other.getByRole('textbox', { name: 'Nazione', exact: true }).fill('Germania');
    assert.equal(await other.getByLabel('Codice nazione').inputValue(), 'CH', 'a code of the user stays');
  });

  matrixTest('warnings of the server are shown after saving', async () => {
    const { id } = await createSupplier(api.admin, { country: 'Italia', country_code: 'IT' });
    await createSupplier(api.admin, { business_name: 'Cartiera Doppia', city: 'Fabriano', vat_number: '01234567890' });
    const page = await open(api.admin, `${LIST}?edit=${id}`);
    await page.getByRole('textbox', { name: 'Partita IVA' }).fill('01234567890');
    await page.getByRole('textbox', { name: 'Partita IVA' }).press('Tab');
    await page.getByRole('link', { name: 'Cartiera Doppia · Fabriano · 01234567890' }).waitFor();
    await page.getByText('Cifra di controllo errata').waitFor();
    await page.getByRole('textbox', { name: 'Provincia' }).fill('XX');
    await page.getByRole('textbox', { name: 'CAP' }).fill('1');
    await page.getByText('Sigla inesistente in Italia').waitFor();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('La partita IVA non supera il controllo della cifra finale').waitFor();
    await page.getByText('In Italia il CAP ha 5 cifre').waitFor();
    assert.equal((await api.admin.get(`/suppliers/${id}`)).body.vat_number, '01234567890');
  });

  matrixTest('B23: a failed delete, save and load each show a message', async () => {
    const { id, business_name } = await createSupplier(api.admin);
    const page = await open(api.admin, LIST);
    await page.getByRole('link', { name: business_name }).waitFor();
    let broken = 'DELETE';
    await page.route('**/api/suppliers**', (route) =>
      route.request().method() === broken
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x', error: 'x' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText("Errore durante l'eliminazione del fornitore", { exact: true }).waitFor();
    broken = 'PUT';
    await page.getByRole('link', { name: business_name }).click();
    await page.getByRole('textbox', { name: 'Città' }).fill('Lucca');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('form').getByRole('alert').getByText('Errore durante il salvataggio').waitFor();
    broken = 'GET';
    await page.goto(`${api.url}${LIST}?edit=${id}`);
    await page.getByText('Errore nel caricamento del fornitore', { exact: true }).waitFor();
    await page.getByText('Errore nel caricamento dei fornitori', { exact: true }).waitFor();
    broken = 'none';
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByRole('link', { name: business_name }).waitFor();
  });
});
