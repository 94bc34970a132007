import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { today } from '@bobina/contract/core/dates.ts';
import { FEATURES } from '@bobina/contract/registry/company.ts';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createWarehouse } from '../../testing/factories.ts';

const api = startApi();
/** Returns an object without some of its members. */
function without(object: object, ...members: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)));
}

describe('/company', () => {
  const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
  const full = {
    business_name: 'Cartotecnica Rossi S.p.A.',
    vat_number: '00743110157',
    tax_code: '00743110157',
    address: 'Via della Carta 1',
    city: 'Lucca',
    province: 'LU',
    zip_code: '55100',
    country: 'Italia',
    country_code: 'IT',
    phone: '+39 0583 1',
    email: 'info@rossi.example',
    pec: 'rossi@pec.example',
    iban: 'IT60X0542811101000000123456',
    bank: 'Banca di Lucca',
    sia_code: 'A1B2C',
    creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8',
    share_capital: '1.000.000 €',
    rea: 'LU-123456',
    regime_fiscale: 'RF01',
    siren: '303265045',
    siret: '30326504500017',
    ice: '001234567000089',
    logo: LOGO,
    gs1_prefix: '8012345',
  };
  beforeEach(async () => {
    await sql`update company set version = 1`.execute(api.db);
  });
  test('stores every field, changes only the given ones, and every role may read it', async () => {
    const saved = await api.direction.put('/company', full);
    assert.equal(saved.status, 200);
    const { version, modified_at: _, modified_by, modified_by_name, ...fields } = saved.body;
    assert.deepEqual(fields, full);
    assert.deepEqual(
      [version, modified_by, modified_by_name, saved.headers.get('etag')],
      [2, api.direction.userId, 'Utente direction', '"2"'],
    );
    const changed = await api.admin.put('/company', { city: 'Pisa', created_by: 9, id: 5 });
    assert.deepEqual(
      { ...changed.body, version: 0, modified_at: 0, modified_by: 0, modified_by_name: 0 },
      { ...full, city: 'Pisa', version: 0, modified_at: 0, modified_by: 0, modified_by_name: 0 },
    );
    for (const role of ['administration', 'orders', 'warehouse', 'sales'] as const)
      assert.deepEqual((await api[role].get('/company')).body, changed.body);
  });
  for (const field of Object.keys(full))
    test(`empties ${field} with null and with ''`, async () => {
      for (const empty of [null, '']) {
        await api.admin.put('/company', full);
        const { body } = await api.admin.put('/company', { [field]: empty });
        assert.equal(body[field], null);
      }
    });
  const refused: [object, Record<string, string>][] = [
    [{ email: 'info' }, { email: 'format' }],
    [{ country_code: 'ITA' }, { country_code: 'format' }],
    [{ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, { logo: 'format' }],
    [{ logo: 'https://example.com/logo.png' }, { logo: 'format' }],
    [{ logo: 'data:image/png;base64,<script>' }, { logo: 'format' }],
    [{ logo: `data:image/png;base64,${'A'.repeat(700_001)}` }, { logo: 'max' }],
    [{ business_name: 'x'.repeat(201) }, { business_name: 'max' }],
    [
      { city: 5, iban: 'a\nb' },
      { city: 'type', iban: 'format' },
    ],
  ];
  for (const [body, fields] of refused)
    test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => {
      assertProblem(await api.admin.put('/company', body), 400, 'VALIDATION', fields);
    });
  test('refuses the second of two writers with the same version', async () => {
    const headers = { 'if-match': '"1"' };
    assert.equal((await api.admin.put('/company', { city: 'Roma' }, { headers })).status, 200);
    const late = await api.direction.put('/company', { city: 'Milano' }, { headers });
    assertProblem(late, 409, 'STALE_VERSION');
    assert.equal(late.body.current.city, 'Roma');
  });
});

describe('/settings', () => {
  const DEFAULTS = {
    time_zone: 'Europe/Rome',
    over_receipt_percent: 10,
    invoice_quantity_tolerance: 0,
    invoice_price_tolerance: 1,
    scrap_percent: 0,
    reference_rate: 2.15,
    film_layout: 'full_web',
    production_warehouse_id: null,
    default_vat_code: null,
    working_hours_per_day: 8,
    working_days: [1, 2, 3, 4, 5],
    reel_check_percent: 3,
    scrap_below_m: 0,
    mass_balance_percent: 1,
    waste_price_per_kg: 0,
    wages_per_hour: 0,
    use_proposals: true,
    use_reels: true,
    use_runs: true,
    use_slitting: true,
    use_schedule: true,
    production_days: 3,
    receipt_days: 1,
    wider_mm: 0,
    cover_days: 7,
    reservation_days: 30,
    proposal_grouping: 'day',
    recharge_stamp_duty: false,
    conai_rates: {},
    attachment_quota_mb: 5000,
    fr_note_pmt:
      'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (article D. 441-5 du Code de commerce).',
    fr_note_pmd:
      'Tout retard de paiement entraîne, sans rappel, des pénalités calculées au taux de refinancement de la Banque centrale européenne majoré de 10 points (article L. 441-10 du Code de commerce).',
    fr_note_aab: "Aucun escompte n'est accordé en cas de paiement anticipé.",
    account_customers: '411000',
    account_suppliers: '401000',
    account_sales: '701000',
    account_purchases: '601000',
    account_vat_sales: '445710',
    account_vat_purchases: '445660',
    account_bank: '512000',
    sdi_channel: 'folder',
    sdi_pec: 'sdi01@pec.fatturapa.it',
    second_factor_roles: [],
    oidc_roles: [],
  };
  const fieldsOf = (register: object) => without(register, 'version', 'modified_at', 'modified_by', 'modified_by_name');
  test('start with their defaults and keep changes', async () => {
    assert.deepEqual(fieldsOf((await api.admin.get('/settings')).body), DEFAULTS);
    const { id } = await createWarehouse(api.admin);
    await api.admin.post('/vat-codes', { code: 'V22', rate: 22 });
    const wanted = {
      time_zone: 'Africa/Casablanca',
      over_receipt_percent: 2.5,
      invoice_quantity_tolerance: 1.5,
      invoice_price_tolerance: 2,
      scrap_percent: 3.00001,
      reference_rate: 2,
      film_layout: 'per_track',
      production_warehouse_id: id,
      default_vat_code: 'V22',
      working_hours_per_day: 7.5,
      working_days: [1, 2, 3, 4, 5, 6],
      reel_check_percent: 5,
      scrap_below_m: 12.5,
      mass_balance_percent: 2.5,
      waste_price_per_kg: 0.08,
      wages_per_hour: 25.5,
      use_proposals: false,
      use_reels: false,
      use_runs: false,
      use_slitting: false,
      use_schedule: false,
      production_days: 2,
      receipt_days: 0,
      wider_mm: 20,
      cover_days: 10,
      attachment_quota_mb: 1,
      reservation_days: 60,
      proposal_grouping: 'week',
      recharge_stamp_duty: true,
      conai_rates: { carta: 65.5, plastica: 300 },
      fr_note_pmt: 'Recouvrement : 40 €',
      fr_note_pmd: 'Pénalités',
      fr_note_aab: 'Sans escompte',
      account_customers: 'C0',
      account_suppliers: 'C1',
      account_sales: 'C2',
      account_purchases: 'C3',
      account_vat_sales: 'C4',
      account_vat_purchases: 'C5',
      account_bank: 'C6',
      sdi_channel: 'pec',
      sdi_pec: 'sdi07@pec.fatturapa.it',
      second_factor_roles: ['sales'],
      oidc_roles: [],
    };
    const saved = await api.direction.put('/settings', wanted);
    assert.deepEqual([saved.status, fieldsOf(saved.body)], [200, wanted]);
    assert.deepEqual(fieldsOf((await api.direction.put('/settings', { scrap_percent: 1 })).body), {
      ...wanted,
      scrap_percent: 1,
    });
    for (const empty of [null, '']) {
      const { body } = await api.direction.put('/settings', {
        production_warehouse_id: empty,
        default_vat_code: empty,
      });
      assert.deepEqual([body.production_warehouse_id, body.default_vat_code], [null, null]);
    }
    assert.deepEqual(fieldsOf((await api.direction.put('/settings', DEFAULTS)).body), DEFAULTS);
  });
  test('store each working day once, in order', async () => {
    assert.deepEqual((await api.admin.put('/settings', { working_days: [5, 1, 1, 7] })).body.working_days, [1, 5, 7]);
  });
  const refused: [object, Record<string, string>][] = [
    [{ time_zone: 'Europe/Nowhere' }, { time_zone: 'enum' }],
    [{ time_zone: '' }, { time_zone: 'required' }],
    [{ time_zone: '+01:00' }, { time_zone: 'enum' }],
    [
      { over_receipt_percent: -1, scrap_percent: 100.5 },
      { over_receipt_percent: 'min', scrap_percent: 'max' },
    ],
    [{ over_receipt_percent: '10' }, { over_receipt_percent: 'type' }],
    [{ film_layout: 'sideways' }, { film_layout: 'enum' }],
    [
      { production_warehouse_id: 2_147_483_647, default_vat_code: 'nothing' },
      { production_warehouse_id: 'unknown', default_vat_code: 'unknown' },
    ],
    [{ production_warehouse_id: 0 }, { production_warehouse_id: 'min' }],
    [{ working_hours_per_day: 0 }, { working_hours_per_day: 'min' }],
    [{ working_hours_per_day: 24.5 }, { working_hours_per_day: 'max' }],
    [{ working_days: [] }, { working_days: 'required' }],
    [{ working_days: [0, 8] }, { 'working_days.0': 'min', 'working_days.1': 'max' }],
    [{ working_days: null }, { working_days: 'required' }],
    [{ working_days: 'Monday' }, { working_days: 'type' }],
  ];
  for (const [body, fields] of refused)
    test(`refuse ${JSON.stringify(body)}`, async () => {
      const { body: before } = await api.admin.get('/settings');
      assertProblem(await api.admin.put('/settings', body), 400, 'VALIDATION', fields);
      assert.deepEqual((await api.admin.get('/settings')).body, before);
    });
});

describe('GET /company/today', () => {
  test('answers the day in the time zone of the settings, to every signed-in user', async () => {
    const days = new Set<string>();
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      assert.equal((await api.direction.put('/settings', { time_zone })).status, 200);
      for (const role of ROLES) {
        const { status, body } = await api[role].get('/company/today');
        assert.deepEqual(
          [status, body],
          [200, { today: today(time_zone), time_zone, features: [...FEATURES], scrap_below_m: 0 }],
          role,
        );
      }
      days.add(today(time_zone));
    }
    assert.equal(days.size, 2, 'the zones are a day apart');
    assertProblem(await api.as(null).get('/company/today'), 401, 'UNAUTHENTICATED');
  });
});
