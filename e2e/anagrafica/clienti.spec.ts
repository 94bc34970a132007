import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createCustomer } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const HUB = '/anagrafica/clienti';
function at(path: string) {
  return (url: URL) => url.pathname === path && !url.searchParams.has('edit');
}
const REQUIRED = [
  'Ragione sociale',
  'Partita IVA',
  'Indirizzo',
  'Città',
  'Provincia',
  'CAP',
  'Nazione',
  'E-mail',
  'Telefono',
];
const TEXTS: Record<string, [label: string, value: string]> = {
  business_name: ['Ragione sociale', 'Panificio Senese S.r.l.'],
  vat_number: ['Partita IVA', '00743110157'],
  tax_code: ['Codice fiscale', 'PNFSNS'],
  codice_destinatario: ['Codice destinatario', 'ABC1234'],
  address: ['Indirizzo', 'Via Po 1'],
  city: ['Città', 'Siena'],
  province: ['Provincia', 'SI'],
  zip_code: ['CAP', '53100'],
  country_code: ['Codice nazione', 'IT'],
  email: ['E-mail', 'info@panificio.example'],
  phone: ['Telefono', '+39 0577 1'],
  modalita_pagamento: ['Modalità di pagamento', 'Bonifico'],
  indirizzo_fatturazione: ['Indirizzo di fatturazione', 'Via Arno 2'],
  email_fatturazione: ['E-mail di fatturazione', 'fatture@panificio.example'],
  telefono_fatturazione: ['Telefono di fatturazione', '+39 0577 2'],
  codice_invio_elettronico: ['Codice invio elettronico', 'M5UXCR1'],
  note_fatturazione: ['Note di fatturazione', 'Una fattura al mese'],
  contact_name: ['Referente', 'Anna Verdi'],
  contact_role: ['Ruolo del referente', 'Acquisti'],
  contact_phone: ['Telefono del referente', '+39 0577 3'],
  shipping_method: ['Modalità di spedizione', 'Corriere'],
  notes: ['Note', 'Solo al mattino'],
};

describe('/anagrafica/clienti', () => {
  matrixTest('B17: a customer has all its fields, and the required ones are enforced', async () => {
    await api.admin.post('/vat-codes', { code: '22', rate: 22, description: 'ordinaria' });
    const term = (await api.admin.post('/condizioni-pagamento', { descrizione: 'Bonifico 30 giorni' })).body;
    const page = await open(api.sales, `${HUB}?edit=new`);
    const field = (name: string) =>
      page.getByRole(name === 'Modalità di pagamento' ? 'combobox' : 'textbox', { name, exact: true });
    assert.equal(await field('Nazione').inputValue(), 'Italia');
    assert.equal(await page.getByRole('combobox', { name: 'Valuta' }).inputValue(), 'EUR');
    assert.equal(await page.getByRole('checkbox', { name: 'Attivo' }).isChecked(), true);
    await field('Codice fiscale').fill('RSSMRA85T10A562T');
    await field('Codice destinatario').fill('');
    await page.getByText('Carattere di controllo errato').waitFor();
    await field('Codice fiscale').fill('RSSMRA85T10A562S');
    await page.getByText('la fattura arriva solo nel cassetto fiscale').waitFor();
    assert.equal(await page.getByText('Carattere di controllo errato').count(), 0);
    await field('Nazione').fill('Itlia');
    await field('Nazione').press('Tab');
    await page.getByText('Nazione non riconosciuta').waitFor();
    await field('Nazione').fill('');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page
      .getByText('Campo obbligatorio')
      .nth(REQUIRED.length - 1)
      .waitFor();
    for (const name of REQUIRED) assert.equal(await field(name).getAttribute('aria-invalid'), 'true', name);
    assert.equal(await page.getByText('Campo obbligatorio').count(), REQUIRED.length);
    await assertAccessible(page, 'refused form');
    await field('Modalità di pagamento').fill('MP05');
    await page.getByText('Bonifico bancario', { exact: true }).waitFor();
    await page.locator('datalist option[value=MP12][label^=Ricevuta]').waitFor({ state: 'attached' });
    for (const [label, value] of Object.values(TEXTS)) await field(label).fill(value);
    await field('Nazione').fill('Italia');
    for (const name of ['E-mail', 'E-mail di fatturazione']) {
      const good = await field(name).inputValue();
      await field(name).fill('senza-chiocciola');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Formato non valido').waitFor();
      assert.equal(await field(name).getAttribute('aria-invalid'), 'true');
      await field(name).fill(good);
    }
    await page.getByRole('combobox', { name: 'Valuta' }).click();
    await page.getByRole('option', { name: 'MAD' }).waitFor();
    assert.deepEqual(await page.getByRole('option').filter({ visible: true }).allInnerTexts(), [
      'EUR',
      'USD',
      'MAD',
      'CNY',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'MAD' }).waitFor({ state: 'hidden' });
    for (const [name, option] of [
      ['Condizione di pagamento', 'Bonifico 30 giorni'],
      ['Valuta', 'MAD'],
      ['Codice IVA', /^22 · /],
    ] as const) {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option }).click();
    }
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(at(`${HUB}/lista`));
    const [{ id }] = (await api.admin.get('/customers?q=panificio')).body;
    const stored = (await api.admin.get(`/customers/${id}`)).body;
    for (const [name, [, value]] of Object.entries(TEXTS)) assert.equal(stored[name], value, name);
    assert.deepEqual(
      [stored.country, stored.valuta, stored.tipo_pagamento_id, stored.vat_code, stored.is_active],
      ['Italia', 'MAD', term.id, '22', true],
    );
    await page.getByRole('link', { name: 'Panificio Senese S.r.l.' }).click();
    await page.getByRole('form', { name: 'Panificio Senese S.r.l.' }).waitFor();
    for (const [label, value] of Object.values(TEXTS))
      assert.equal(await field(label).inputValue(), value, `${label} is shown again`);
    assert.equal(
      await page.getByRole('combobox', { name: 'Condizione di pagamento' }).inputValue(),
      'Bonifico 30 giorni',
    );
  });

  test('B15: title, subtitle and add button; the form replaces the list; saving opens the list, closing opens /anagrafica/clienti; rows are edited and deleted', async () => {
    const { id, business_name } = await createCustomer(api.admin);
    const page = await open(api.orders, HUB);
    await page.getByRole('heading', { level: 1, name: 'Clienti' }).waitFor();
    await page.getByText('Anagrafica, fatturazione e destinazioni della merce').waitFor();
    await page.getByRole('link', { name: 'Nuovo cliente' }).click();
    await page.getByRole('form', { name: 'Nuovo cliente' }).waitFor();
    assert.equal(await page.getByRole('grid').count(), 0);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.waitForURL(at(HUB));
    await page.getByRole('link', { name: 'Nuovo cliente' }).click();
    for (const name of REQUIRED)
      await page
        .getByRole('textbox', { name, exact: true })
        .fill(name === 'E-mail' ? 'info@nuovo.example' : name === 'Ragione sociale' ? 'Cliente Aggiunto' : 'X');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(at(`${HUB}/lista`));
    await page.getByRole('link', { name: 'Cliente Aggiunto' }).waitFor();
    await page.goto(`${api.url}${HUB}`);
    await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
    await page.getByRole('menuitem', { name: 'Modifica' }).click();
    await page.getByRole('textbox', { name: 'Città' }).fill('Pistoia');
    assert.equal(await page.getByRole('grid').count(), 0);
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(at(`${HUB}/lista`));
    await page.getByRole('row').filter({ hasText: business_name }).getByText('Pistoia').waitFor();
    assert.equal((await api.admin.get(`/customers/${id}`)).body.city, 'Pistoia');
    await page.getByRole('link', { name: business_name }).click();
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.waitForURL(at(HUB));
    await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('link', { name: business_name }).waitFor({ state: 'detached' });
    assert.equal((await api.admin.get(`/customers/${id}`)).status, 404);
  });

  matrixTest(
    'B16: a row action opens billing data and goods destinations in a dialog, where they are changed, added, edited and deleted',
    async () => {
      const { id, business_name } = await createCustomer(api.admin, {
        indirizzo_fatturazione: 'Via Vecchia 1',
        city: 'Prato',
      });
      const page = await open(api.sales, HUB);
      await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
      await page.getByRole('menuitem', { name: 'Fatturazione e destinazioni' }).click();
      const dialog = page.getByRole('dialog', { name: business_name });
      assert.equal(
        await dialog.getByRole('textbox', { name: 'Indirizzo di fatturazione' }).inputValue(),
        'Via Vecchia 1',
      );
      await dialog.locator('[data-path="indirizzo_fatturazione"]:focus').waitFor(); // ready for input
      await dialog.getByText('Nessuna destinazione').waitFor();
      await assertAccessible(page, 'dialog');
      await dialog.getByRole('textbox', { name: 'Indirizzo di fatturazione' }).fill('Via Nuova 2');
      for (const name of [
        'E-mail di fatturazione',
        'Telefono di fatturazione',
        'Codice invio elettronico',
        'Note di fatturazione',
      ])
        await dialog.getByRole('textbox', { name }).fill(name.startsWith('E-mail') ? 'f@x.example' : name);
      await dialog.getByRole('button', { name: 'Salva fatturazione' }).click();
      await page.getByText('Dati di fatturazione salvati').waitFor();
      const billed = (await api.admin.get(`/customers/${id}`)).body;
      assert.deepEqual(
        [
          billed.indirizzo_fatturazione,
          billed.email_fatturazione,
          billed.telefono_fatturazione,
          billed.codice_invio_elettronico,
          billed.note_fatturazione,
          billed.city,
        ],
        [
          'Via Nuova 2',
          'f@x.example',
          'Telefono di fatturazione',
          'Codice invio elettronico',
          'Note di fatturazione',
          'Prato',
        ],
      );

      await dialog.getByRole('button', { name: 'Aggiungi destinazione' }).click();
      const form = page.getByRole('dialog', { name: 'Aggiungi destinazione' });
      await form.getByRole('button', { name: 'Salva' }).click();
      await form.getByText('Campo obbligatorio').waitFor();
      await assertAccessible(page, 'refused destination');
      const given = {
        indirizzo: ['Indirizzo', 'Zona industriale 3'],
        cap: ['CAP', '59100'],
        citta: ['Città', 'Prato'],
        nazione: ['Nazione', 'Italia'],
        telefono: ['Telefono', '+39 1'],
        orari_consegna: ['Orari di consegna', '8–12'],
        note: ['Note', 'Suonare'],
      } as const;
      for (const [label, value] of Object.values(given)) await form.getByRole('textbox', { name: label }).fill(value);
      await form.getByRole('button', { name: 'Salva' }).click();
      await dialog.getByText('Zona industriale 3').waitFor();
      const read = async () => (await api.admin.get(`/destinazioni-merce?customer_id=${id}`)).body;
      const [made] = await read();
      for (const [name, [, value]] of Object.entries(given)) assert.equal(made[name], value, name);

      await dialog.getByRole('button', { name: 'Modifica Zona industriale 3' }).click();
      const edit = page.getByRole('dialog', { name: 'Modifica destinazione' });
      await edit.getByRole('textbox', { name: 'Indirizzo' }).fill('Zona industriale 4');
      await edit.getByRole('button', { name: 'Salva' }).click();
      await dialog.getByText('Zona industriale 4').waitFor();
      await dialog.getByRole('button', { name: 'Elimina Zona industriale 4' }).click();
      await page
        .getByRole('dialog', { name: 'Elimina' })
        .getByText('Sei sicuro di voler eliminare questa destinazione?')
        .waitFor();
      await page.getByRole('dialog', { name: 'Elimina' }).getByRole('button', { name: 'Elimina' }).click();
      await dialog.getByText('Nessuna destinazione').waitFor();
      assert.deepEqual(await read(), []);
    },
  );

  matrixTest(
    "B18: deleting asks 'Sei sicuro di voler eliminare questo cliente?'; a failed delete and a failed save show a message",
    async () => {
      const { business_name } = await createCustomer(api.admin, {
        country: 'Italia',
        zip_code: '591',
        vat_number: '00743110158',
      });
      const page = await open(api.admin, HUB);
      await page.getByRole('link', { name: business_name }).waitFor();
      await page.route('**/api/customers/*', (route) =>
        ['DELETE', 'PUT'].includes(route.request().method())
          ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x', error: 'x' } })
          : route.continue(),
      );
      await page.getByRole('button', { name: `Azioni per ${business_name}` }).click();
      await page.getByRole('menuitem', { name: 'Elimina' }).click();
      await page.getByRole('dialog').getByText('Sei sicuro di voler eliminare questo cliente?').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await page.getByText("Errore durante l'eliminazione del cliente", { exact: true }).waitFor();
      await page.getByRole('link', { name: business_name }).click();
      // What was saved with a fault says so as soon as the form opens.
      await page.getByText('Servono 5 cifre').waitFor();
      await page.getByText('Cifra di controllo errata: rileggila').waitFor();
      await page.getByRole('textbox', { name: 'Città' }).fill('Empoli');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByRole('form').getByRole('alert').getByText('Errore durante il salvataggio').waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Città' }).inputValue(), 'Empoli');
    },
  );

  matrixTest('Escape closes the topmost dialog only, and asks about unsaved input', async () => {
    const { id, business_name } = await createCustomer(api.admin);
    const page = await open(api.admin, `${HUB}?details=${id}&destination=new`);
    const form = page.getByRole('dialog', { name: 'Aggiungi destinazione' });
    await form.getByRole('textbox', { name: 'Indirizzo' }).fill('Via a metà');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resta qui' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resta qui' }).waitFor({ state: 'detached' });
    await page.locator('[data-path=indirizzo]:focus').waitFor(); // the focus is back in its field
    assert.equal(await form.getByRole('textbox', { name: 'Indirizzo' }).inputValue(), 'Via a metà');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: business_name }).waitFor();
  });

  matrixTest(
    'a business name or VAT number of another active customer and a telephone without digits are noted below their field and saved',
    async () => {
      const vat_number = 'IT09876543217';
      const twin = { business_name: 'Caffè Doppio Srl', city: 'Lucca', vat_number };
      const { id } = await createCustomer(api.admin, twin);
      await createCustomer(api.admin, { ...twin, city: 'Pisa', is_active: false });
      const page = await open(api.sales, `${HUB}?edit=new`);
      const field = (name: string) => page.getByRole('textbox', { name, exact: true });
      const link = page.getByRole('form').getByRole('link');
      await field('Ragione sociale').fill('caffe doppio SRL');
      await field('Ragione sociale').press('Tab');
      await page.getByText('Esiste già: Caffè Doppio Srl · Lucca · IT09876543217', { exact: true }).waitFor();
      assert.match((await link.getAttribute('href')) ?? '', new RegExp(`/${id}$`));
      // Another legal form and a typing mistake.
      await field('Ragione sociale').fill('Dopio Caffè S.p.A.');
      await field('Ragione sociale').press('Tab');
      await page.getByText(/^Nome simile a: Caffè Doppio Srl/).waitFor();
      assert.match((await link.first().getAttribute('href')) ?? '', new RegExp(`/${id}$`));
      await field('Ragione sociale').fill('caffe doppio SRL');
      await field('Ragione sociale').press('Tab');
      await page.getByText(/^Esiste già: Caffè Doppio Srl/).waitFor();
      await field('Partita IVA').fill('09876543217');
      await field('Partita IVA').press('Tab');
      await link.nth(1).waitFor();
      await field('Telefono').fill('da chiedere');
      await field('Telefono').press('Tab');
      await page.getByText('Non contiene cifre').waitFor();
      await assertAccessible(page, 'a form with notes');
      for (const [path, value] of Object.values(TEXTS).filter(([label]) =>
        ['Indirizzo', 'Città', 'Provincia', 'CAP', 'E-mail'].includes(label),
      ))
        await field(path).fill(value);
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.waitForURL(at(`${HUB}/lista`));
      const saved = (await api.admin.get('/customers?q=caffe+doppio&sort=-created_at')).body[0];
      assert.deepEqual([saved.phone, saved.vat_number], ['da chiedere', '09876543217']);

      // The customer itself does not count, and a note ends with its text.
      await page.goto(`${api.url}${HUB}?edit=${id}`);
      await field('Ragione sociale').press('Tab');
      const note = field('Ragione sociale').locator('xpath=ancestor::div[output]/output');
      await note.waitFor();
      assert.equal(await note.innerText(), 'Esiste già: caffe doppio SRL · Siena · 09876543217');
      await field('Ragione sociale').fill('Caffè Singolo Srl');
      await note.waitFor({ state: 'detached' });
    },
  );
});
