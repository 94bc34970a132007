import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { DeclarationOfIntent } from '@bobina/contract/registry/declarations.ts';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { COMPANY, completeCompany } from '../../../testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send, type Sold } from '../../../testing/invoiced.ts';
import { assertFacturX, assertFatturaPa, skipWithoutSchemas } from '../../../testing/official-schemas.ts';
import { readPdf, type PdfObject } from '../../../testing/read-pdf.ts';
import { all, readXml, textAt, type Xml } from '../../../testing/read-xml.ts';

const api = startApi();
const ITALIAN_COMPANY = { ...COMPANY, ...FULL_COMPANY, siren: null, siret: null };
const ITALIAN = {
  country_code: 'IT',
  vat_number: '01234567897',
  zip_code: '55100',
  province: 'LU',
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
  modalita_pagamento: 'MP05',
};
const LINES = [{ quantity: 120, unit_price: 18.45, product: { categoria_vat_codice: '22' } }];
const BODY = 'FatturaElettronicaBody';
const HEADER = 'FatturaElettronicaHeader';
const TRADE = 'SupplyChainTradeTransaction';
type Given = Parameters<typeof sell>[2];

let isReady = false;
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-formats-'));
after(() => fs.rmSync(work, { recursive: true, force: true }));
async function prepare() {
  if (isReady) return;
  isReady = true;
  await completeCompany(api.admin);
  for (const code of [
    { code: '5.5', rate: 5.5 },
    { code: '10', rate: 10 },
    { code: '20', rate: 20 },
    { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Non imponibile art. 8 DPR 633/72' },
    { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Non imponibile art. 41 DL 331/93' },
    { code: 'N3.5', rate: 0, natura: 'N3.5', description: 'Non imponibile art. 8, c. 1, lett. c) DPR 633/72' },
    { code: 'N4', rate: 0, natura: 'N4', description: 'Esente art. 10' },
  ])
    assert.equal((await api.admin.post('/vat-codes', code)).status, 201);
}

async function company(values: object) {
  assert.equal((await api.admin.put('/company', values)).status, 200);
}
async function settings(values: object) {
  assert.equal((await api.admin.put('/settings', values)).status, 200);
}
async function sent(given: Given, lines = LINES): Promise<Sold & { sent: Invoice }> {
  const sold = await sell(api, lines, given);
  return { ...sold, sent: await send(api.sales, sold.invoice.id) };
}
async function sourceOf(id: number, query = ''): Promise<string> {
  const { status, body } = await api.sales.get<string>(`/invoices/${id}/e-invoice${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function read(id: number, query = ''): Promise<Xml> {
  const source = await sourceOf(id, query);
  if (!skipWithoutSchemas && source.includes('<p:FatturaElettronica ')) assertFatturaPa(source);
  return readXml(source);
}
async function report(id: number, query = ''): Promise<InvoiceReport> {
  return (await api.sales.get<InvoiceReport>(`/invoices/${id}/report${query}`)).body;
}
async function pdfAt(address: string, accept = 'application/pdf'): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api${address}`, {
    headers: { authorization: `Bearer ${api.sales.token}`, accept },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}
async function printed(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('FatturaPA of public bodies', () => {
  before(prepare);
  before(() => company(ITALIAN_COMPANY));
  const formatOf = (xml: Xml) => [
    xml.attributes.versione,
    textAt(xml, `${HEADER}/DatiTrasmissione/FormatoTrasmissione`),
    textAt(xml, `${HEADER}/DatiTrasmissione/CodiceDestinatario`),
    textAt(xml, `${BODY}/DatiBeniServizi/DatiRiepilogo/EsigibilitaIVA`),
  ];

  test('T01: a FatturaPA has the esigibilita of its customer; that of a public body is FPA12 with the office code of six characters, EsigibilitaIVA S, and CIG and CUP of the order', async () => {
    for (const [esigibilita, expected] of [
      [null, 'I'],
      ['I', 'I'],
      ['D', 'D'],
      ['S', 'S'],
    ]) {
      const { sent: invoice } = await sent({ customer: { ...ITALIAN, esigibilita } });
      assert.deepEqual(formatOf(await read(invoice.id)), ['FPR12', 'FPR12', 'M5UXCR1', expected]);
    }
    const town = { ...ITALIAN, is_public_body: true, codice_destinatario: 'uf5hhg' };
    const { sent: invoice } = await sent({ customer: town, order: { cig: '7654321ABC', cup: 'J31B20000010006' } });
    const xml = await read(invoice.id);
    assert.deepEqual(formatOf(xml), ['FPA12', 'FPA12', 'UF5HHG', 'S']);
    const order = `${BODY}/DatiGenerali/DatiOrdineAcquisto`;
    assert.deepEqual(
      ['IdDocumento', 'CodiceCUP', 'CodiceCIG'].map((name) => textAt(xml, `${order}/${name}`)),
      ['PO 4711/A', 'J31B20000010006', '7654321ABC'],
    );
    // The public body pays the net amount, and the VAT to the state.
    assert.deepEqual([invoice.net_amount, invoice.total_amount], [2214, 2701.08]);
    assert.equal(textAt(xml, `${BODY}/DatiPagamento/DettaglioPagamento/ImportoPagamento`), '2214.00');
    assert.equal(textAt(xml, `${BODY}/DatiGenerali/DatiGeneraliDocumento/ImportoTotaleDocumento`), '2701.08');
    const { cig, cup, amount_to_pay, mentions } = await report(invoice.id);
    assert.deepEqual([cig, cup, amount_to_pay], ['7654321ABC', 'J31B20000010006', 2214]);
    assert.match(mentions.join(), /art\. 17-ter/);
  });

  test('a public body may have another esigibilita, and CIG without an order number of its own', async () => {
    const town = { ...ITALIAN, is_public_body: true, codice_destinatario: 'UF5HHG', esigibilita: 'I' };
    const { sent: invoice } = await sent({
      customer: town,
      order: { cig: '7654321ABC', customer_order_number: null },
    });
    const xml = await read(invoice.id);
    assert.deepEqual(formatOf(xml), ['FPA12', 'FPA12', 'UF5HHG', 'I']);
    assert.equal(textAt(xml, `${BODY}/DatiGenerali/DatiOrdineAcquisto/IdDocumento`), invoice.order_number);
  });

  test('without an office code the invoice is sent, and its file lacks the code', async () => {
    const { sent: invoice } = await sent({ customer: { ...ITALIAN, is_public_body: true } });
    const answer = await api.sales.get(`/invoices/${invoice.id}/e-invoice`);
    assertProblem(answer, 409, 'INCOMPLETE_DOCUMENT');
    assert.deepEqual(
      answer.body.missing.map(({ field }: { field: string }) => field),
      ['customer.codice_destinatario'],
    );
  });
});

describe('a French company', () => {
  before(prepare);
  before(() => company({ ...FRENCH_COMPANY, siret: '30326504500017' }));
  after(() => company(ITALIAN_COMPANY));

  test('T04: has the notes PMT, PMD and AAB with French defaults, BT-23, SIREN and SIRET, addresses of scheme 0225, and the same on the PDF', async () => {
    const { body: defaults } = await api.admin.get('/settings');
    for (const [note, words] of [
      ['fr_note_pmt', /40 €/],
      ['fr_note_pmd', /retard de paiement.*10 points/],
      ['fr_note_aab', /escompte/],
    ] as const)
      assert.match(defaults[note], words);
    await settings({ fr_note_aab: 'Escompte de 1 % sous 8 jours.' });
    const buyer = { ...FRENCH, vat_code: '20', siren: '404833048', siret: '40483304800022', routing_code: 'COMPTA' };
    const { sent: invoice } = await sent({ customer: { ...buyer, vat_number: 'FR83404833048' } });
    await settings({ fr_note_aab: defaults.fr_note_aab });
    const xml = await read(invoice.id);
    assert.equal(textAt(xml, 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID'), 'B1');
    const notes = all(xml, 'ExchangedDocument/IncludedNote').map((note) => [
      textAt(note, 'SubjectCode'),
      textAt(note, 'Content'),
    ]);
    // As they were when the invoice was sent.
    const expected = [defaults.fr_note_pmt, defaults.fr_note_pmd, 'Escompte de 1 % sous 8 jours.'];
    assert.deepEqual(
      notes,
      ['PMT', 'PMD', 'AAB'].map((code, at) => [code, expected[at]]),
    );
    const partyOf = (name: string) => {
      const party = all(xml, `${TRADE}/ApplicableHeaderTradeAgreement/${name}`)[0]!;
      return ['GlobalID', 'SpecifiedLegalOrganization/ID', 'URIUniversalCommunication/URIID'].map((at) => {
        const [found] = all(party, at);
        return `${found?.attributes.schemeID} ${found?.text}`;
      });
    };
    assert.deepEqual(partyOf('SellerTradeParty'), ['0009 30326504500017', '0002 303265045', '0225 303265045']);
    assert.deepEqual(partyOf('BuyerTradeParty'), [
      '0009 40483304800022',
      '0002 404833048',
      '0225 404833048_40483304800022_COMPTA',
    ]);
    const text = await printed(await pdfAt(`/invoices/${invoice.id}/report`));
    for (const mention of [
      ...expected,
      'SIREN 303265045',
      'SIRET 30326504500017',
      'SIREN 404833048',
      'SIRET 40483304800022',
      '0225:303265045',
      '0225:404833048_40483304800022_COMPTA',
      'Livraison de biens',
    ])
      assert.ok(text.includes(mention), `${mention} in ${text}`);
  });

  test('lacks a valid SIREN or SIRET of itself or of a French customer', async () => {
    const { sent: invoice } = await sent({
      customer: { ...FRENCH, vat_code: '20', vat_number: 'IT01234567897', siret: '123' },
    });
    const { body } = await api.sales.get(`/invoices/${invoice.id}/e-invoice/check`);
    assert.deepEqual(
      body.missing.map(({ field }: { field: string }) => field).filter((field: string) => /sire/.test(field)),
      ['customer.siren', 'customer.siret'],
    );
  });

  test(
    'T05: the official checks of France find no fault at 20 %, 10 % and 5.5 %, exempt, export, intra-Union, in another currency, and in credit notes in full and of parts',
    { skip: skipWithoutSchemas, timeout: 200_000 },
    async () => {
      const files: string[] = [];
      const save = async (id: number) => {
        files.push(path.join(work, `${id}.xml`));
        fs.writeFileSync(files.at(-1)!, await sourceOf(id));
      };
      for (const customer of [
        { ...FRENCH, vat_code: '20' },
        { ...FRENCH, vat_code: '10' },
        { ...FRENCH, vat_code: '5.5' },
        { ...FRENCH, vat_code: 'N4' },
        { ...FRENCH, country_code: 'MA', country: 'Maroc', vat_number: '001512345000078', vat_code: 'N3.1' },
        { ...ITALIAN, vat_code: 'N3.2' },
        { ...FRENCH, vat_code: '20', valuta: 'USD' },
        { ...FRENCH, vat_code: '20', siret: '30326504500017', routing_code: 'COMPTA' },
      ]) {
        const invoice = (customer as { valuta?: string }).valuta ? { exchange_rate: 1.0845 } : {};
        const { sent: issued } = await sent({ customer, invoice });
        await save(issued.id);
        const note = await api.administration.post<Invoice>(`/invoices/${issued.id}/credit-note`, {});
        await save(note.body.id);
        // A credit of an amount and of a quantity.
        const { sent: other } = await sent({ customer, invoice });
        for (const part of [{ amount: 0.5 }, { quantity: 1 }]) {
          const items = [{ invoice_item_id: other.items[0]!.id, ...part }];
          const partial = await api.administration.post<Invoice>(`/invoices/${other.id}/credit-note`, { items });
          assert.equal(partial.status, 201, JSON.stringify(partial.body));
          await save(partial.body.id);
        }
      }
      await assertFacturX(files, 'FR');
    },
  );

  test('T09: Factur-X comes in PDF/A-3b: AF, XMP with the fx: extension, OutputIntent, embedded fonts, and the XML byte for byte', async () => {
    await company({ business_name: 'Papiers <Vallée> & Fils' });
    const { sent: invoice } = await sent({ customer: { ...FRENCH, vat_code: '20' } });
    await company({ business_name: FRENCH_COMPANY.business_name });
    const pdf = readPdf(await pdfAt(`/invoices/${invoice.id}/report?format=pdf`, 'application/json'));
    assert.equal(pdf.version, '1.7');
    assert.match(pdf.trailer, /\/ID \[/);
    assert.doesNotMatch(pdf.trailer, /\/Encrypt/);
    const root = pdf.follow({ text: pdf.trailer, bytes: undefined }, 'Root');
    const file = pdf.follow(root, 'AF');
    assert.match(file.text, /\/AFRelationship \/Data/);
    assert.match(file.text, /\/F \(factur-x\.xml\)/);
    assert.match(file.text, /\/UF \(factur-x\.xml\)/);
    const embedded = pdf.follow(file, 'F');
    assert.match(embedded.text, /\/Subtype \/text#2Fxml/);
    assert.match(embedded.text, /\/ModDate \(D:/);
    assert.ok(embedded.bytes!.equals(Buffer.from(await sourceOf(invoice.id))), 'the same bytes as the XML');
    const names = [...pdf.objects.values()].filter(({ text }) => text.includes('(factur-x.xml)'));
    assert.ok(
      names.length >= 1 && /EmbeddedFiles/.test(root.text + [...pdf.objects.values()].map((o) => o.text).join()),
    );

    const xmp = readXml(
      `<?xml version="1.0" encoding="UTF-8"?>\n${pdf
        .follow(root, 'Metadata')
        .bytes!.toString()
        .replace(/<\?xpacket[^>]*\?>/g, '')
        .trim()}`,
    );
    const described = all(xmp, 'RDF/Description');
    const valueOf = (name: string) => described.flatMap((one) => all(one, name))[0]?.text;
    assert.deepEqual(
      ['part', 'conformance', 'DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'].map(valueOf),
      ['3', 'B', 'INVOICE', 'factur-x.xml', '1.0', 'EN 16931'],
    );
    assert.equal(valueOf('creator/Seq/li'), 'Papiers <Vallée> & Fils');
    const schema = described.flatMap((one) => all(one, 'schemas/Bag/li'))[0]!;
    assert.equal(textAt(schema, 'namespaceURI'), 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#');
    assert.equal(textAt(schema, 'prefix'), 'fx');
    assert.deepEqual(
      all(schema, 'property/Seq/li').map((property) => textAt(property, 'name')),
      ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'],
    );

    const intent = pdf.follow(root, 'OutputIntents');
    assert.match(intent.text, /\/S \/GTS_PDFA1/);
    const profile = pdf.follow(intent, 'DestOutputProfile').bytes!;
    assert.equal(profile.toString('latin1', 36, 40), 'acsp');

    const objects = [...pdf.objects.values()];
    const fonts = objects.filter(({ text }) => /\/Type \/Font\b/.test(text) && /\/FontDescriptor/.test(text));
    assert.ok(fonts.length >= 2);
    for (const font of fonts) {
      const program = pdf.follow(pdf.follow(font, 'FontDescriptor') as PdfObject, 'FontFile2');
      assert.ok(program.bytes!.length > 1000);
    }
    assert.equal(objects.filter(({ text }) => /\/Subtype \/Type1\b/.test(text)).length, 0, 'no standard font');
    assert.equal(objects.filter(({ text }) => /\/ca 0\.|\/CA 0\.|\/SMask/.test(text)).length, 0, 'no transparency');
  });

  test('the PDF of a draft and of a cancelled invoice embeds nothing', async () => {
    const { invoice } = await sell(api, LINES, { customer: { ...FRENCH, vat_code: '20' } });
    const embeds = async (id: number) => (await pdfAt(`/invoices/${id}/report`)).includes('factur-x.xml');
    assert.equal(await embeds(invoice.id), false);
    await send(api.sales, invoice.id);
    assert.equal(await embeds(invoice.id), true);
    await api.administration.post(`/invoices/${invoice.id}/credit-note`, {});
    assert.equal(await embeds(invoice.id), false);
    assertProblem(
      await api.sales.get(`/invoices/${(await sell(api, LINES, { customer: FRENCH })).invoice.id}/e-invoice`),
      409,
      'INCOMPLETE_DOCUMENT',
    );
  });
});

describe('an invoice in the currency of the customer', () => {
  before(prepare);
  before(() => company(ITALIAN_COMPANY));

  test('T08: keeps the typed rate, names the currency in FatturaPA and shows the totals in EUR', async () => {
    const customer = { ...ITALIAN, valuta: 'USD' };
    const { invoice: draft } = await sell(api, LINES, { customer });
    assert.deepEqual([draft.currency, draft.exchange_rate, draft.total_amount_eur], ['USD', null, null]);
    const refused = await api.sales.put(`/invoices/${draft.id}/status`, { status: 'sent' });
    assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
    assert.deepEqual(
      refused.body.missing.map(({ field }: { field: string }) => field),
      ['exchange_rate'],
    );
    const changed = await api.sales.put<Invoice>(`/invoices/${draft.id}`, { exchange_rate: 1.0845 });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(changed.body.missing, []);
    const invoice = await send(api.sales, draft.id);
    assert.deepEqual(
      [invoice.currency, invoice.exchange_rate, invoice.total_amount, invoice.total_amount_eur],
      ['USD', 1.0845, 2701.08, 2490.62],
    );
    const xml = await read(invoice.id);
    const general = `${BODY}/DatiGenerali/DatiGeneraliDocumento`;
    assert.equal(textAt(xml, `${general}/Divisa`), 'USD');
    assert.equal(textAt(xml, `${general}/ImportoTotaleDocumento`), '2701.08');
    const reason = textAt(xml, `${general}/Causale`)!;
    assert.match(reason, /1 EUR = 1\.0845 USD/);
    assert.match(reason, /imponibile 2041\.49 EUR, IVA 449\.13 EUR, totale 2490\.62 EUR/);
    const { amounts_eur, exchange_rate } = await report(invoice.id);
    assert.deepEqual(
      [exchange_rate, amounts_eur],
      [1.0845, { net_amount: 2041.49, vat_amount: 449.13, total_amount: 2490.62 }],
    );
    const text = await printed(await pdfAt(`/invoices/${invoice.id}/report?lang=it`));
    assert.match(text, /1 EUR = 1,0845 USD/);
    assert.match(text, /totale 2\.490,62 €/);
    const facturX = await read(invoice.id, '?format=facturx');
    const settlement = `${TRADE}/ApplicableHeaderTradeSettlement`;
    assert.equal(textAt(facturX, `${settlement}/InvoiceCurrencyCode`), 'USD');
    assert.equal(textAt(facturX, `${settlement}/TaxCurrencyCode`), 'EUR');
    const note = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
    assert.deepEqual(
      [note.body.currency, note.body.exchange_rate, note.body.total_amount_eur],
      ['USD', 1.0845, 2490.62],
    );
  });

  test('the rate may come with the draft, and EUR has none', async () => {
    const { invoice } = await sell(api, LINES, {
      customer: { ...ITALIAN, valuta: 'MAD' },
      invoice: { exchange_rate: 10.85 },
    });
    assert.equal(invoice.exchange_rate, 10.85);
    const { invoice: inEur } = await sell(api, LINES, { customer: ITALIAN });
    assertProblem(await api.sales.put(`/invoices/${inEur.id}`, { exchange_rate: 1.1 }), 400, 'VALIDATION');
    assertProblem(await api.sales.put(`/invoices/${inEur.id}`, { exchange_rate: 0 }), 400, 'VALIDATION');
  });

  test('a draft takes another due date and other notes, only in its current version; a sent invoice does not', async () => {
    const { invoice } = await sell(api, LINES, { customer: ITALIAN });
    const due_date = '2099-12-31';
    const { body: changed } = await api.sales.put<Invoice>(`/invoices/${invoice.id}`, { due_date, notes: 'A' });
    assert.deepEqual([changed.due_date, changed.due_date_typed, changed.notes], [due_date, true, 'A']);
    const { body: back } = await api.sales.put<Invoice>(`/invoices/${invoice.id}`, { due_date: null });
    assert.deepEqual([back.due_date, back.due_date_typed, back.notes], [invoice.due_date, false, 'A']);
    const stale = await api.sales.put(
      `/invoices/${invoice.id}`,
      { notes: 'B' },
      { headers: { 'if-match': `"${invoice.version}"` } },
    );
    assertProblem(stale, 409, 'STALE_VERSION');
    assertProblem(await api.sales.put(`/invoices/${invoice.id}`, { due_date: '2000-01-01' }), 400, 'VALIDATION');
    await send(api.sales, invoice.id);
    assertProblem(await api.sales.put(`/invoices/${invoice.id}`, { notes: 'B' }), 409, 'INVALID_TRANSITION');
  });
});

describe('declarations of intent', () => {
  before(prepare);
  before(() => company(ITALIAN_COMPANY));
  const year = new Date().getFullYear();
  const declare = async (customer_id: number, ceiling: number, protocol: string) =>
    (
      await api.administration.post<DeclarationOfIntent>('/declarations-of-intent', {
        customer_id,
        ceiling,
        protocol,
        year,
        day: `${year}-01-02`,
      })
    ).body;
  const sellTo = (vat_number: string, quantity: number) =>
    sell(api, [{ quantity, unit_price: 10, product: { categoria_vat_codice: '22' } }], {
      customer: { ...ITALIAN, vat_code: 'N3.5', vat_number },
    });

  test('T02: has a protocol, a day and a ceiling; invoices with N3.5 draw it down, with a warning at 90 % and a refusal above the ceiling', async () => {
    const first = await sellTo('01234567897', 80);
    const made = await declare(first.customer.id, 1000, '08060120341234567-000001');
    assert.deepEqual(
      [made.protocol, made.day, made.ceiling, made.used_amount],
      ['08060120341234567-000001', `${year}-01-02`, 1000, 0],
    );
    const used = async () => (await api.sales.get(`/declarations-of-intent/${made.id}`)).body.used_amount;
    const put = (id: number) => api.sales.put(`/invoices/${id}/status`, { status: 'sent' });
    const quiet = await put(first.invoice.id);
    assert.equal(quiet.status, 200, JSON.stringify(quiet.body));
    assert.equal(quiet.body.warnings, undefined);
    assert.equal(await used(), 800);
    const xml = await read(first.invoice.id);
    const data = all(xml, `${BODY}/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali`)[0]!;
    assert.deepEqual(
      ['TipoDato', 'RiferimentoTesto', 'RiferimentoData'].map((name) => textAt(data, name)),
      ['INTENTO', '08060120341234567-000001', `${year}-01-02`],
    );
    const again = (quantity: number) => sellAgain(first, quantity);
    const nine = await put(await again(10));
    assert.deepEqual(
      nine.body.warnings.map(({ code }: { code: string }) => code),
      ['declaration_nearly_used'],
    );
    assert.match(nine.body.warnings[0].message, /90 %/);
    assert.equal(await used(), 900);
    const above = await again(11);
    assert.deepEqual(
      (await api.sales.get(`/invoices/${above}`)).body.missing.map(({ field }: { field: string }) => field),
      ['declaration'],
    );
    const refused = await put(above);
    assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
    assert.match(refused.body.missing[0].message, /100\.00 EUR.*110\.00/);
    assert.equal(await used(), 900);
    const full = await put(await again(10));
    assert.equal(full.status, 200, JSON.stringify(full.body));
    assert.equal(await used(), 1000);
    // A credit note gives the amount back.
    assert.equal((await api.administration.post(`/invoices/${full.body.id}/credit-note`, {})).status, 201);
    assert.equal(await used(), 900);
    const other = await put((await sellTo('01234567897', 1)).invoice.id);
    assert.deepEqual(
      other.body.warnings.map(({ code }: { code: string }) => code),
      ['declaration_missing'],
    );
  });

  test('two concurrent invoices do not exceed the ceiling', async () => {
    const first = await sellTo('00743110157', 60);
    const made = await declare(first.customer.id, 1000, 'twice');
    const second = await sellAgain(first, 60);
    const answers = await Promise.all(
      [first.invoice.id, second].map((id) => api.sales.put(`/invoices/${id}/status`, { status: 'sent' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await api.sales.get(`/declarations-of-intent/${made.id}`)).body.used_amount, 600);
  });

  test('one that is used keeps its customer, year and ceiling, and is not deleted', async () => {
    const { customer, invoice } = await sellTo('00743110157', 10);
    const made = await declare(customer.id, 500, 'used');
    const at = `/declarations-of-intent/${made.id}`;
    assertProblem(
      await api.administration.post('/declarations-of-intent', { ...made, protocol: 'USED' }),
      409,
      'CODE_EXISTS',
    );
    await send(api.sales, invoice.id);
    assertProblem(await api.administration.put(at, { year: year + 1 }), 409, 'IN_USE');
    assertProblem(await api.administration.put(at, { ceiling: 99.99 }), 400, 'VALIDATION');
    assert.equal((await api.administration.put(at, { ceiling: 100, notes: 'Revoked in part' })).status, 200);
    assertProblem(await api.administration.delete(at), 409, 'IN_USE');
    const unused = await declare(customer.id, 500, 'unused');
    assert.equal((await api.administration.delete(`/declarations-of-intent/${unused.id}`)).status, 204);
  });

  /** Sells to the same customer. @returns the id of the draft */
  async function sellAgain({ customer }: Sold, quantity: number): Promise<number> {
    const { invoice } = await sell(api, [{ quantity, unit_price: 10, product: { categoria_vat_codice: '22' } }], {
      of: customer,
    });
    return invoice.id;
  }
});

describe('CONAI and stamp duty', () => {
  before(prepare);
  before(() => company(ITALIAN_COMPANY));
  after(() => settings({ recharge_stamp_duty: false, conai_rates: {} }));

  test('T03: lines show CONAI as paid or with its amount, a setting charges the stamp duty to the customer, and a report sums it by quarter', async () => {
    const product = { categoria_vat_codice: '22', conai_material: 'carta', conai_kg: 0.25 };
    const line = [{ quantity: 120, unit_price: 18.45, product }];
    const conaiOf = async (invoice: Invoice) => {
      const [data] = all(await read(invoice.id), `${BODY}/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali`);
      return ['TipoDato', 'RiferimentoTesto', 'RiferimentoNumero'].map((name) => textAt(data!, name));
    };
    const { sent: paid } = await sent({ customer: ITALIAN }, line);
    assert.deepEqual(
      paid.items.map(({ conai_material, conai_kg, conai_amount }) => [conai_material, conai_kg, conai_amount]),
      [['carta', 30, null]],
    );
    assert.deepEqual(await conaiOf(paid), ['CONAI', 'Contributo CONAI assolto - carta', undefined]);
    assert.equal((await report(paid.id, '?lang=it')).items[0]!.conai, 'Contributo ambientale CONAI assolto (carta)');
    await settings({ conai_rates: { Carta: 65.5, vetro: null } });
    assert.deepEqual((await api.admin.get('/settings')).body.conai_rates, { Carta: 65.5 });
    const { sent: charged } = await sent({ customer: ITALIAN }, line);
    // 30 kg at 65.50 EUR per tonne are 1.965 EUR.
    assert.equal(charged.items[0]!.conai_amount, 1.97);
    assert.equal(charged.total_amount, paid.total_amount);
    assert.deepEqual(await conaiOf(charged), ['CONAI', 'Contributo CONAI - 30.00 kg carta', '1.97']);
    const text = await printed(await pdfAt(`/invoices/${charged.id}/report?lang=it`));
    assert.match(text, /Contributo ambientale CONAI incluso nel prezzo: carta, 30 kg, 1,97 €/);

    const year = Number(charged.invoice_date.slice(0, 4));
    const quarter = Math.ceil(Number(charged.invoice_date.slice(5, 7)) / 3);
    const stamp = async () => (await api.administration.get(`/accounting/stamp-duty?year=${year}`)).body;
    const before = await stamp();
    const exempt = { customer: { ...ITALIAN, vat_code: 'N4' } };
    const { sent: own } = await sent(exempt);
    assert.deepEqual([own.items.length, own.total_amount], [1, 2214]);
    await settings({ recharge_stamp_duty: true });
    const { sent: recharged } = await sent(exempt);
    assert.deepEqual(
      recharged.items.map(({ code, product_id, quantity, vat_rate, natura, total_price }) => [
        code,
        product_id === null,
        quantity,
        vat_rate,
        natura,
        total_price,
      ]),
      [
        [recharged.items[0]!.code, false, 120, 0, 'N4', 2214],
        ['BOLLO', true, 1, 0, 'N1', 2],
      ],
    );
    assert.equal(recharged.total_amount, 2216);
    const xml = await read(recharged.id);
    assert.equal(textAt(xml, `${BODY}/DatiGenerali/DatiGeneraliDocumento/DatiBollo/ImportoBollo`), '2.00');
    assert.equal(textAt(xml, `${BODY}/DatiGenerali/DatiGeneraliDocumento/ImportoTotaleDocumento`), '2216.00');
    const { sent: taxed } = await sent({ customer: ITALIAN });
    assert.equal(taxed.items.length, 1);
    const small = await sent(exempt, [{ quantity: 1, unit_price: 77.47, product: { categoria_vat_codice: '22' } }]);
    assert.equal(small.sent.items.length, 1);
    const now = await stamp();
    assert.deepEqual(
      now.quarters.map(({ quarter: number }: { quarter: number }) => number),
      [1, 2, 3, 4],
    );
    assert.deepEqual(
      [now.amount - before.amount, now.quarters[quarter - 1].count - before.quarters[quarter - 1].count],
      [4, 2],
    );
    assert.equal(now.quarters[quarter - 1].amount, now.amount);
    assert.deepEqual((await api.administration.get(`/accounting/stamp-duty?year=${year - 1}`)).body.amount, 0);
    // In full: the credit note takes the line back, and the packing list can be invoiced again.
    const note = await api.administration.post<Invoice>(`/invoices/${recharged.id}/credit-note`, {});
    assert.deepEqual([note.status, note.body.total_amount, note.body.items.length], [201, 2216, 2]);
  });
});

describe('a Moroccan company, and copies for customers in the Union', () => {
  before(prepare);
  after(() => company({ ...ITALIAN_COMPANY, ice: null }));
  const isHybrid = (pdf: Buffer) => pdf.includes('factur-x.xml') && pdf.includes('/GTS_PDFA1');

  test('T07: a Moroccan company prints both ICE numbers and gives Factur-X on request; an Italian company adds a PDF/A-3 with Factur-X for customers in France and other countries of the Union', async () => {
    await company({
      ...ITALIAN_COMPANY,
      business_name: 'Atlas Papier SARL',
      country: 'Maroc',
      country_code: 'MA',
      vat_number: '001512345000078',
      ice: '001512345000078',
      regime_fiscale: null,
    });
    const moroccan = {
      country_code: 'MA',
      country: 'Maroc',
      vat_number: '002233445000011',
      ice: '002233445000011',
      vat_code: '20',
    };
    const { sent: invoice } = await sent({ customer: moroccan });
    const plain = await pdfAt(`/invoices/${invoice.id}/report`);
    assert.equal(isHybrid(plain), false);
    const text = await printed(plain);
    assert.ok(text.includes('ICE 001512345000078'), text);
    assert.ok(text.includes('ICE 002233445000011'), text);
    assert.match(await sourceOf(invoice.id, '?format=facturx'), /<rsm:CrossIndustryInvoice/);
    assert.equal(isHybrid(await pdfAt(`/invoices/${invoice.id}/e-invoice`)), true);

    await company({ ...ITALIAN_COMPANY, ice: null });
    for (const [customer, expected] of [
      [{ ...FRENCH, vat_code: 'N3.2' }, true],
      [{ ...FRENCH, country_code: 'DE', country: 'Germania', vat_number: 'DE136695976', vat_code: 'N3.2' }, true],
      [{ ...moroccan, vat_code: 'N3.1' }, false],
      [ITALIAN, false],
    ] as const) {
      const { sent: issued } = await sent({ customer: { modalita_pagamento: 'MP05', ...customer } });
      const pdf = await pdfAt(`/invoices/${issued.id}/report`);
      assert.equal(isHybrid(pdf), expected, JSON.stringify(customer));
      assert.match(await sourceOf(issued.id), /<p:FatturaElettronica /);
      if (!expected) continue;
      const file = readPdf(pdf);
      const root = file.follow({ text: file.trailer, bytes: undefined }, 'Root');
      const embedded = file.follow(file.follow(root, 'AF'), 'F').bytes!;
      assert.equal(embedded.toString(), await sourceOf(issued.id, '?format=facturx'));
      assert.match(await printed(pdf), /Sistema di Interscambio/);
    }
  });
});

describe('the registers', () => {
  before(prepare);

  test('T06: customers have SIREN, SIRET, ICE, routing code, public-body flag and currency', async () => {
    const fields = {
      siren: '404833048',
      siret: '40483304800022',
      ice: '002233445000011',
      routing_code: 'SERVICE-77',
      is_public_body: true,
      valuta: 'MAD',
      esigibilita: 'D',
      iban: 'IT60X0542811101000000123456',
      bank: 'Banca del Valdarno',
      abi: '05428',
      cab: '11101',
      invoice_by: 'destination',
    };
    const { customer } = await sell(api, LINES, { customer: fields });
    const { body } = await api.sales.get(`/customers/${customer.id}`);
    assert.deepEqual(Object.fromEntries(Object.keys(fields).map((key) => [key, body[key]])), fields);
    const found = await api.sales.get('/customers?q=SERVICE-77');
    assert.deepEqual(
      found.body.map(({ id }: { id: number }) => id),
      [customer.id],
    );
    const emptied = await api.sales.put(`/customers/${customer.id}`, {
      siren: '',
      esigibilita: null,
      routing_code: null,
    });
    assert.deepEqual([emptied.body.siren, emptied.body.esigibilita, emptied.body.siret], [null, null, fields.siret]);
    assertProblem(await api.sales.put(`/customers/${customer.id}`, { esigibilita: 'X' }), 400, 'VALIDATION');
  });
});
