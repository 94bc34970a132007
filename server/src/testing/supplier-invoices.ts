/** Invoice files of suppliers, for tests. */

export interface InvoicedLine {
  code?: string | null;
  quantity?: number | null;
  price: number;
  net: number;
  rate?: number;
  description?: string;
}
export interface InvoicedFile {
  number: string;
  date?: string;
  vat?: string;
  type?: string;
  ddt?: { number: string; date: string } | null;
  lines: readonly InvoicedLine[];
  due?: { date: string; amount: number }[];
  currency?: string;
}
const DATE = '2026-03-10';
const VAT = 'IT01234567897';

/** A FatturaPA with one document. */
export function fatturaPaOf({
  number,
  date = DATE,
  vat = VAT,
  type = 'TD01',
  ddt,
  lines,
  due = [],
  currency = 'EUR',
}: InvoicedFile): string {
  const sums = totalsOf(lines);
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
<FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>${vat.slice(0, 2)}</IdPaese><IdCodice>${vat.slice(2)}</IdCodice></IdFiscaleIVA><Anagrafica><Denominazione>Cartiera &amp; Figli</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore></FatturaElettronicaHeader>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${type}</TipoDocumento><Divisa>${currency}</Divisa><Data>${date}</Data><Numero>${number}</Numero><ImportoTotaleDocumento>${sums.total.toFixed(2)}</ImportoTotaleDocumento></DatiGeneraliDocumento>
${ddt ? `<DatiDDT><NumeroDDT>${ddt.number}</NumeroDDT><DataDDT>${ddt.date}</DataDDT></DatiDDT>` : ''}</DatiGenerali>
<DatiBeniServizi>${lines
    .map(
      (
        { code, quantity = 1, price, net, rate = 22, description = 'Carta' },
        at,
      ) => `<DettaglioLinee><NumeroLinea>${at + 1}</NumeroLinea>
${code ? `<CodiceArticolo><CodiceTipo>FORN</CodiceTipo><CodiceValore>${code}</CodiceValore></CodiceArticolo>` : ''}<Descrizione>${description}</Descrizione>
${quantity === null ? '' : `<Quantita>${quantity.toFixed(2)}</Quantita><UnitaMisura>KG</UnitaMisura>`}<PrezzoUnitario>${price.toFixed(5)}</PrezzoUnitario><PrezzoTotale>${net.toFixed(2)}</PrezzoTotale><AliquotaIVA>${rate.toFixed(2)}</AliquotaIVA></DettaglioLinee>`,
    )
    .join('')}
<DatiRiepilogo><AliquotaIVA>${(lines[0]!.rate ?? 22).toFixed(2)}</AliquotaIVA><ImponibileImporto>${sums.net.toFixed(2)}</ImponibileImporto><Imposta>${sums.vat.toFixed(2)}</Imposta></DatiRiepilogo></DatiBeniServizi>
${due.length === 0 ? '' : `<DatiPagamento><CondizioniPagamento>TP01</CondizioniPagamento>${due.map((part) => `<DettaglioPagamento><ModalitaPagamento>MP05</ModalitaPagamento><DataScadenzaPagamento>${part.date}</DataScadenzaPagamento><ImportoPagamento>${part.amount.toFixed(2)}</ImportoPagamento><IBAN>IT60X0542811101000000123456</IBAN></DettaglioPagamento>`).join('')}</DatiPagamento>`}
</FatturaElettronicaBody></p:FatturaElettronica>`;
}

/** An invoice in the syntax CII. */
export function ciiOf({
  number,
  date = DATE,
  vat = VAT,
  type = '380',
  ddt,
  lines,
  due = [],
  currency = 'EUR',
}: InvoicedFile): string {
  const sums = totalsOf(lines);
  const day = (text: string) => `<udt:DateTimeString format="102">${text.replaceAll('-', '')}</udt:DateTimeString>`;
  return `<rsm:CrossIndustryInvoice xmlns:rsm="urn:rsm" xmlns:ram="urn:ram" xmlns:udt="urn:udt"><rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>${type}</ram:TypeCode><ram:IssueDateTime>${day(date)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines
    .map(
      ({ code, quantity = 1, price, net, rate = 22, description = 'Carta' }, at) =>
        `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${at + 1}</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct>${code ? `<ram:SellerAssignedID>${code}</ram:SellerAssignedID>` : ''}<ram:Name>${description}</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${price}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="KGM">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`,
    )
    .join(
      '',
    )}<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Cartiera</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">99</ram:ID></ram:SpecifiedTaxRegistration><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery>${ddt ? `<ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>${ddt.number}</ram:IssuerAssignedID><ram:FormattedIssueDateTime><udt:DateTimeString format="102">${ddt.date.replaceAll('-', '')}</udt:DateTimeString></ram:FormattedIssueDateTime></ram:DespatchAdviceReferencedDocument>` : ''}</ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode><ram:ApplicableTradeTax><ram:CalculatedAmount>${sums.vat}</ram:CalculatedAmount><ram:BasisAmount>${sums.net}</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${lines[0]!.rate ?? 22}</ram:RateApplicablePercent></ram:ApplicableTradeTax>${due.map((part) => `<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(part.date)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>`).join('')}<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>${sums.total}</ram:GrandTotalAmount><ram:DuePayableAmount>${sums.total}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

/** An invoice in UBL. */
export function ublOf({
  number,
  date = DATE,
  vat = VAT,
  type = '380',
  ddt,
  lines,
  due = [],
  currency = 'EUR',
}: InvoicedFile): string {
  const sums = totalsOf(lines);
  return `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc"><cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>${due[0] ? `<cbc:DueDate>${due[0].date}</cbc:DueDate>` : ''}<cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
${ddt ? `<cac:DespatchDocumentReference><cbc:ID>${ddt.number}</cbc:ID><cbc:IssueDate>${ddt.date}</cbc:IssueDate></cac:DespatchDocumentReference>` : ''}
<cac:AccountingSupplierParty><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>Cartiera</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:TaxTotal><cbc:TaxAmount>${sums.vat}</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount>${sums.net}</cbc:TaxableAmount><cbc:TaxAmount>${sums.vat}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${lines[0]!.rate ?? 22}</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount>${sums.total}</cbc:TaxInclusiveAmount><cbc:PayableAmount>${sums.total}</cbc:PayableAmount></cac:LegalMonetaryTotal>
${lines
  .map(
    ({ code, quantity = 1, price, net, rate = 22, description = 'Carta' }, at) =>
      `<cac:InvoiceLine><cbc:ID>${at + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="KGM">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount>${net}</cbc:LineExtensionAmount><cac:Item><cbc:Name>${description}</cbc:Name>${code ? `<cac:SellersItemIdentification><cbc:ID>${code}</cbc:ID></cac:SellersItemIdentification>` : ''}<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount>${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
  )
  .join('')}</Invoice>`;
}

/** A PDF that embeds an XML file, as readers of Factur-X find it. */
export function pdfWith(xml: string, { deflate }: { deflate?: (bytes: Buffer) => Buffer } = {}): Buffer {
  const content = deflate ? deflate(Buffer.from(xml)) : Buffer.from(xml);
  const filter = deflate ? ' /Filter /FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Subtype /text#2Fxml${filter} /Length ${content.length} >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 2 >>\n%%EOF\n'),
  ]);
}

function totalsOf(lines: readonly InvoicedLine[]) {
  const net = Math.round(lines.reduce((total, line) => total + line.net, 0) * 100) / 100;
  const vat = Math.round(net * (lines[0]!.rate ?? 22)) / 100;
  return { net, vat, total: Math.round((net + vat) * 100) / 100 };
}
