/** Reads an invoice in the syntax of UN/CEFACT (CII), as in Factur-X, by the semantic model of EN 16931. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { elementsAt, textAt, UnreadableFile, type XmlElement } from '../../platform/incoming-files/read-xml.ts';
import {
  checkRead,
  joinNotes,
  joinVat,
  readCode,
  readCurrency,
  readDocumentDay,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  type ReadInstalment,
  type ReadInvoice,
  type ReadLine,
  type ReadVat,
} from './read-parts.ts';

export const CREDIT_NOTE_TYPES = new Set(['381', '396', '261', '262', '502', '503']);

/** Reads the document. @throws UnreadableFile */
export function readCii(root: XmlElement): ReadInvoice {
  const [transaction] = elementsAt(root, 'SupplyChainTradeTransaction');
  const [document] = elementsAt(root, 'ExchangedDocument');
  const [settlement] = transaction ? elementsAt(transaction, 'ApplicableHeaderTradeSettlement') : [];
  const [agreement] = transaction ? elementsAt(transaction, 'ApplicableHeaderTradeAgreement') : [];
  const [sums] = settlement ? elementsAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation') : [];
  if (!transaction || !document || !settlement || !agreement || !sums) throw new UnreadableFile('not an invoice');
  const document_type = requireText(readCode(document, 'TypeCode'), 'TypeCode');
  const total_amount = requireDecimal(sums, 'GrandTotalAmount');
  const [supplier] = elementsAt(agreement, 'SellerTradeParty');
  if (!supplier) throw new UnreadableFile('no supplier');
  const [delivery] = elementsAt(transaction, 'ApplicableHeaderTradeDelivery');
  const despatch = delivery ? elementsAt(delivery, 'DespatchAdviceReferencedDocument')[0] : undefined;
  const header = {
    ddt: despatch,
    order_number: readCode(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID'),
  };
  const lines = elementsAt(transaction, 'IncludedSupplyChainTradeLineItem').map((line) => readLine(line, header));
  return checkRead({
    supplier_name: requireText(readText(supplier, 'Name'), 'Name').slice(0, 200),
    supplier_vat: vatOf(supplier),
    kind: CREDIT_NOTE_TYPES.has(document_type) ? 'credit_note' : 'invoice',
    document_type,
    number: requireText(readCode(document, 'ID'), 'ID'),
    document_date: requireText(readDocumentDay(textAt(document, 'IssueDateTime', 'DateTimeString')), 'IssueDateTime'),
    currency: readCurrency(textAt(settlement, 'InvoiceCurrencyCode')),
    lines,
    vat: elementsAt(settlement, 'ApplicableTradeTax').map(readVat),
    total_amount,
    to_pay_amount: total_amount,
    credited_number: readCode(settlement, 'InvoiceReferencedDocument', 'IssuerAssignedID'),
    notes: joinNotes(elementsAt(document, 'IncludedNote', 'Content').map(({ text }) => text)),
    instalments: instalmentsOf(settlement, readDecimal(sums, 'DuePayableAmount') ?? total_amount),
  });
}

function vatOf(supplier: XmlElement): string | null {
  const registrations = elementsAt(supplier, 'SpecifiedTaxRegistration', 'ID');
  const number = registrations.find(({ attributes }) => attributes['schemeID'] === 'VA');
  return joinVat(null, number?.text ?? null);
}

function readVat(tax: XmlElement): ReadVat {
  return {
    vat_rate: readDecimal(tax, 'RateApplicablePercent') ?? decimalOf(0),
    natura: categoryOf(tax),
    net_amount: requireDecimal(tax, 'BasisAmount'),
    vat_amount: requireDecimal(tax, 'CalculatedAmount'),
    esigibilita: null,
  };
}

/** The VAT category; null for the standard one. */
function categoryOf(tax: XmlElement | undefined): string | null {
  const category = tax ? readCode(tax, 'CategoryCode') : null;
  return category === 'S' ? null : category;
}

function readLine(line: XmlElement, header: { ddt: XmlElement | undefined; order_number: string | null }): ReadLine {
  const [product] = elementsAt(line, 'SpecifiedTradeProduct');
  const [settlement] = elementsAt(line, 'SpecifiedLineTradeSettlement');
  if (!product || !settlement) throw new UnreadableFile('line');
  const [quantity] = elementsAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity');
  const [price] = elementsAt(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice');
  const [tax] = elementsAt(settlement, 'ApplicableTradeTax');
  const [ownDdt] = elementsAt(line, 'SpecifiedLineTradeDelivery', 'DespatchAdviceReferencedDocument');
  const ddt = ownDdt ?? header.ddt;
  const base = (price && readDecimal(price, 'BasisQuantity')) ?? decimalOf(1);
  const charged = price ? requireDecimal(price, 'ChargeAmount') : decimalOf(0);
  return {
    description: [readText(product, 'Name'), readText(product, 'Description')]
      .filter(Boolean)
      .join(' · ')
      .slice(0, 1000),
    supplier_code: readCode(product, 'SellerAssignedID'),
    barcode: readCode(product, 'GlobalID'),
    quantity: readDecimal(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity'),
    unit_of_measure: quantity?.attributes['unitCode']?.slice(0, 20) || null,
    unit_price: base.gt(0) ? charged.div(base) : charged,
    net_amount: requireDecimal(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
    vat_rate: (tax && readDecimal(tax, 'RateApplicablePercent')) ?? decimalOf(0),
    natura: categoryOf(tax),
    ddt_number: ddt ? readCode(ddt, 'IssuerAssignedID') : null,
    ddt_date: ddt ? readDocumentDay(textAt(ddt, 'FormattedIssueDateTime', 'DateTimeString')) : null,
    order_number:
      readCode(line, 'SpecifiedLineTradeAgreement', 'BuyerOrderReferencedDocument', 'IssuerAssignedID') ??
      header.order_number,
  };
}

/** The due dates of the payment terms; a single one without an amount is of the whole. */
function instalmentsOf(settlement: XmlElement, due: ReturnType<typeof decimalOf>): ReadInstalment[] {
  const [means] = elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const method = means ? readCode(means, 'TypeCode') : null;
  const iban = means ? readCode(means, 'PayeePartyCreditorFinancialAccount', 'IBANID') : null;
  const terms = elementsAt(settlement, 'SpecifiedTradePaymentTerms').flatMap((term) => {
    const due_date = readDocumentDay(textAt(term, 'DueDateDateTime', 'DateTimeString'));
    return due_date === null ? [] : [{ due_date, amount: readDecimal(term, 'PartialPaymentAmount') }];
  });
  return terms.flatMap(({ due_date, amount }) => {
    const part = amount ?? (terms.length === 1 ? due : null);
    return part === null || part.lte(0) ? [] : [{ due_date, amount: part, method, iban }];
  });
}
