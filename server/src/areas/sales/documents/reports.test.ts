import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { InvoiceReport, PackingListReport } from '@bobina/contract/sales/printed-documents.ts';
import { assertProblem, startApi, type Session } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { FULL_COMPANY, sell, send, type Sold } from '../../../testing/invoiced.ts';

const api = startApi();
function today() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
}
function shownToday() {
  return today().split('-').toReversed().join('/');
}
let sold: Sold;
let list: string;
let invoice: string;

async function prepare() {
  if (sold) return;
  await completeCompany(api.admin);
  const { status } = await api.admin.put('/company', FULL_COMPANY);
  assert.equal(status, 200);
  await api.admin.post('/vat-codes', { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Art. 41 DL 331/93' });
  await api.admin.post('/vat-codes', { code: 'N4', rate: 0, natura: 'N4', description: 'Art. 10' });
  await api.admin.post('/vat-codes', { code: '10', rate: 10 });
  sold = await sell(
    api,
    [
      { quantity: 350.5, unit_price: 3.275, product: { name: 'Carta kraft', categoria_vat_codice: '22' } },
      {
        quantity: 120,
        unit_price: 18.45,
        product: {
          name: 'Film 30 µm',
          unit_of_measure: 'piece',
          categoria_vat_codice: '22',
          peso_netto: 2,
          peso_lordo: 2.5,
        },
      },
      {
        quantity: 10,
        unit_price: 12.345,
        product: { name: 'Sacchetti', categoria_vat_codice: '10' },
        batch: { batch_number: 'L-77', expiry_date: '2031-12-31' },
      },
    ],
    {
      customer: {
        business_name: 'Panificio Moderno',
        vat_number: '01234567897',
        modalita_pagamento: 'MP05',
        codice_destinatario: 'M5UXCR1',
      },
      list: {
        carrier: 'Autotrasporti Valdelsa',
        reason: 'Conto lavoro',
        appearance: 'Pallet',
        packages: 4,
        notes: 'Nota del DDT',
      },
      invoice: { notes: 'Nota della fattura' },
    },
  );
  list = `/packing-lists/${sold.list.id}/report`;
  invoice = `/invoices/${sold.invoice.id}/report`;
}

async function askFile(path: string, headers: Record<string, string> = {}, session: Session = api.sales) {
  const answer = await fetch(`${api.url}/api${path}`, {
    headers: { authorization: `Bearer ${session.token}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
}
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('GET /packing-lists/{id}/report', () => {
  before(prepare);
  test('answers all printed data', async () => {
    const { status, body } = await api.sales.get<PackingListReport>(list);
    assert.equal(status, 200);
    assert.equal(body.packing_list_number, sold.list.packing_list_number);
    assert.deepEqual([body.language, body.packing_date, body.status], ['it', today(), 'issued']);
    assert.deepEqual([body.company.vat_number, body.company.rea], ['00743110157', 'AR-198432']);
    assert.deepEqual([body.customer.business_name, body.customer.vat_number], ['Panificio Moderno', '01234567897']);
    assert.deepEqual([body.order_number, body.customer_order_number], [sold.list.order_number, 'PO 4711/A']);
    assert.deepEqual(
      body.items.map(({ position, description, quantity, unit_of_measure, batch_number, expiry_date }) => [
        position,
        description,
        quantity,
        unit_of_measure,
        batch_number,
        expiry_date,
      ]),
      [
        [1, 'Carta kraft', 350.5, 'kg', null, null],
        [2, 'Film 30 µm', 120, 'piece', null, null],
        [3, 'Sacchetti', 10, 'kg', 'L-77', '2031-12-31'],
      ],
    );
    assert.deepEqual(body.totals, [
      { unit_of_measure: 'kg', quantity: 360.5 },
      { unit_of_measure: 'piece', quantity: 120 },
    ]);
    assert.equal(body.notes, 'Nota del DDT');
  });
  test('calculates the net weight from the products, and leaves it empty if a product has none', async () => {
    const { body } = await api.sales.get<PackingListReport>(list);
    // 350.5 kg + 120 × 2 kg + 10 kg; goods sold by the kg have no packing weight
    assert.deepEqual(body.transport, {
      reason: 'Conto lavoro',
      appearance: 'Pallet',
      carrier: 'Autotrasporti Valdelsa',
      packages: 4,
      net_weight: 600.5,
      gross_weight: null,
      transport_date: today(),
    });
  });
  test('has no amounts for any role, so that the warehouse may print it', async () => {
    const { status, body } = await api.warehouse.get(list);
    assert.equal(status, 200);
    assert.doesNotMatch(JSON.stringify(body), /price|amount/);
    assert.doesNotMatch(await textOf((await askFile(`${list}?format=pdf`, {}, api.warehouse)).content), /18,45|3,275/);
  });
  test('is a PDF named after its number on request', async () => {
    const { status, headers, content } = await askFile(list, { accept: 'application/pdf' });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(
      headers.get('content-disposition'),
      `inline; filename="${sold.list.packing_list_number.replace('/', '-')}.pdf"`,
    );
    const text = await textOf(content);
    for (const printed of [
      sold.list.packing_list_number,
      'Documento di trasporto',
      'Panificio Moderno',
      'L-77',
      '31/12/2031',
      '600,5 kg',
      'Conto lavoro',
      'Nota del DDT',
      shownToday(),
    ])
      assert.ok(text.includes(printed), `${printed} is not in ${text}`);
  });
  test('a destination of the customer is the place of delivery', async () => {
    const other = await sell(api, [{ quantity: 1, unit_price: 1 }], {
      list: async ({ id: customer_id }) => {
        const place = { customer_id, indirizzo: 'Zona industriale 3', citta: 'Pisa', orari_consegna: '8–12' };
        return { destination_id: (await api.admin.post('/destinazioni-merce', place)).body.id };
      },
    });
    const path = `/packing-lists/${other.list.id}/report`;
    const { destination } = (await api.sales.get<PackingListReport>(path)).body;
    assert.deepEqual([destination!.indirizzo, destination!.citta], ['Zona industriale 3', 'Pisa']);
    assert.match(await textOf((await askFile(`${path}?format=pdf`)).content), /Zona industriale 3 Pisa.*8–12/);
  });
  test('a cancelled packing list is marked', async () => {
    const other = await sell(api, [{ quantity: 1, unit_price: 1 }]);
    await api.sales.delete(`/invoices/${other.invoice.id}`);
    assert.equal((await api.sales.delete(`/packing-lists/${other.list.id}`)).status, 204);
    const path = `/packing-lists/${other.list.id}/report`;
    assert.equal((await api.sales.get<PackingListReport>(path)).body.status, 'cancelled');
    assert.match(await textOf((await askFile(`${path}?format=pdf`)).content), /ANNULLATO/);
  });
});

describe('GET /invoices/{id}/report', () => {
  before(prepare);
  test('answers all printed data, and its sums equal those of the invoice', async () => {
    const { status, body } = await api.sales.get<InvoiceReport>(invoice);
    assert.equal(status, 200);
    const stored = (await api.sales.get(`/invoices/${sold.invoice.id}`)).body;
    assert.deepEqual(
      [body.net_amount, body.vat_amount, body.total_amount],
      [stored.net_amount, stored.vat_amount, stored.total_amount],
    );
    assert.deepEqual([body.net_amount, body.vat_amount, body.total_amount], [3485.34, 751.97, 4237.31]);
    assert.deepEqual(
      body.vat_summary.map(({ vat_rate, net_amount, vat_amount }) => [vat_rate, net_amount, vat_amount]),
      [
        [22, 3361.89, 739.62],
        [10, 123.45, 12.35],
      ],
    );
    assert.deepEqual(
      body.items.map(({ net_amount, vat_amount, total_price }) => [net_amount, vat_amount, total_price]),
      stored.items.map((item: Record<string, number>) => [item.net_amount, item.vat_amount, item.total_price]),
    );
    assert.deepEqual(
      [body.packing_list!.number, body.order_number, body.notes],
      [sold.list.packing_list_number, sold.list.order_number, 'Nota della fattura'],
    );
    assert.deepEqual(
      [body.payment.method, body.payment.method_text, body.payment.iban],
      ['MP05', 'Bonifico bancario', FULL_COMPANY.iban],
    );
    assert.equal(body.stamp_duty, null);
  });
  test('a draft is marked, in print too', async () => {
    const { body } = await api.sales.get<InvoiceReport>(invoice);
    assert.deepEqual([body.number, body.status, body.is_courtesy_copy], [`BOZZA-${sold.invoice.id}`, 'draft', false]);
    const text = await textOf((await askFile(`${invoice}?format=pdf`)).content);
    for (const printed of ['Bozza di fattura', 'BOZZA', 'non vale come fattura', '4.237,31 €'])
      assert.ok(text.includes(printed), printed);
  });
  test('keeps the data of its sending, even if the registers change', async () => {
    const other = await sell(api, [{ quantity: 2, unit_price: 10 }], {
      customer: { business_name: 'Prima del cambio' },
    });
    await send(api.sales, other.invoice.id);
    await api.admin.put(`/customers/${other.customer.id}`, {
      business_name: 'Dopo il cambio',
      tax_code: '01234567897',
      indirizzo_fatturazione: 'Via Nuova 1',
    });
    const { body } = await api.sales.get<InvoiceReport>(`/invoices/${other.invoice.id}/report`);
    assert.equal(body.customer.business_name, 'Prima del cambio');
    // Only fields that an electronic invoice requires and the snapshot lacks are filled in from the register.
    assert.equal(body.customer.tax_code, '01234567897');
    assert.equal(body.customer.indirizzo_fatturazione, null);
    assert.equal(body.is_courtesy_copy, true);
  });
  test('a credit note names its invoice', async () => {
    const other = await sell(api, [{ quantity: 2, unit_price: 10 }]);
    const { invoice_number } = await send(api.sales, other.invoice.id);
    const { body: note } = await api.administration.post(`/invoices/${other.invoice.id}/credit-note`, {});
    const path = `/invoices/${note.id}/report`;
    const { body } = await api.sales.get<InvoiceReport>(path);
    assert.deepEqual(
      [body.type, body.number, body.credited_invoice],
      [
        'credit_note',
        note.invoice_number,
        { id: other.invoice.id, number: invoice_number, date: today(), in_full: true },
      ],
    );
    assert.match(
      await textOf((await askFile(`${path}?format=pdf`)).content),
      new RegExp(`Nota di credito.*${invoice_number}`),
    );
  });
  test('has stamp duty above 77.47 EUR without VAT, except for an export', async () => {
    const exempt = await sell(api, [{ quantity: 1, unit_price: 77.48 }], { customer: { vat_code: 'N4' } });
    const { body } = await api.sales.get<InvoiceReport>(`/invoices/${exempt.invoice.id}/report`);
    assert.deepEqual([body.stamp_duty, body.vat_summary[0]!.reason], [2, 'Art. 10']);
    const abroad = await sell(api, [{ quantity: 1, unit_price: 500 }], {
      customer: { vat_code: 'N3.2', country: 'Francia', country_code: null },
    });
    const french = (await api.sales.get<InvoiceReport>(`/invoices/${abroad.invoice.id}/report`)).body;
    assert.deepEqual([french.stamp_duty, french.language, french.customer.country_code], [null, 'fr', 'FR']);
    assert.match(french.vat_summary[0]!.reason!, /livraison intracommunautaire, art\. 138/);
  });
  test("is in the customer's language unless the request names another", async () => {
    const countries = [
      ['IT', 'it'],
      ['FR', 'fr'],
      ['MA', 'fr'],
      ['DE', 'en'],
    ] as const;
    for (const [country_code, language] of countries) {
      const other = await sell(api, [{ quantity: 1, unit_price: 1 }], { customer: { country_code } });
      const path = `/invoices/${other.invoice.id}/report`;
      assert.equal((await api.sales.get<InvoiceReport>(path)).body.language, language);
      assert.equal((await api.sales.get<InvoiceReport>(`${path}?lang=en`)).body.language, 'en');
    }
    const pdf = await textOf((await askFile(`${invoice}?format=pdf&lang=fr`)).content);
    assert.match(pdf, /Brouillon de facture.*Virement bancaire/);
  });
  test('the warehouse has no access', async () => {
    assertProblem(await api.warehouse.get(invoice), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.get(`${invoice}?format=pdf`), 403, 'FORBIDDEN');
  });
});

describe('JSON or PDF', () => {
  before(prepare);
  const cases: [asked: string, accept: string | undefined, type: string][] = [
    ['', undefined, 'application/json; charset=utf-8'],
    ['', '*/*', 'application/json; charset=utf-8'],
    ['', 'text/html,application/xhtml+xml', 'application/json; charset=utf-8'],
    ['', 'application/pdf', 'application/pdf'],
    ['', 'APPLICATION/PDF;q=0.5, */*;q=0.1', 'application/pdf'],
    ['', 'application/pdf;q=0', 'application/json; charset=utf-8'],
    ['', 'application/json, application/pdf;q=0.5', 'application/json; charset=utf-8'],
    ['?format=pdf', 'application/json', 'application/pdf'],
    ['?format=json', 'application/pdf', 'application/json; charset=utf-8'],
  ];
  for (const [asked, accept, type] of cases)
    test(`${asked || 'no format'}, Accept ${accept ?? 'left out'} → ${type}`, async () => {
      const { status, headers } = await askFile(`${list}${asked}`, accept === undefined ? {} : { accept });
      assert.deepEqual([status, headers.get('content-type')], [200, type]);
    });
  test('an unknown format or language is a 400', async () => {
    assertProblem(await api.sales.get(`${list}?format=doc&lang=de`), 400, 'VALIDATION', {
      format: 'enum',
      lang: 'enum',
    });
  });
  test('an unknown document is a 404 in either format', async () => {
    for (const path of [
      '/packing-lists/99999/report',
      '/invoices/99999/report',
      '/invoices/99999/e-invoice',
      '/invoices/99999/e-invoice/check',
    ])
      assertProblem(
        await api.sales.get(`${path}`, { headers: { accept: 'application/pdf, application/json;q=0.1' } }),
        404,
        'NOT_FOUND',
      );
  });
  test('the API description contains both formats', async () => {
    const { body } = await api.sales.get('/openapi.json');
    const types = (path: string) => Object.keys(body.paths[path].get.responses['200'].content);
    assert.deepEqual(types('/api/invoices/{id}/report'), ['application/json', 'application/pdf']);
    assert.deepEqual(types('/api/packing-lists/{id}/report'), ['application/json', 'application/pdf']);
    assert.deepEqual(types('/api/invoices/{id}/e-invoice'), ['application/xml', 'application/pdf']);
  });
});

describe('missing data of a document', () => {
  before(prepare);
  test('missing data of the company are a 409 that names them and the screen', async () => {
    await api.admin.put('/company', { vat_number: null, city: '' });
    try {
      const draft = await api.sales.get(`${invoice}?format=pdf`);
      assertProblem(draft, 409, 'INCOMPLETE_DOCUMENT');
      assert.deepEqual(draft.body.missing, [
        {
          field: 'company.vat_number',
          message: "Nell'anagrafica dell'azienda manca la partita IVA",
          path: '/anagrafica/azienda',
        },
        { field: 'company.city', message: "Nell'anagrafica dell'azienda manca la città", path: '/anagrafica/azienda' },
      ]);
      const french = await api.sales.get(invoice, { headers: { 'accept-language': 'fr' } });
      assert.match(french.body.missing[0].message, /il manque le numéro de TVA/);
      // The packing list was issued when the company data was complete.
      assert.equal((await api.sales.get(list)).status, 200);
    } finally {
      await api.admin.put('/company', { vat_number: '00743110157', city: 'Montevarchi' });
    }
  });
});

describe('hostile text', () => {
  before(prepare);
  test('hostile names and notes are printed unchanged', async () => {
    const name = '<img src=x onerror=alert(1)> {{x}} \u202eevil';
    const other = await sell(api, [{ quantity: 1, unit_price: 1, product: { name } }], {
      customer: { business_name: name },
      invoice: { notes: 'parola '.repeat(1400).trim() },
    });
    const { status, content } = await askFile(`/invoices/${other.invoice.id}/report?format=pdf`);
    assert.equal(status, 200);
    assert.ok((await textOf(content)).replaceAll(' ', '').includes('<imgsrc=xonerror=alert(1)>{{x}}evil'));
  });
});
