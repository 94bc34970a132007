import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createWarehouse } from '../../server/src/testing/factories.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/anagrafica/impostazioni';
const ACCOUNTS = {
  'Conto clienti': '1',
  'Conto fornitori': '2',
  'Conto vendite': '3',
  'Conto acquisti': '4',
  'Conto IVA a debito': '5',
  'Conto IVA a credito': '6',
  'Conto banca': '7',
};

describe('/anagrafica/impostazioni', () => {
  test('every setting is explained, changed and saved', async () => {
    const warehouse = await createWarehouse(api.admin);
    await api.admin.post('/vat-codes', { code: '22', rate: 22, description: 'ordinaria' });
    const page = await open(api.direction, PATH);
    const number = (name: string) => page.getByRole('textbox', { name });
    const choose = async (name: string, option: string | RegExp, typed?: string) => {
      await page.getByRole('combobox', { name }).click();
      if (typed) await page.getByRole('combobox', { name }).fill(typed);
      await page.getByRole('option', { name: option }).click();
    };
    await page.getByRole('combobox', { name: 'Fuso orario' }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Fuso orario' }).inputValue(), 'Europe/Rome');
    for (const text of [
      'Decide quando comincia',
      'Di quanto la quantità fatturata',
      'Di quanto il prezzo fatturato',
      'Quanto possono occupare insieme',
      'Per i prodotti senza un conto di vendita',
      "Per i prodotti senza un conto d'acquisto",
      'Per i pagamenti dei clienti',
      'può lavorare solo dopo averla attivata',
      'Quanto si può ricevere',
      'Vale quando né il cliente',
      'Magazzino in cui si carica',
      'Carta e film in più',
      'Una banda larga',
      'Quanto lavora una macchina',
      'nei giorni non selezionati',
      'il materiale serve questo numero di giorni lavorativi',
      "tra l'arrivo e l'uso",
      'che una proposta',
      'la bobina proposta',
      'Un ordine per giorno di arrivo',
      'peso, metri e diametro',
      'si propone di chiudere la bobina',
      'supera questa percentuale del materiale usato',
      'Si toglie dal costo',
      'Per ogni persona della macchina',
      'gli interessi di mora',
      'ricevono una riga di 2 EUR',
      'Come arrivano le FatturaPA',
      'La prima ricevuta del SdI',
      'Indennità di recupero',
      'Penalità di ritardo',
      'Sconto per pagamento anticipato',
      "nasconde le proposte d'acquisto",
      'nasconde schermate e campi delle bobine',
      'nasconde la tracciabilità',
    ])
      await page.getByText(text).waitFor();
    await assertAccessible(page, 'form');
    await choose('Fuso orario', 'Africa/Casablanca', 'casab');
    await number('Tolleranza di ricezione').fill('12,5');
    await choose('Codice IVA predefinito', /^22 · /);
    await choose('Magazzino di produzione', warehouse.name);
    await number('Scarto').fill('3');
    await choose('Metri di film', 'Per pista');
    await number('Ore di lavoro al giorno').fill('16');
    await page.getByRole('checkbox', { name: 'Sabato' }).check();
    await page.getByRole('checkbox', { name: 'Lunedì' }).uncheck();
    await number('Giorni di produzione').fill('4');
    await number('Giorni di ricezione').fill('2');
    await number('Copertura').fill('14');
    await number('Materiale più largo').fill('25');
    await choose('Raggruppa proposte', 'Per settimana');
    await number('Controllo delle misure').fill('4,5');
    await number('Lunghezza minima del resto').fill('60,5');
    await number('Tolleranza del bilancio di massa').fill('2');
    await number('Prezzo degli scarti venduti').fill('0,08');
    await number('Paga oraria').fill('25,5');
    await number('Tasso di riferimento').fill('2,4');
    await number('Tolleranza di quantità delle fatture').fill('0,5');
    await number('Tolleranza di prezzo delle fatture').fill('1,5');
    await number('Spazio per gli allegati').fill('4000');
    for (const [name, account] of Object.entries(ACCOUNTS)) await number(name).fill(account);
    const roles = page.getByRole('group', { name: 'Ruoli con la verifica in due passaggi' });
    await roles.getByRole('checkbox', { name: 'Magazzino' }).check();
    await page.getByRole('checkbox', { name: 'Addebita il bollo al cliente' }).check();
    await choose('Canale verso il SdI', 'PEC');
    await number('PEC del SdI').fill('sdi07@pec.fatturapa.it');
    await number('Nota PMT').fill('PMT');
    await number('Nota PMD').fill('PMD');
    await number('Nota AAB').fill('AAB');
    await page.getByRole('textbox', { name: /^carta/ }).fill('65');
    for (const name of ["Proposte d'acquisto", 'Bobine', 'Tracciabilità e richiami'])
      await page.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Impostazioni salvate').waitFor();
    const {
      version: _version,
      modified_at: _at,
      modified_by,
      modified_by_name: _name,
      ...stored
    } = (await api.admin.get('/settings')).body;
    assert.deepEqual(stored, {
      time_zone: 'Africa/Casablanca',
      over_receipt_percent: 12.5,
      reference_rate: 2.4,
      invoice_quantity_tolerance: 0.5,
      invoice_price_tolerance: 1.5,
      attachment_quota_mb: 4000,
      account_customers: '1',
      account_suppliers: '2',
      account_sales: '3',
      account_purchases: '4',
      account_vat_sales: '5',
      account_vat_purchases: '6',
      account_bank: '7',
      second_factor_roles: ['warehouse'],
      oidc_roles: [],
      recharge_stamp_duty: true,
      sdi_channel: 'pec',
      sdi_pec: 'sdi07@pec.fatturapa.it',
      fr_note_pmt: 'PMT',
      fr_note_pmd: 'PMD',
      fr_note_aab: 'AAB',
      conai_rates: { carta: 65 },
      default_vat_code: '22',
      production_warehouse_id: warehouse.id,
      scrap_percent: 3,
      film_layout: 'per_track',
      working_hours_per_day: 16,
      working_days: [2, 3, 4, 5, 6],
      production_days: 4,
      receipt_days: 2,
      cover_days: 14,
      reservation_days: 30,
      wider_mm: 25,
      proposal_grouping: 'week',
      reel_check_percent: 4.5,
      scrap_below_m: 60.5,
      mass_balance_percent: 2,
      waste_price_per_kg: 0.08,
      wages_per_hour: 25.5,
      use_proposals: false,
      use_reels: false,
      use_runs: false,
      // These have no screen yet and keep their value.
      use_schedule: true,
      use_slitting: true,
    });
    assert.equal(modified_by, api.direction.userId);
  });

  matrixTest('errors appear beside their field', async () => {
    const page = await open(api.admin, PATH, { viewport: PHONE, dark: true });
    await page.getByRole('textbox', { name: 'Tolleranza di ricezione' }).fill('');
    await page.getByRole('textbox', { name: 'Scarto' }).fill('-1');
    await page.getByRole('textbox', { name: 'Ore di lavoro al giorno' }).fill('25');
    for (const box of await page.getByRole('group').getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Il valore minimo è 0').waitFor();
    await page.getByText('Il valore massimo è 24').waitFor();
    assert.equal(await page.getByText('Campo obbligatorio').count(), 2, 'the tolerance and the days');
    await assertAccessible(page, 'refused form, phone, dark');
  });

  matrixTest('roles that manage settings see the screen; the others are refused', async () => {
    const admin = await open(api.admin, '/anagrafica');
    await admin.getByRole('link', { name: /^Impostazioni/ }).waitFor();
    const page = await open(api.orders, '/anagrafica');
    await page.getByRole('link', { name: /^Prodotti/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Impostazioni/ }).count(), 0);
    await page.goto(`${api.url}${PATH}`);
    await page.getByText('Accesso non autorizzato', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Salva' }).count(), 0);
  });
});
