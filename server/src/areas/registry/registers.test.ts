import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract } from '@bobina/contract/core/endpoint.ts';
import { roleCan, ROLES } from '@bobina/contract/core/permissions.ts';
import { assertProblem, startApi, type Answer } from '../../testing/api.ts';
import {
  createCustomer,
  createSupplier,
  machineBody,
  partyBody,
  productBody,
  warehouseBody,
} from '../../testing/factories.ts';

/** Rules common to all registers: each register is one row here, and the tests below run on it. */
const api = startApi();
/** Returns an object without some of its members. */
function without(object: object, ...members: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)));
}
let made = 0;
function unique(text: string) {
  return `${text}-${process.pid}-${++made}`;
}

/** The fields of the body that creates a row. */
function fieldsOf(path: string): string[] {
  const row = Object.values(contract as Record<string, Contract>)
    .flatMap((rows) => Object.values(rows))
    .find((one) => one.method === 'POST' && one.path === path)!;
  return Object.keys((row.body as unknown as { shape: object }).shape);
}

type Kind =
  | 'text'
  | 'notes'
  | 'email'
  | 'country'
  | 'natura'
  | 'decimal'
  | 'percent'
  | 'whole'
  | 'flag'
  | 'unit'
  | 'currency'
  | 'chargeability'
  | 'grouping'
  | 'instalments'
  | 'day'
  | 'status';
interface Register {
  path: string;
  table: string;
  /** The required fields only. */
  body: () => Record<string, unknown> | Promise<Record<string, unknown>>;
  required: Record<string, Kind | 'id'>;
  /** The other fields that are not short texts. Unlisted fields of the body are optional texts. */
  optional: Record<string, Kind>;
  /** Default of an optional field; null unless stated. */
  defaults?: Record<string, unknown>;
  /** The unique column. */
  code?: string;
  /** Fields that only some roles may send and read; they have tests of their own. */
  restricted?: string[];
  /** Fields of the response beyond the request and the audit fields. */
  derived?: string[];
  undeletable?: true;
}

const PARTY_REQUIRED = {
  business_name: 'text',
  vat_number: 'text',
  address: 'text',
  city: 'text',
  province: 'text',
  zip_code: 'text',
  country: 'text',
  email: 'email',
  phone: 'text',
} as const;
const PARTY_OPTIONAL = {
  country_code: 'country',
  notes: 'notes',
} as const;
const REGISTERS: Record<string, Register> = {
  products: {
    path: '/products',
    table: 'products',
    body: () => ({ code: unique('P'), description: 'Carta', category: 'Carta', currency: 'EUR' }),
    required: { code: 'text', description: 'text', category: 'text', currency: 'currency' },
    optional: {
      unit_of_measure: 'unit',
      has_bom: 'flag',
      is_semi_finished: 'flag',
      has_batch: 'flag',
      has_expiry_date: 'flag',
      has_production_date: 'flag',
      status: 'status',
      larghezza_cm: 'decimal',
      lunghezza_cm: 'decimal',
      larghezza_bobina: 'decimal',
      peso_carta: 'decimal',
      minuti_x_confezione: 'whole',
      larghezza_film: 'decimal',
      spessore_film: 'decimal',
      peso_adesivo: 'decimal',
      spessore_carta: 'decimal',
      densita_film: 'decimal',
      numero_piste: 'whole',
      pezzi_per_scatola: 'whole',
      peso_netto: 'decimal',
      peso_lordo: 'decimal',
      scorta_minima: 'decimal',
      categoria_vat_valore: 'percent',
      conai_kg: 'decimal',
    },
    defaults: {
      unit_of_measure: 'kg',
      has_bom: false,
      is_semi_finished: false,
      has_batch: false,
      has_expiry_date: false,
      has_production_date: false,
      status: 'active',
    },
    code: 'code',
    // `is_reel` needs batches and a grammage: the tests of reels change it.
    derived: [
      'supplier_id',
      'supplier_name',
      'has_batches',
      'has_expiry',
      'deleted_at',
      'deleted_by',
      'is_reel',
      'gsm',
    ],
  },
  warehouses: {
    path: '/warehouses',
    table: 'warehouses',
    body: () => warehouseBody(),
    required: { name: 'text' },
    optional: { description: 'notes', is_active: 'flag' },
    defaults: { is_active: true },
  },
  suppliers: {
    path: '/suppliers',
    table: 'suppliers',
    body: () => partyBody(),
    required: PARTY_REQUIRED,
    optional: PARTY_OPTIONAL,
    derived: ['tipo_pagamento_id', 'tipo_pagamento'],
  },
  customers: {
    path: '/customers',
    table: 'customers',
    body: () => partyBody(),
    required: PARTY_REQUIRED,
    optional: {
      ...PARTY_OPTIONAL,
      is_active: 'flag',
      valuta: 'currency',
      email_fatturazione: 'email',
      note_fatturazione: 'notes',
      is_public_body: 'flag',
      esigibilita: 'chargeability',
      invoice_by: 'grouping',
      mandate_day: 'day',
    },
    defaults: { is_active: true, valuta: 'EUR', is_public_body: false, invoice_by: 'customer' },
    derived: ['tipo_pagamento_id', 'tipo_pagamento'],
  },
  'goods destinations': {
    path: '/destinazioni-merce',
    table: 'destinazioni_merce',
    body: async () => ({ customer_id: (await createCustomer(api.admin)).id, indirizzo: 'Via del Deposito 3' }),
    required: { customer_id: 'id', indirizzo: 'text' },
    optional: { note: 'notes' },
  },
  machines: {
    path: '/machines',
    table: 'machines',
    body: () => machineBody(),
    required: { code: 'text', description: 'text' },
    optional: { is_active: 'flag', people: 'whole' },
    defaults: { is_active: true },
    code: 'code',
    restricted: ['cost_per_hour'],
  },
  'payment terms': {
    path: '/condizioni-pagamento',
    table: 'condizioni_pagamento',
    body: () => ({ descrizione: unique('Bonifico') }),
    required: { descrizione: 'text' },
    optional: {
      giorni_differita: 'whole',
      giorno_fisso_scadenza: 'whole',
      fine_mese: 'flag',
      instalments: 'instalments',
    },
    defaults: { giorni_differita: 0, giorno_fisso_scadenza: 0, fine_mese: false, instalments: [] },
  },
  'VAT codes': {
    path: '/vat-codes',
    table: 'vat_codes',
    body: () => ({ code: unique('V').slice(-20), rate: 22 }),
    required: { code: 'text', rate: 'percent' },
    optional: { natura: 'natura' },
    code: 'code',
    undeletable: true,
  },
};
const AUDIT = [
  'id',
  'version',
  'created_at',
  'created_by',
  'created_by_name',
  'modified_at',
  'modified_by',
  'modified_by_name',
];

const GOOD: Record<Kind, unknown[]> = {
  text: ['Ciò che è "scritto", 80 g/m² — 纸 🧻', 'x'.repeat(20), '<b>&amp;</b>', "l'ultimo"],
  notes: ['riga 1\nriga 2\tcon tab', 'x'.repeat(10_000)],
  email: ['nome.cognome+ordini@sotto.dominio.example', "o'neil@example.com"],
  country: ['IT', 'FR'],
  natura: ['N1', 'N3.5'],
  decimal: [0, 1, 0.5, 12.345, 0.00001, 9_999_999_999.99999],
  percent: [0, 4, 22, 5.5, 100],
  whole: [0, 1, 31],
  flag: [true, false],
  unit: ['m', 'kg', 'piece', 'l', 'box'],
  currency: ['USD', 'MAD', 'CNY', 'EUR'],
  chargeability: ['I', 'D', 'S'],
  grouping: ['destination', 'customer'],
  instalments: [
    [
      { days: 30, percent: 40 },
      { days: 60, percent: 60 },
    ],
    [],
  ],
  status: ['inactive', 'active'],
  day: ['2026-02-28', '1999-12-31'],
};
const text = [
  [5, 'type'],
  [true, 'type'],
  [{}, 'type'],
  [['x'], 'type'],
  ['a\u0000b', 'format'],
  ['a\u0007b', 'format'],
  ['a\ud800', 'format'],
] as const;
const BAD: Record<Kind | 'id', readonly (readonly [unknown, string])[]> = {
  text: [...text, ['x'.repeat(201), 'max'], ['a\nb', 'format']],
  notes: [...text, ['x'.repeat(10_001), 'max']],
  day: [
    [5, 'type'],
    ['2026-02-30', 'invalidDates'],
    ['1899-12-31', 'min'],
  ],
  instalments: [
    [5, 'type'],
    ['x', 'type'],
    [true, 'type'],
  ],
  email: [
    ['mario', 'format'],
    ['mario@', 'format'],
    ['@example.com', 'format'],
    ['mario@example', 'format'],
    ['a b@example.com', 'format'],
    ['a@b@example.com', 'format'],
    ['a@example..com', 'format'],
    [5, 'type'],
  ],
  country: [
    ['ITA', 'format'],
    ['1', 'format'],
    [5, 'type'],
  ],
  natura: [
    ['N8', 'format'],
    ['x', 'format'],
    ['N2.10', 'format'],
  ],
  decimal: [
    [-1, 'min'],
    [-0.00001, 'min'],
    [0.000001, 'format'],
    [1.123456, 'format'],
    [10_000_000_000, 'max'],
    ['5', 'type'],
    [true, 'type'],
    [[], 'type'],
  ],
  percent: [
    [-1, 'min'],
    [100.00001, 'max'],
    [0.000001, 'format'],
    ['22', 'type'],
  ],
  whole: [
    [-1, 'min'],
    [1.5, 'type'],
    [2_147_483_648, 'max'],
    ['5', 'type'],
  ],
  flag: [
    ['true', 'type'],
    [1, 'type'],
    [{}, 'type'],
  ],
  unit: [
    ['ton', 'enum'],
    ['KG', 'enum'],
    [5, 'enum'],
  ],
  chargeability: [
    ['X', 'enum'],
    [5, 'enum'],
  ],
  grouping: [
    ['order', 'enum'],
    [5, 'enum'],
  ],
  currency: [
    ['GBP', 'enum'],
    ['eur', 'enum'],
    [5, 'enum'],
  ],
  status: [
    ['archived', 'enum'],
    [true, 'enum'],
  ],
  id: [
    [2_147_483_646, 'unknown'],
    [0, 'min'],
    [-1, 'min'],
    [1.5, 'type'],
    ['1', 'type'],
    [2_147_483_648, 'max'],
  ],
};

for (const [name, register] of Object.entries(REGISTERS)) {
  const { path, table, required, defaults = {}, code, derived = [], restricted = [], undeletable } = register;
  const known = new Set([...Object.keys(required), ...Object.keys(register.optional), ...derived, ...restricted]);
  const optional: Record<string, Kind> = {
    ...register.optional,
    ...Object.fromEntries(fieldsOf(path).flatMap((field) => (known.has(field) ? [] : [[field, 'text']]))),
  };
  const create = async (given: object = {}): Promise<Record<string, unknown> & { id: number }> => {
    const answer = await api.sales.post(path, { ...(await register.body()), ...given });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const listed = async (id: number) =>
    (await api.warehouse.get(path)).body.find((row: { id: number }) => row.id === id);
  const withoutWarnings = (body: Answer['body']): Answer['body'] => without(body, 'warnings');
  const kinds = Object.entries({ ...required, ...optional });

  describe(name, () => {
    test('can be created with only the required fields: other fields are empty or have defaults, the actor comes from the session', async () => {
      const body = await register.body();
      const answer = await api.sales.post(path, {
        ...body,
        id: 999,
        version: 9,
        created_by: 999,
        modified_by: 999,
        deleted_by: 999,
        deleted_at: '2020-01-01',
        created_at: '2020-01-01',
        nothing: 'x',
      });
      assert.equal(answer.status, 201);
      const row = withoutWarnings(answer.body);
      const expected = {
        ...Object.fromEntries(Object.keys(optional).map((field) => [field, null])),
        ...defaults,
        ...body,
      };
      assert.deepEqual(
        Object.keys(row).toSorted(),
        [...new Set([...Object.keys(expected), ...AUDIT, ...derived])].toSorted(),
      );
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(row[field], value, field);
      assert.deepEqual(
        [row.version, row.created_by, row.created_by_name, row.modified_at, row.modified_by],
        [1, api.sales.userId, 'Utente sales', null, null],
      );
      assert.ok(Math.abs(Date.now() - Date.parse(row.created_at)) < 60_000);
      assert.equal(answer.headers.get('etag'), '"1"');
      assert.deepEqual((await api.warehouse.get(`${path}/${row.id}`)).body, row);
      assert.deepEqual(await listed(row.id), row);
    });
    test('store every field with every kind of value, and keep absent fields', async () => {
      let row: Record<string, unknown> & { id: number } = await create();
      for (const [field, kind] of kinds) {
        if (kind === 'id') continue;
        for (const value of GOOD[kind as Kind]) {
          if (field === code) continue;
          const answer = await api.orders.put(`${path}/${row.id}`, { [field]: value });
          assert.equal(answer.status, 200, `${field} ${JSON.stringify(answer.body)}`);
          const { version, modified_by, modified_by_name } = answer.body;
          const after = without(
            answer.body,
            'warnings',
            'version',
            'modified_at',
            'modified_by',
            'modified_by_name',
            'has_batches',
            'has_expiry',
            'gsm',
          );
          assert.deepEqual(after[field], value, field);
          assert.deepEqual(
            [version, modified_by, modified_by_name],
            [Number(row.version) + 1, api.orders.userId, 'Utente orders'],
          );
          for (const same of Object.keys(after))
            if (same !== field) assert.deepEqual(after[same], row[same], `${same} after a change of ${field}`);
          row = withoutWarnings(answer.body);
        }
      }
      assert.deepEqual((await api.warehouse.get(`${path}/${row.id}`)).body, row);
    });
    test('are trimmed and normalised to NFC', async () => {
      const [field] = kinds.find(([one, kind]) => kind === 'text' && one !== code)!;
      assert.equal((await create({ [field]: '  Caffe\u0300 \t' }))[field], 'Caffè');
    });
    for (const [field, kind] of Object.entries(required)) {
      test(`require ${field}`, async () => {
        const rest = without(await register.body(), field);
        assertProblem(await api.sales.post(path, rest), 400, 'VALIDATION', { [field]: 'required' });
        for (const empty of kind === 'text' || kind === 'email' ? [null, '', '   '] : [null, ''])
          assertProblem(await api.sales.post(path, { ...rest, [field]: empty }), 400, 'VALIDATION', {
            [field]: 'required',
          });
      });
      test(`require ${field} in a change too`, async () => {
        const { id } = await create();
        for (const empty of [null, ''])
          assertProblem(await api.sales.put(`${path}/${id}`, { [field]: empty }), 400, 'VALIDATION', {
            [field]: 'required',
          });
        assert.equal((await api.sales.get(`${path}/${id}`)).body.version, 1);
      });
    }
    test('report all missing fields at once', async () => {
      assertProblem(
        await api.sales.post(path, {}),
        400,
        'VALIDATION',
        Object.fromEntries(Object.keys(required).map((field) => [field, 'required'])),
      );
    });
    for (const [field, kind] of kinds)
      test(`refuse a value that is not a ${kind} as ${field}`, async () => {
        const { id } = await create();
        const body = await register.body();
        for (const [value, problem] of BAD[kind as Kind]) {
          const fields = { [field]: problem };
          assertProblem(await api.sales.post(path, { ...body, [field]: value }), 400, 'VALIDATION', fields);
          assertProblem(await api.sales.put(`${path}/${id}`, { [field]: value }), 400, 'VALIDATION', fields);
        }
      });
    for (const [field, kind] of Object.entries(optional))
      test(`empty ${field} with null and with ''`, async () => {
        const value = GOOD[kind].find((one) => !isDeepStrictEqual(one, defaults[field] ?? null));
        const standard = defaults[field] ?? null;
        for (const empty of [null, '']) {
          assert.deepEqual((await create({ [field]: empty }))[field], standard, 'on creation');
          const { id } = await create({ [field]: value });
          const answer = await api.sales.put(`${path}/${id}`, { [field]: empty });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          // A field that cannot be empty is kept.
          assert.deepEqual(
            answer.body[field],
            kind === 'whole' || kind === 'instalments' || standard === null ? standard : value,
          );
        }
      });
    if (code)
      test('have unique codes, without regard to case, among records that are not deleted', async () => {
        const taken = String((await create())[code]);
        const { id } = await create();
        for (const again of [taken, taken.toLowerCase(), taken.toUpperCase(), ` ${taken} `]) {
          assertProblem(await api.sales.post(path, { ...(await register.body()), [code]: again }), 409, 'CODE_EXISTS', {
            [code]: 'exists',
          });
          assertProblem(await api.sales.put(`${path}/${id}`, { [code]: again }), 409, 'CODE_EXISTS', {
            [code]: 'exists',
          });
        }
        const at_once = await Promise.all(
          Array.from({ length: 4 }, async () =>
            api.sales.post(path, { ...(await register.body()), [code]: `${taken.slice(0, 18)}x` }),
          ),
        );
        assert.deepEqual(at_once.map(({ status }) => status).toSorted(), [201, 409, 409, 409]);
      });
    if (undeletable) return;
    test('are deleted softly: 404, in no list, kept in the table with the user', async () => {
      const { id } = await create();
      const answer = await api.orders.delete(`${path}/${id}`, { body: { deleted_by: 999 } });
      assert.deepEqual([answer.status, answer.body], [204, undefined]);
      assertProblem(await api.sales.get(`${path}/${id}`), 404, 'NOT_FOUND');
      assertProblem(await api.sales.put(`${path}/${id}`, {}), 404, 'NOT_FOUND');
      assertProblem(await api.sales.delete(`${path}/${id}`), 404, 'NOT_FOUND');
      assert.equal(await listed(id), undefined);
      const { rows } = await sql<{ deleted_by: number; recent: boolean }>`
        select deleted_by, deleted_at > now() - interval '1 minute' as recent from ${sql.table(table)} where id = ${id}`.execute(
        api.db,
      );
      assert.deepEqual(rows, [{ deleted_by: api.orders.userId, recent: true }]);
    });
    if (code)
      test('free their code when they are deleted', async () => {
        const first = await create();
        await api.sales.delete(`${path}/${first.id}`);
        const again = await create({ [code]: String(first[code]).toLowerCase() });
        assert.notEqual(again.id, first.id);
      });
  });
}

describe('products', () => {
  test('have every documented field and the audit fields', async () => {
    const supplier = await createSupplier(api.admin);
    const documented = {
      code: unique('P'),
      name: 'Nome',
      description: 'Descrizione',
      category: 'Famiglia',
      supplier_id: supplier.id,
      unit_of_measure: 'box',
      barcode: '8001090310323',
      hs_code: '4804',
      currency: 'MAD',
      has_bom: true,
      is_semi_finished: true,
      has_batch: true,
      has_expiry_date: true,
      has_production_date: true,
      status: 'inactive',
    };
    const { body } = await api.sales.post('/products', documented);
    for (const [field, value] of Object.entries(documented)) assert.deepEqual(body[field], value, field);
    assert.deepEqual([body.supplier_name, body.has_batches, body.has_expiry], [supplier.business_name, true, true]);
    for (const field of ['created_by', 'modified_by', 'deleted_at', 'deleted_by']) assert.ok(field in body, field);
  });
  test('are archived and activated only by their status call', async () => {
    const { body } = await api.sales.post('/products', productBody());
    for (const status of ['inactive', 'inactive', 'active']) {
      const answer = await api.sales.put(`/products/${body.id}/status`, { status, modified_by: 999 });
      assert.deepEqual([answer.status, answer.body.status, answer.body.modified_by], [200, status, api.sales.userId]);
    }
    for (const status of ['archived', '', null, undefined])
      assertProblem(await api.sales.put(`/products/${body.id}/status`, { status }), 400, 'VALIDATION', {
        status: status ? 'enum' : 'required',
      });
    assertProblem(await api.sales.put('/products/2147483647/status', { status: 'active' }), 404, 'NOT_FOUND');
    assertProblem(
      await api.sales.put(`/products/${body.id}/status`, { status: 'active' }, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
  });
});

describe('costs of machines', () => {
  test('admin, direction and administration read the cost per hour; for others it is absent, and sending it is refused', async () => {
    const { body: machine } = await api.admin.post('/machines', machineBody({ people: 2, cost_per_hour: 50.5 }));
    assert.deepEqual([machine.people, machine.cost_per_hour], [2, 50.5]);
    for (const role of ROLES) {
      const seen = roleCan(role, 'costs.read') ? 50.5 : undefined;
      const read = [
        (await api[role].get(`/machines/${machine.id}`)).body,
        (await api[role].get(`/machines?q=${machine.code}`)).body[0],
        (await api[role].get(`/machines/active/list?q=${machine.code}`)).body[0],
      ];
      for (const { people, ...row } of read) assert.deepEqual([people, row.cost_per_hour], [2, seen], role);
    }
    const stale = { headers: { 'if-match': '"99"' } };
    const conflict = await api.sales.put(`/machines/${machine.id}`, { area: 'B' }, stale);
    assertProblem(conflict, 409, 'STALE_VERSION');
    assert.ok(!('cost_per_hour' in conflict.body.current));
    for (const cost_per_hour of [60, 50.5, null]) {
      assertProblem(await api.sales.post('/machines', machineBody({ cost_per_hour })), 403, 'FORBIDDEN');
      assertProblem(await api.sales.put(`/machines/${machine.id}`, { cost_per_hour }), 403, 'FORBIDDEN');
    }
    const changed = await api.sales.put(`/machines/${machine.id}`, { people: 3 });
    assert.deepEqual([changed.body.people, 'cost_per_hour' in changed.body], [3, false]);
    const { body: after } = await api.direction.put(`/machines/${machine.id}`, { cost_per_hour: 61 });
    assert.equal(after.cost_per_hour, 61);
    const fields = async (role: 'sales' | 'administration') =>
      (await api[role].get(`/history/machines/${machine.id}`)).body.flatMap(
        ({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field),
      );
    assert.ok((await fields('administration')).includes('cost_per_hour'));
    assert.ok(!(await fields('sales')).includes('cost_per_hour'));
  });
});

describe('active machines', () => {
  test('lists the active machines only', async () => {
    const area = unique('area');
    for (const is_active of [true, false, true]) await api.admin.post('/machines', machineBody({ area, is_active }));
    const all = await api.warehouse.get(`/machines?q=${area}`);
    const active = await api.warehouse.get(`/machines/active/list?q=${area}`);
    assert.deepEqual([all.body.length, active.body.length, active.headers.get('x-total-count')], [3, 2, '2']);
    assert.deepEqual(
      active.body,
      all.body.filter((machine: { is_active: boolean }) => machine.is_active),
    );
    assert.deepEqual((await api.warehouse.get(`/machines?q=${area}&is_active=false`)).body.length, 1);
  });
});
