import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import type { EInvoiceCheck } from '@bobina/contract/sales/documents.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { assertProblem, startApi, type Answer } from '../../../testing/api.ts';
import { COMPANY, completeCompany } from '../../../testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send, type Sold } from '../../../testing/invoiced.ts';
import { all, readXml, textAt, type Xml } from '../../../testing/read-xml.ts';
import { assertFatturaPa, skipWithoutSchemas } from '../../../testing/official-schemas.ts';

const api = startApi();
const ITALIAN = {
  country_code: 'IT',
  vat_number: '01234567897',
  modalita_pagamento: 'MP05',
  codice_destinatario: 'M5UXCR1',
};
const FRENCH = {
  country_code: 'FR',
  country: 'France',
  vat_number: 'FR40303265045',
  province: 'Hérault',
  zip_code: '34070',
  city: 'Montpellier',
  vat_code: 'N3.2',
  modalita_pagamento: 'MP05',
};
const FACTURX = '?format=facturx';
const LINES = [
  { quantity: 120, unit_price: 18.45, product: { categoria_vat_codice: '22' } },
  { quantity: 350.5, unit_price: 3.275, product: { categoria_vat_codice: '22' } },
  { quantity: 10, unit_price: 12.345, product: { categoria_vat_codice: '10', unit_of_measure: 'piece' } },
];
/** Every FatturaPA file that these tests read. */
const fatturaPaFiles: string[] = [];
let isReady = false;
async function prepare() {
  if (isReady) return;
  isReady = true;
  await completeCompany(api.admin);
  await api.admin.put('/company', FULL_COMPANY);
  for (const code of [
    { code: '10', rate: 10 },
    { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Non imponibile art. 41 DL 331/93' },
    { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Non imponibile art. 8 DPR 633/72' },
    { code: 'N4', rate: 0, natura: 'N4', description: 'Esente art. 10' },
    { code: 'N3', rate: 0, natura: 'N3' },
    { code: 'N2.1', rate: 0, natura: 'N2.1' },
    { code: '0', rate: 0 },
  ])
    assert.equal((await api.admin.post('/vat-codes', code)).status, 201);
}
type Given = Parameters<typeof sell>[2];
async function sent(given: Given, lines = LINES): Promise<Sold & { sent: Invoice }> {
  const sold = await sell(api, lines, given);
  return { ...sold, sent: await send(api.sales, sold.invoice.id) };
}
function ask(id: number, query = '') {
  return api.sales.get(`/invoices/${id}/e-invoice${query}`);
}
async function read(id: number, query = ''): Promise<Xml> {
  const answer = await ask(id, query);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.match(answer.headers.get('content-type')!, /^application\/xml/);
  if (answer.body.includes('<p:FatturaElettronica ')) fatturaPaFiles.push(answer.body);
  return readXml(answer.body);
}
async function check(id: number, query = '') {
  return (await api.sales.get<EInvoiceCheck>(`/invoices/${id}/e-invoice/check${query}`)).body;
}
function fieldsOf({ body }: Answer): string[] {
  return body.missing.map(({ field }: { field: string }) => field);
}
function sumOf(found: Xml[], path: string) {
  return found.reduce((sum, one) => sum.plus(textAt(one, path)!), decimalOf(0)).toFixed(2);
}

const BODY = 'FatturaElettronicaBody';
const HEADER = 'FatturaElettronicaHeader';
const GENERAL = `${BODY}/DatiGenerali`;
const DOCUMENT = `${GENERAL}/DatiGeneraliDocumento`;
/** Repeats the arithmetic checks of the Sistema di Interscambio: 00419, 00421, 00422, 00423, 00400, 00401. */
function assertSums(xml: Xml, invoice: Invoice): void {
  const lines = all(xml, `${BODY}/DatiBeniServizi/DettaglioLinee`);
  const groups = all(xml, `${BODY}/DatiBeniServizi/DatiRiepilogo`);
  assert.equal(lines.length, invoice.items.length);
  for (const line of lines) {
    const exact = decimalOf(textAt(line, 'Quantita')!).times(textAt(line, 'PrezzoUnitario')!);
    assert.ok(exact.minus(textAt(line, 'PrezzoTotale')!).abs().lte('0.005'));
  }
  for (const one of [...lines, ...groups])
    assert.equal(textAt(one, 'Natura') !== undefined, textAt(one, 'AliquotaIVA') === '0.00');
  for (const group of groups) {
    const key = (one: Xml) => `${textAt(one, 'AliquotaIVA')} ${textAt(one, 'Natura')}`;
    assert.equal(
      sumOf(
        lines.filter((line) => key(line) === key(group)),
        'PrezzoTotale',
      ),
      textAt(group, 'ImponibileImporto'),
    );
    const vat = decimalOf(textAt(group, 'ImponibileImporto')!).times(textAt(group, 'AliquotaIVA')!).div(100);
    assert.equal(round(vat, 2).toFixed(2), textAt(group, 'Imposta'));
  }
  assert.equal(sumOf(groups, 'ImponibileImporto'), invoice.net_amount.toFixed(2));
  assert.equal(sumOf(groups, 'Imposta'), invoice.vat_amount.toFixed(2));
  assert.equal(textAt(xml, `${DOCUMENT}/ImportoTotaleDocumento`), invoice.total_amount.toFixed(2));
}

describe('FatturaPA', () => {
  before(prepare);
  test('carries the amounts of the invoice to the cent', async () => {
    const { sent: invoice, list } = await sent({ customer: ITALIAN });
    const xml = await read(invoice.id);
    assertSums(xml, invoice);
    assert.deepEqual([invoice.net_amount, invoice.vat_amount, invoice.total_amount], [3485.34, 751.97, 4237.31]);
    assert.deepEqual(
      ['TipoDocumento', 'Divisa', 'Data', 'Numero'].map((name) => textAt(xml, `${DOCUMENT}/${name}`)),
      ['TD01', 'EUR', invoice.invoice_date, invoice.invoice_number],
    );
    assert.deepEqual(
      ['IdTrasmittente/IdCodice', 'FormatoTrasmissione', 'CodiceDestinatario'].map((name) =>
        textAt(xml, `${HEADER}/DatiTrasmissione/${name}`),
      ),
      ['00743110157', 'FPR12', 'M5UXCR1'],
    );
    const seller = `${HEADER}/CedentePrestatore`;
    assert.deepEqual(
      [
        'DatiAnagrafici/IdFiscaleIVA/IdCodice',
        'DatiAnagrafici/RegimeFiscale',
        'Sede/CAP',
        'Sede/Provincia',
        'IscrizioneREA/NumeroREA',
        'IscrizioneREA/CapitaleSociale',
        'Contatti/Telefono',
      ].map((name) => textAt(xml, `${seller}/${name}`)),
      ['00743110157', 'RF01', '52025', 'AR', '198432', '250000.00', '0559001200'],
    );
    assert.equal(textAt(xml, `${HEADER}/CessionarioCommittente/DatiAnagrafici/IdFiscaleIVA/IdCodice`), '01234567897');
    assert.deepEqual(
      [textAt(xml, `${GENERAL}/DatiDDT/NumeroDDT`), textAt(xml, `${GENERAL}/DatiDDT/DataDDT`)],
      [list.packing_list_number, list.packing_date],
    );
    assert.equal(textAt(xml, `${GENERAL}/DatiOrdineAcquisto/IdDocumento`), 'PO 4711/A');
    const payment = `${BODY}/DatiPagamento/DettaglioPagamento`;
    assert.deepEqual(
      ['ModalitaPagamento', 'DataScadenzaPagamento', 'ImportoPagamento', 'IBAN'].map((name) =>
        textAt(xml, `${payment}/${name}`),
      ),
      ['MP05', invoice.due_date, '4237.31', FULL_COMPANY.iban],
    );
  });
  test('is a file with the name that the Sistema di Interscambio requires, the same each time', async () => {
    const { sent: invoice } = await sent({ customer: ITALIAN });
    const names = [];
    for (let time = 0; time < 2; time++) names.push((await ask(invoice.id)).headers.get('content-disposition')!);
    assert.match(names[0]!, /^attachment; filename="IT00743110157_[A-Z0-9]{5}\.xml"$/);
    assert.equal(names[0], names[1]);
    const { sent: other } = await sent({ customer: ITALIAN });
    assert.notEqual((await ask(other.id)).headers.get('content-disposition'), names[0]);
    assert.equal(
      (await check(other.id)).file_name,
      (await ask(other.id)).headers.get('content-disposition')!.split('"')[1],
    );
  });
  test('of a credit note is a TD04 that names its invoice, with positive amounts', async () => {
    const { sent: invoice } = await sent({ customer: ITALIAN });
    const { body: note } = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
    const xml = await read(note.id);
    assertSums(xml, note);
    assert.equal(textAt(xml, `${DOCUMENT}/TipoDocumento`), 'TD04');
    assert.deepEqual(
      [textAt(xml, `${GENERAL}/DatiFattureCollegate/IdDocumento`), textAt(xml, `${GENERAL}/DatiFattureCollegate/Data`)],
      [invoice.invoice_number, invoice.invoice_date],
    );
    assert.equal(textAt(xml, `${DOCUMENT}/ImportoTotaleDocumento`), '4237.31');
    assert.equal(textAt(await read(invoice.id), `${DOCUMENT}/TipoDocumento`), 'TD01');
  });
  test('without VAT has the natura, the law, and the stamp duty', async () => {
    const { sent: invoice } = await sent({ customer: { ...ITALIAN, vat_code: 'N4' } });
    const xml = await read(invoice.id);
    assertSums(xml, invoice);
    const group = all(xml, `${BODY}/DatiBeniServizi/DatiRiepilogo`)[0]!;
    assert.deepEqual(
      [textAt(group, 'Natura'), textAt(group, 'RiferimentoNormativo'), textAt(group, 'EsigibilitaIVA')],
      ['N4', 'Esente art. 10', undefined],
    );
    assert.equal(textAt(xml, `${DOCUMENT}/DatiBollo/ImportoBollo`), '2.00');
  });
  test('omits a mail address that is shorter than the schema allows', async () => {
    await api.admin.put('/company', { email: 'a@b.it' });
    const xml = await read((await sent({ customer: ITALIAN })).sent.id);
    await api.admin.put('/company', { email: FULL_COMPANY.email });
    assert.equal(textAt(xml, `${HEADER}/DatiTrasmissione/ContattiTrasmittente/Email`), undefined);
    assert.equal(textAt(xml, `${HEADER}/CedentePrestatore/Contatti/Telefono`), '0559001200');
  });
  test('is addressed to a PEC without a code, and abroad to seven X', async () => {
    const pec = { ...ITALIAN, codice_destinatario: null, codice_invio_elettronico: 'cliente@pec.example' };
    const byMail = await read((await sent({ customer: pec })).sent.id);
    assert.deepEqual(
      [
        textAt(byMail, `${HEADER}/DatiTrasmissione/CodiceDestinatario`),
        textAt(byMail, `${HEADER}/DatiTrasmissione/PECDestinatario`),
      ],
      ['0000000', 'cliente@pec.example'],
    );
    const { sent: invoice } = await sent({ customer: { ...FRENCH, codice_destinatario: '0000000' } });
    const abroad = await read(invoice.id);
    assertSums(abroad, invoice);
    const buyer = `${HEADER}/CessionarioCommittente`;
    assert.deepEqual(
      [
        textAt(abroad, `${HEADER}/DatiTrasmissione/CodiceDestinatario`),
        textAt(abroad, `${buyer}/DatiAnagrafici/IdFiscaleIVA/IdPaese`),
        textAt(abroad, `${buyer}/DatiAnagrafici/IdFiscaleIVA/IdCodice`),
        textAt(abroad, `${buyer}/Sede/CAP`),
        textAt(abroad, `${buyer}/Sede/Provincia`),
        textAt(abroad, `${DOCUMENT}/DatiBollo/ImportoBollo`),
      ],
      ['XXXXXXX', 'FR', '40303265045', '00000', undefined, undefined],
    );
  });
  test('converts hostile, long and foreign text into the characters of the schema', async () => {
    const { sent: invoice } = await sent(
      {
        customer: {
          ...ITALIAN,
          business_name: `<b>&"Łódź" Ελλάς Кириллица 你好 ${'x'.repeat(120)}`,
          address: `Via ${'lunga '.repeat(30)}`,
        },
        invoice: { notes: `riga 1\n<![CDATA[ ]]> & "due" ${'y'.repeat(9000)}` },
        order: { customer_order_number: 'Un numero che ha più di venti caratteri' },
      },
      [
        {
          quantity: 0.00001,
          unit_price: 9_999_999.99999,
          product: { code: 'Ж'.repeat(60), name: '“A” – ½ €' } as never,
        },
      ],
    );
    const xml = await read(invoice.id);
    assertSums(xml, invoice);
    assert.match(
      textAt(xml, `${HEADER}/CessionarioCommittente/DatiAnagrafici/Anagrafica/Denominazione`)!,
      /^<b>&"Lódz" Ellas Kirillitsa NiHao x+$/,
    );
    assert.equal(textAt(xml, `${GENERAL}/DatiOrdineAcquisto/IdDocumento`), undefined);
    assert.equal(all(xml, `${DOCUMENT}/Causale`).length, 46);
    assert.equal(textAt(xml, `${BODY}/DatiBeniServizi/DettaglioLinee/Descrizione`), '"A" - 12 EUR'.replace('12', '½'));
  });
});

describe('Factur-X', () => {
  before(prepare);
  const TRADE = 'SupplyChainTradeTransaction';
  const SETTLEMENT = `${TRADE}/ApplicableHeaderTradeSettlement`;
  const AGREEMENT = `${TRADE}/ApplicableHeaderTradeAgreement`;
  /** The elements of EN 16931, each at its place in the schema. */
  const ORDER: Record<string, string[]> = {
    CrossIndustryInvoice: ['ExchangedDocumentContext', 'ExchangedDocument', TRADE],
    [TRADE]: [
      'IncludedSupplyChainTradeLineItem',
      'ApplicableHeaderTradeAgreement',
      'ApplicableHeaderTradeDelivery',
      'ApplicableHeaderTradeSettlement',
    ],
    ApplicableHeaderTradeSettlement: [
      'PaymentReference',
      'InvoiceCurrencyCode',
      'SpecifiedTradeSettlementPaymentMeans',
      'ApplicableTradeTax',
      'SpecifiedTradePaymentTerms',
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      'InvoiceReferencedDocument',
    ],
    ApplicableHeaderTradeAgreement: ['SellerTradeParty', 'BuyerTradeParty', 'BuyerOrderReferencedDocument'],
    SpecifiedTradeSettlementHeaderMonetarySummation: [
      'LineTotalAmount',
      'TaxBasisTotalAmount',
      'TaxTotalAmount',
      'GrandTotalAmount',
      'DuePayableAmount',
    ],
  };
  const assertOrder = (xml: Xml): void => {
    const own = xml.name.replace(/^\w+:/, '');
    const names = xml.children.map(({ name }) => name.replace(/^\w+:/, ''));
    const order = ORDER[own];
    if (order)
      assert.deepEqual(
        names,
        names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
        own,
      );
    if (order)
      assert.deepEqual(
        names.filter((name) => !order.includes(name)),
        [],
        own,
      );
    for (const child of xml.children) assertOrder(child);
  };
  test('on request for a French customer: its parties, delivery, category, and sums to the cent', async () => {
    const { sent: invoice, list } = await sent({ customer: FRENCH });
    const answer = await ask(invoice.id, FACTURX);
    assert.match(answer.headers.get('content-disposition')!, /filename="FT-\d{4}-\d{5}_factur-x\.xml"/);
    const xml = await read(invoice.id, FACTURX);
    assertOrder(xml);
    assert.equal(
      textAt(xml, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
      'urn:cen.eu:en16931:2017',
    );
    assert.deepEqual(
      [
        textAt(xml, 'ExchangedDocument/ID'),
        textAt(xml, 'ExchangedDocument/TypeCode'),
        textAt(xml, 'ExchangedDocument/IssueDateTime/DateTimeString'),
      ],
      [invoice.invoice_number, '380', invoice.invoice_date.replaceAll('-', '')],
    );
    assert.deepEqual(
      [
        textAt(xml, `${AGREEMENT}/SellerTradeParty/SpecifiedTaxRegistration/ID`),
        textAt(xml, `${AGREEMENT}/BuyerTradeParty/SpecifiedTaxRegistration/ID`),
        textAt(xml, `${AGREEMENT}/BuyerTradeParty/SpecifiedLegalOrganization/ID`),
      ],
      ['IT00743110157', 'FR40303265045', '303265045'],
    );
    assert.equal(
      textAt(xml, `${TRADE}/ApplicableHeaderTradeDelivery/DespatchAdviceReferencedDocument/IssuerAssignedID`),
      list.packing_list_number,
    );
    assert.equal(
      textAt(xml, `${TRADE}/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/CountryID`),
      'FR',
    );
    assert.deepEqual(
      ['CategoryCode', 'ExemptionReasonCode', 'RateApplicablePercent', 'CalculatedAmount'].map((name) =>
        textAt(xml, `${SETTLEMENT}/ApplicableTradeTax/${name}`),
      ),
      ['K', 'VATEX-EU-IC', '0.00', '0.00'],
    );
    assert.deepEqual(
      [
        textAt(xml, `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/TypeCode`),
        textAt(xml, `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`),
      ],
      ['58', FULL_COMPANY.iban],
    );
    const lines = all(xml, `${TRADE}/IncludedSupplyChainTradeLineItem`);
    assert.equal(
      sumOf(lines, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
      invoice.net_amount.toFixed(2),
    );
    const sums = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
    assert.deepEqual(
      ORDER.SpecifiedTradeSettlementHeaderMonetarySummation!.map((name) => textAt(xml, `${sums}/${name}`)),
      [invoice.net_amount, invoice.net_amount, invoice.vat_amount, invoice.total_amount, invoice.total_amount].map(
        (sum) => sum.toFixed(2),
      ),
    );
  });
  test('with VAT lists each rate once, and a credit note is a 381', async () => {
    const { sent: invoice } = await sent({ customer: { ...FRENCH, vat_code: null } });
    const xml = await read(invoice.id, FACTURX);
    assert.deepEqual(
      all(xml, `${SETTLEMENT}/ApplicableTradeTax`).map((tax) =>
        ['CategoryCode', 'RateApplicablePercent', 'BasisAmount', 'CalculatedAmount'].map((name) => textAt(tax, name)),
      ),
      [
        ['S', '22.00', '3361.89', '739.62'],
        ['S', '10.00', '123.45', '12.35'],
      ],
    );
    const { body: note } = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
    const credit = await read(note.id, FACTURX);
    assertOrder(credit);
    assert.deepEqual(
      [
        textAt(credit, 'ExchangedDocument/TypeCode'),
        textAt(credit, `${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID`),
        // BR-CO-25: an amount due requires a date or terms.
        textAt(credit, `${SETTLEMENT}/SpecifiedTradePaymentTerms/Description`),
      ],
      [
        '381',
        invoice.invoice_number,
        `Annule en totalité la facture ${invoice.invoice_number} du ${invoice.invoice_date.split('-').toReversed().join('/')}`,
      ],
    );
  });
  test("has the delivery address, if it is not the customer's address", async () => {
    const place = { indirizzo: 'Quai 4', cap: '1000', citta: 'Bruxelles' };
    const shipped = async (nazione?: string) => {
      const { sent: invoice } = await sent({
        customer: FRENCH,
        list: async ({ id }) => {
          const { body } = await api.sales.post<{ id: number }>('/destinazioni-merce', {
            customer_id: id,
            ...place,
            nazione,
          });
          return { destination_id: body.id };
        },
      });
      const xml = await read(invoice.id, FACTURX);
      const address = `${TRADE}/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress`;
      return ['PostcodeCode', 'LineOne', 'CityName', 'CountryID'].map((name) => textAt(xml, `${address}/${name}`));
    };
    assert.deepEqual(await shipped('Belgique'), ['1000', 'Quai 4', 'Bruxelles', 'BE']);
    assert.deepEqual(await shipped(), ['1000', 'Quai 4', 'Bruxelles', 'FR']);
  });
});

describe('missing data of an electronic invoice', () => {
  before(prepare);
  test('a draft can be checked before sending, and the file exists only after sending', async () => {
    const sold = await sell(api, LINES, { customer: ITALIAN });
    assert.deepEqual(await check(sold.invoice.id), { format: 'fatturapa', ready: true, file_name: null, missing: [] });
    const early = await ask(sold.invoice.id);
    assertProblem(early, 409, 'INCOMPLETE_DOCUMENT');
    assert.deepEqual(fieldsOf(early), ['status']);
  });
  test('every missing value of an Italian customer is named with the screen that completes it, and no longer reported afterwards', async () => {
    const customer = { country_code: 'IT', vat_number: '12345678901', zip_code: '5510', province: 'Lucca' };
    const sold = await sell(api, LINES, { customer });
    const path = `/anagrafica/clienti?edit=${sold.customer.id}`;
    const before = await check(sold.invoice.id);
    assert.equal(before.ready, false);
    assert.deepEqual(
      before.missing.map(({ field, path: where }) => [field, where]),
      ['vat_number', 'zip_code', 'province', 'codice_destinatario', 'modalita_pagamento'].map((field) => [
        `customer.${field}`,
        path,
      ]),
    );
    assert.ok(before.missing.every(({ message }) => message.includes(sold.customer.business_name)));
    await api.admin.put(`/customers/${sold.customer.id}`, { ...ITALIAN, zip_code: '55100', province: 'LU' });
    assert.equal((await check(sold.invoice.id)).ready, true);
  });
  test('values missing in a sent invoice are taken from the register once they exist', async () => {
    const { customer, sent: invoice } = await sent({
      customer: { ...ITALIAN, codice_destinatario: null, modalita_pagamento: null },
    });
    const refused = await ask(invoice.id);
    assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
    assert.deepEqual(fieldsOf(refused), ['customer.codice_destinatario', 'customer.modalita_pagamento']);
    await api.admin.put(`/customers/${customer.id}`, { codice_destinatario: 'USAL8PV', modalita_pagamento: 'MP12' });
    const xml = await read(invoice.id);
    assert.equal(textAt(xml, `${HEADER}/DatiTrasmissione/CodiceDestinatario`), 'USAL8PV');
  });
  test("missing values of the company are named in the user's language", async () => {
    const sold = await sell(api, LINES, { customer: ITALIAN });
    await api.admin.put('/company', {
      regime_fiscale: null,
      iban: 'IT00X0542811101000000123456',
      zip_code: '520',
      province: 'Arezzo',
    });
    try {
      const { body } = await api.sales.get<EInvoiceCheck>(`/invoices/${sold.invoice.id}/e-invoice/check`, {
        headers: { 'accept-language': 'en' },
      });
      assert.deepEqual(
        body.missing.map(({ field, path }) => [field, path]),
        ['zip_code', 'province', 'regime_fiscale', 'iban'].map((field) => [`company.${field}`, '/anagrafica/azienda']),
      );
      assert.match(body.missing[2]!.message, /tax regime is not a code from RF01 to RF20/);
    } finally {
      await api.admin.put('/company', { ...FULL_COMPANY, zip_code: '52025' });
    }
  });
  const NATURES: [vat_code: string, format: string, field: string][] = [
    ['0', 'fatturapa', 'items.0.natura'],
    ['N3', 'fatturapa', 'natura'],
    ['N2.1', 'facturx', 'natura'],
  ];
  for (const [vat_code, format, field] of NATURES)
    test(`VAT code ${vat_code} is not sufficient for ${format}`, async () => {
      const { sent: invoice } = await sent(
        { customer: { ...(format === 'facturx' ? FRENCH : ITALIAN), vat_code } },
        LINES.slice(0, 1),
      );
      const refused = await ask(invoice.id, `?format=${format}`);
      assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
      assert.deepEqual(
        refused.body.missing.map((gap: { field: string; path: string }) => [gap.field, gap.path]),
        [[field, '/anagrafica/codici-iva']],
      );
    });
  test('a French customer requires a VAT number with a valid key', async () => {
    const { sent: invoice } = await sent({ customer: { ...FRENCH, vat_number: 'FR41303265045' } });
    assert.deepEqual(fieldsOf(await ask(invoice.id, FACTURX)), ['customer.vat_number']);
    // The Sistema di Interscambio does not check it.
    assert.equal((await check(invoice.id)).ready, true);
  });
  test('an unknown format is a 400, and the warehouse has no access', async () => {
    const { sent: invoice } = await sent({ customer: ITALIAN });
    assertProblem(await ask(invoice.id, '?format=ubl'), 400, 'VALIDATION', { format: 'enum' });
    assertProblem(await api.warehouse.get(`/invoices/${invoice.id}/e-invoice`), 403, 'FORBIDDEN');
  });
});

describe("the format follows the company's country", () => {
  before(prepare);
  const withCompany = async (company: object, work: () => Promise<void>) => {
    assert.equal((await api.admin.put('/company', company)).status, 200);
    try {
      await work();
    } finally {
      assert.equal((await api.admin.put('/company', { ...COMPANY, siren: null, ...FULL_COMPANY })).status, 200);
    }
  };
  const CUSTOMERS: Record<string, object> = {
    IT: ITALIAN,
    FR: FRENCH,
    DE: { country_code: 'DE', vat_number: 'DE136695976', vat_code: 'N3.2', modalita_pagamento: 'MP05' },
    MA: { country_code: 'MA', vat_number: '001512345000078', vat_code: 'N3.1', modalita_pagamento: 'MP05' },
    US: { country_code: 'US', vat_number: '-', vat_code: 'N3.1', modalita_pagamento: 'MP05' },
  };
  const rootOf = async (id: number, query = '') => (await read(id, query)).name;

  test('Q20: FatturaPA for every customer of an Italian company, Factur-X for every one of a French company, and ?format= overrides it', async () => {
    const first: Record<string, number> = {};
    for (const [country, customer] of Object.entries(CUSTOMERS)) {
      const { sent: invoice } = await sent({ customer });
      first[country] = invoice.id;
      assert.equal((await check(invoice.id)).format, 'fatturapa', country);
      assert.equal(await rootOf(invoice.id), 'p:FatturaElettronica', country);
      assert.equal(await rootOf(invoice.id, FACTURX), 'rsm:CrossIndustryInvoice', country);
    }
    await withCompany(FRENCH_COMPANY, async () => {
      for (const [country, customer] of Object.entries(CUSTOMERS)) {
        const { sent: invoice } = await sent({ customer });
        assert.equal((await check(invoice.id)).format, 'facturx', country);
        assert.equal(await rootOf(invoice.id), 'rsm:CrossIndustryInvoice', country);
        const refused = await ask(invoice.id, '?format=fatturapa');
        assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
        assert.deepEqual(fieldsOf(refused), ['company.country_code']);
        assert.equal((await check(invoice.id, '?format=fatturapa')).ready, false);
        // Uses the document's snapshot of the company, not the current register.
        assert.equal(await rootOf(first[country]!), 'p:FatturaElettronica', country);
      }
    });
    await withCompany(
      { ...FRENCH_COMPANY, country_code: 'MA', country: 'Maroc', vat_number: '001512345000078' },
      async () => {
        const { sent: invoice } = await sent({ customer: FRENCH });
        assert.equal(await rootOf(invoice.id), 'rsm:CrossIndustryInvoice');
      },
    );
  });

  const BUYER = `${HEADER}/CessionarioCommittente`;
  const buyerOf = (xml: Xml) =>
    [
      `${HEADER}/DatiTrasmissione/CodiceDestinatario`,
      `${BUYER}/DatiAnagrafici/IdFiscaleIVA/IdPaese`,
      `${BUYER}/DatiAnagrafici/IdFiscaleIVA/IdCodice`,
      `${BUYER}/Sede/CAP`,
      `${BUYER}/Sede/Provincia`,
      `${BUYER}/Sede/Nazione`,
    ].map((path) => textAt(xml, path));
  test('Q21: a foreign customer has XXXXXXX, its VAT number split into country and number, CAP 00000 and no province', async () => {
    const EXPECTED: [customer: object, ...buyer: unknown[]][] = [
      [{ ...FRENCH, codice_destinatario: 'M5UXCR1' }, 'FR', '40303265045', 'FR'],
      [CUSTOMERS.DE!, 'DE', '136695976', 'DE'],
      [{ ...CUSTOMERS.DE, country_code: 'GR', vat_number: 'EL 094259216' }, 'GR', '094259216', 'GR'],
      [{ ...CUSTOMERS.DE, country_code: 'MC', vat_number: 'FR40303265045' }, 'FR', '40303265045', 'MC'],
      [CUSTOMERS.MA!, 'MA', '001512345000078', 'MA'],
      [{ ...CUSTOMERS.MA, vat_number: 'MA 001512345000078' }, 'MA', '001512345000078', 'MA'],
      [{ ...CUSTOMERS.US, vat_number: '12-3456789' }, 'US', '123456789', 'US'],
      [CUSTOMERS.US!, 'US', 'OO99999999999', 'US'],
      [{ ...CUSTOMERS.US, country_code: 'CH', vat_number: 'CHE-116.281.710' }, 'CH', 'CHE116281710', 'CH'],
    ];
    for (const [given, country, code, nation] of EXPECTED) {
      const { sent: invoice } = await sent({ customer: { province: 'Ailleurs', zip_code: 'SW1A 1AA', ...given } });
      const xml = await read(invoice.id);
      assert.deepEqual(buyerOf(xml), ['XXXXXXX', country, code, '00000', undefined, nation]);
      const { body: note } = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
      const credit = await read(note.id);
      assert.deepEqual(buyerOf(credit), buyerOf(xml));
    }
  });
  test('a foreign customer needs no data that only an Italian one needs', async () => {
    const nothing = { zip_code: '-', province: '-', tax_code: null, codice_destinatario: null };
    const missing = async (customer: object, query = '') => {
      const sold = await sell(api, LINES, { customer });
      return (await check(sold.invoice.id, query)).missing.map(({ field }) => field);
    };
    for (const query of ['', FACTURX]) {
      assert.deepEqual(await missing({ ...CUSTOMERS.US, ...nothing }, query), []);
      assert.deepEqual(await missing({ ...CUSTOMERS.MA, ...nothing }, query), []);
      assert.deepEqual(await missing({ ...CUSTOMERS.DE, ...nothing }, query), []);
      assert.deepEqual(await missing({ ...CUSTOMERS.DE, ...nothing, vat_number: '-' }, query), ['customer.vat_number']);
    }
    assert.deepEqual(await missing({ ...CUSTOMERS.DE, vat_number: 'DE:1' }), ['customer.vat_number']);
  });
  test('Q22: a company with tax regime RF20 issues its invoices', async () => {
    await withCompany({ regime_fiscale: 'RF20' }, async () => {
      const { sent: invoice } = await sent({ customer: ITALIAN });
      const xml = await read(invoice.id);
      assert.equal(textAt(xml, `${HEADER}/CedentePrestatore/DatiAnagrafici/RegimeFiscale`), 'RF20');
    });
    await withCompany({ regime_fiscale: 'RF21' }, async () => {
      const { invoice } = await sell(api, LINES, { customer: ITALIAN });
      assert.deepEqual(
        (await check(invoice.id)).missing.map(({ field }) => field),
        ['company.regime_fiscale'],
      );
    });
  });
  test('the PDF of an Italian company is a courtesy copy for every customer', async () => {
    for (const customer of [ITALIAN, FRENCH]) {
      const { sent: invoice } = await sent({ customer });
      assert.equal((await api.sales.get(`/invoices/${invoice.id}/report`)).body.is_courtesy_copy, true);
    }
    await withCompany(FRENCH_COMPANY, async () => {
      const { sent: invoice } = await sent({ customer: ITALIAN });
      assert.equal((await api.sales.get(`/invoices/${invoice.id}/report`)).body.is_courtesy_copy, false);
    });
  });
});

test('the official XSD accepts every FatturaPA file of the tests above', { skip: skipWithoutSchemas }, () => {
  assert.ok(fatturaPaFiles.length > 20, `${fatturaPaFiles.length} files`);
  // Schema 1.2.2 does not contain tax regime RF20 yet; everything else is validated.
  for (const file of fatturaPaFiles) assertFatturaPa(file.replace('>RF20<', '>RF01<'));
  assert.throws(() => assertFatturaPa(fatturaPaFiles[0]!.replace(/<Divisa>.*?<\/Divisa>/, '')), /Divisa|Data/);
});
