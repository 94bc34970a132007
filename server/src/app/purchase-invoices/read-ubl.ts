/** Reads an invoice or credit note in UBL 2.1, by the semantic model of EN 16931. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { elementsAt, textAt, UnreadableFile, type XmlElement } from '../../platform/incoming-files/read-xml.ts';
import { CREDIT_NOTE_TYPES } from './read-cii.ts';
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
  type ReadInvoice,
  type ReadLine,
  type ReadVat,
} from './read-parts.ts';

/** Reads the document. @throws UnreadableFile */
export function readUbl(root: XmlElement): ReadInvoice {
  const [supplier] = elementsAt(root, 'AccountingSupplierParty', 'Party');
  const [sums] = elementsAt(root, 'LegalMonetaryTotal');
  if (!supplier || !sums) throw new UnreadableFile('not an invoice');
  const document_type = readCode(root, 'InvoiceTypeCode') ?? readCode(root, 'CreditNoteTypeCode');
  const isCredit = root.name === 'CreditNote' || (document_type !== null && CREDIT_NOTE_TYPES.has(document_type));
  const total_amount = requireDecimal(sums, 'TaxInclusiveAmount').plus(readDecimal(sums, 'PayableRoundingAmount') ?? 0);
  const header = {
    ddt_number: readCode(root, 'DespatchDocumentReference', 'ID'),
    ddt_date: readDocumentDay(textAt(root, 'DespatchDocumentReference', 'IssueDate')),
    order_number: readCode(root, 'OrderReference', 'ID'),
  };
  const due = readDocumentDay(textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans', 'PaymentDueDate'));
  const payable = readDecimal(sums, 'PayableAmount') ?? total_amount;
  return checkRead({
    supplier_name: requireText(
      readText(supplier, 'PartyLegalEntity', 'RegistrationName') ?? readText(supplier, 'PartyName', 'Name'),
      'RegistrationName',
    ).slice(0, 200),
    supplier_vat: vatOf(supplier),
    kind: isCredit ? 'credit_note' : 'invoice',
    document_type,
    number: requireText(readCode(root, 'ID'), 'ID'),
    document_date: requireText(readDocumentDay(textAt(root, 'IssueDate')), 'IssueDate'),
    currency: readCurrency(textAt(root, 'DocumentCurrencyCode')),
    lines: [...elementsAt(root, 'InvoiceLine'), ...elementsAt(root, 'CreditNoteLine')].map((line) =>
      readLine(line, header),
    ),
    // The first total is in the currency of the document; a second one in that of the accounts has no groups.
    vat: elementsAt(root, 'TaxTotal', 'TaxSubtotal').map(readVat),
    total_amount,
    to_pay_amount: total_amount,
    credited_number: readCode(root, 'BillingReference', 'InvoiceDocumentReference', 'ID'),
    notes: joinNotes(elementsAt(root, 'Note').map(({ text }) => text)),
    instalments:
      due === null || payable.lte(0)
        ? []
        : [
            {
              due_date: due,
              amount: payable,
              method: readCode(root, 'PaymentMeans', 'PaymentMeansCode'),
              iban: readCode(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'),
            },
          ],
  });
}

function vatOf(supplier: XmlElement): string | null {
  const scheme = elementsAt(supplier, 'PartyTaxScheme').find((one) => textAt(one, 'TaxScheme', 'ID') === 'VAT');
  return joinVat(null, scheme ? textAt(scheme, 'CompanyID') : null);
}

function readVat(group: XmlElement): ReadVat {
  const [category] = elementsAt(group, 'TaxCategory');
  return {
    vat_rate: (category && readDecimal(category, 'Percent')) ?? decimalOf(0),
    natura: categoryOf(category),
    net_amount: requireDecimal(group, 'TaxableAmount'),
    vat_amount: requireDecimal(group, 'TaxAmount'),
    esigibilita: null,
  };
}

/** The VAT category; null for the standard one. */
function categoryOf(category: XmlElement | undefined): string | null {
  const code = category ? readCode(category, 'ID') : null;
  return code === 'S' ? null : code;
}

function readLine(line: XmlElement, header: Pick<ReadLine, 'ddt_number' | 'ddt_date' | 'order_number'>): ReadLine {
  const [item] = elementsAt(line, 'Item');
  if (!item) throw new UnreadableFile('line');
  const [quantity] = [...elementsAt(line, 'InvoicedQuantity'), ...elementsAt(line, 'CreditedQuantity')];
  const [category] = elementsAt(item, 'ClassifiedTaxCategory');
  const base = readDecimal(line, 'Price', 'BaseQuantity') ?? decimalOf(1);
  const price = requireDecimal(line, 'Price', 'PriceAmount');
  const ddt = readCode(line, 'DespatchLineReference', 'DocumentReference', 'ID');
  return {
    description: [readText(item, 'Name'), readText(item, 'Description')].filter(Boolean).join(' · ').slice(0, 1000),
    supplier_code: readCode(item, 'SellersItemIdentification', 'ID'),
    barcode: readCode(item, 'StandardItemIdentification', 'ID'),
    quantity: readDecimal(line, 'InvoicedQuantity') ?? readDecimal(line, 'CreditedQuantity'),
    unit_of_measure: quantity?.attributes['unitCode']?.slice(0, 20) || null,
    unit_price: base.gt(0) ? price.div(base) : price,
    net_amount: requireDecimal(line, 'LineExtensionAmount'),
    vat_rate: (category && readDecimal(category, 'Percent')) ?? decimalOf(0),
    natura: categoryOf(category),
    ddt_number: ddt ?? header.ddt_number,
    ddt_date: ddt
      ? readDocumentDay(textAt(line, 'DespatchLineReference', 'DocumentReference', 'IssueDate'))
      : header.ddt_date,
    order_number: readCode(line, 'OrderLineReference', 'OrderReference', 'ID') ?? header.order_number,
  };
}
