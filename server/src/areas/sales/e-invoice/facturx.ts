/** Factur-X, profile EN 16931: the Cross Industry Invoice of UN/CEFACT, with elements in schema order. */
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { documentTexts, fillText, naturaText, printFormats } from '../documents/document-texts.ts';
import type { InvoiceDocument, VatGroup } from '../documents/read-invoice-document.ts';
import { FRENCH_ADDRESS_SCHEME, frenchAddressOf, sirenOf, siretOf } from '../shared/french-company.rules.ts';
import { amountsInEur } from '../documents/amounts-of-document.ts';
import { europeanVat, isTransfer, paymentMethod, validIban } from './numbers.rules.ts';
import { categoryOf } from './vat-categories.rules.ts';
import { Element, xmlDocument } from './xml.ts';

/** UN/ECE recommendation 20. */
const UNITS: Record<string, string> = { m: 'MTR', kg: 'KGM', piece: 'H87', l: 'LTR', box: 'XBX' };
/** UNTDID 4461 codes of the Italian payment methods; ZZZ (mutually agreed) for methods without one. */
const MEANS: Record<string, string> = {
  MP01: '10',
  MP02: '20',
  MP03: '20',
  MP05: '58',
  MP08: '48',
  MP19: '59',
  MP20: '59',
  MP21: '59',
};

interface Party {
  business_name: string | null;
  vat_number: string | null;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  province: string | null;
  country_code: string | null;
}

interface Category {
  code: string;
  reason: string | null;
  text: string | null;
  rate: number;
  net: number;
  vat: number;
}

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Builds the Factur-X XML. @param document issued and complete */
export function facturX(document: InvoiceDocument): string {
  return xmlDocument('rsm:CrossIndustryInvoice', NAMESPACES, {
    'rsm:ExchangedDocumentContext': {
      // B1: an invoice of goods, as XP Z12-012 requires of French companies.
      'ram:BusinessProcessSpecifiedDocumentContextParameter': isFrench(document.company) ? { 'ram:ID': 'B1' } : null,
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': document.number,
      'ram:TypeCode': document.type === 'credit_note' ? '381' : '380',
      'ram:IssueDateTime': date(document.invoice_date),
      'ram:IncludedNote': notesOf(document),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': document.items.map(lineOf),
      'ram:ApplicableHeaderTradeAgreement': agreement(document),
      'ram:ApplicableHeaderTradeDelivery': delivery(document),
      'ram:ApplicableHeaderTradeSettlement': settlement(document),
    },
  });
}

function isFrench({ country_code }: { country_code: string | null }): boolean {
  return country_code === 'FR';
}

function notesOf({ notes, french_notes: required }: InvoiceDocument) {
  const coded = required
    ? ([
        ['PMT', required.pmt],
        ['PMD', required.pmd],
        ['AAB', required.aab],
      ] as const)
    : [];
  return [{ 'ram:Content': notes }, ...coded.map(([code, text]) => ({ 'ram:Content': text, 'ram:SubjectCode': code }))];
}

function amount(value: number): string {
  return decimalOf(value).toFixed(2);
}

function exact(value: number): string {
  return decimalOf(value).toFixed();
}

function date(day: string) {
  return {
    'udt:DateTimeString': new Element({ format: '102' }, day.replaceAll('-', '')),
  };
}

function formatted(day: string) {
  return {
    'qdt:DateTimeString': new Element({ format: '102' }, day.replaceAll('-', '')),
  };
}

function lineOf(item: InvoiceDocument['items'][number], at: number) {
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': at + 1 },
    'ram:SpecifiedTradeProduct': { 'ram:SellerAssignedID': item.code, 'ram:Name': item.description },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': exact(item.unit_price) },
    },
    'ram:SpecifiedLineTradeDelivery': {
      // C62 is "one": the credit of an amount has no quantity.
      'ram:BilledQuantity':
        item.quantity === null
          ? new Element({ unitCode: 'C62' }, '1')
          : new Element({ unitCode: UNITS[item.unit_of_measure]! }, exact(item.quantity)),
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': {
        'ram:TypeCode': 'VAT',
        'ram:CategoryCode': categoryOf({ vat_rate: item.vat_rate!, natura: item.natura })!.code,
        'ram:RateApplicablePercent': amount(item.vat_rate!),
      },
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': amount(item.net_amount) },
    },
  };
}

function addressOf({ zip_code, address, city, province, country_code }: Omit<Party, 'vat_number' | 'business_name'>) {
  return {
    'ram:PostcodeCode': zip_code,
    'ram:LineOne': address,
    'ram:CityName': city,
    'ram:CountryID': country_code,
    'ram:CountrySubDivisionName': province,
  };
}

function partyOf(party: Party & Parameters<typeof frenchAddressOf>[0], email: string | null) {
  const isInFrance = isFrench(party);
  const [siren, siret] = isInFrance ? [sirenOf(party), siretOf(party)] : [null, null];
  const [scheme, address] = isInFrance && siren ? [FRENCH_ADDRESS_SCHEME, frenchAddressOf(party)] : ['EM', email];
  return {
    'ram:GlobalID': siret && new Element({ schemeID: '0009' }, siret),
    'ram:Name': party.business_name,
    'ram:SpecifiedLegalOrganization': siren && { 'ram:ID': new Element({ schemeID: '0002' }, siren) },
    'ram:PostalTradeAddress': addressOf(party),
    'ram:URIUniversalCommunication': address && { 'ram:URIID': new Element({ schemeID: scheme }, address) },
    'ram:SpecifiedTaxRegistration': {
      'ram:ID': new Element({ schemeID: 'VA' }, europeanVat(party.vat_number, party.country_code)),
    },
  };
}

function agreement({ company, customer, customer_order_number }: InvoiceDocument) {
  return {
    'ram:SellerTradeParty': partyOf(company, company.email),
    'ram:BuyerTradeParty': partyOf(customer, customer.email_fatturazione ?? customer.email),
    'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': customer_order_number },
  };
}

/** Returns the ship-to party: the destination, in the customer's country if it has none. */
function shipTo({ customer, destination }: InvoiceDocument): Omit<Party, 'vat_number' | 'business_name'> {
  return destination
    ? {
        address: destination.indirizzo,
        zip_code: destination.cap,
        city: destination.citta,
        province: null,
        country_code: countryOf({ country: destination.nazione, country_code: null }) ?? customer.country_code,
      }
    : customer;
}

/** Ship-to place and date; an intra-Union supply is VAT-free only with both. */
function delivery(document: InvoiceDocument) {
  return {
    'ram:ShipToTradeParty': {
      'ram:Name': document.customer.business_name,
      'ram:PostalTradeAddress': addressOf(shipTo(document)),
    },
    'ram:ActualDeliverySupplyChainEvent': { 'ram:OccurrenceDateTime': date(document.packing_lists.at(-1)!.date) },
    'ram:DespatchAdviceReferencedDocument': {
      'ram:IssuerAssignedID': document.packing_lists.map(({ number }) => number).join(', '),
    },
  };
}

/** Groups by category and rate; several Italian natures may share one category. */
function categoriesOf(groups: readonly VatGroup[]): Category[] {
  const named = groups.map((group) => ({
    ...group,
    ...categoryOf({ vat_rate: group.vat_rate!, natura: group.natura })!,
  }));
  return [...Map.groupBy(named, ({ code, vat_rate }) => `${code} ${vat_rate}`).values()].map((same) => {
    const { code, reason, vat_rate } = same[0]!;
    const texts = same.flatMap(({ natura }) => (natura === null ? [] : (naturaText('fr', natura) ?? natura)));
    return {
      code,
      reason,
      text: code === 'S' || code === 'Z' ? null : [...new Set(texts)].join(' · '),
      rate: vat_rate!,
      net: Number(sum(same.map(({ net_amount }) => decimalOf(net_amount)))),
      vat: Number(sum(same.map(({ vat_amount }) => decimalOf(vat_amount)))),
    };
  });
}

function taxes({ groups }: InvoiceDocument) {
  return categoriesOf(groups).map(({ code, reason, text, rate, net, vat }) => ({
    'ram:CalculatedAmount': amount(vat),
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': text,
    'ram:BasisAmount': amount(net),
    'ram:CategoryCode': code,
    'ram:ExemptionReasonCode': reason,
    'ram:RateApplicablePercent': amount(rate),
  }));
}

function means({ type, payment, company }: InvoiceDocument) {
  const method = paymentMethod(payment.method);
  if (type === 'credit_note' || method === null) return null;
  return {
    'ram:TypeCode': MEANS[method] ?? 'ZZZ',
    'ram:PayeePartyCreditorFinancialAccount': isTransfer(method) ? { 'ram:IBANID': validIban(company.iban) } : null,
  };
}

/** States how a credit note, which has no payment, is settled. */
function creditTerms({ credited_invoice: invoice }: InvoiceDocument): string {
  return fillText(documentTexts('fr').legal[invoice!.in_full ? 'credited' : 'credited_part'], {
    number: invoice!.number,
    date: printFormats('fr').day(invoice!.date),
  });
}

/** States the payment terms, and each instalment when there are several: the format has one due date. */
function paymentTerms({ payment, instalments, currency }: InvoiceDocument): string | null {
  if (instalments.length < 2) return payment.terms;
  const formats = printFormats('fr');
  const dues = instalments.map((row) => `${formats.day(row.due_date)} ${formats.money(row.amount, currency)}`);
  return [payment.terms, ...dues].filter(Boolean).join(' · ');
}

function settlement(document: InvoiceDocument) {
  const { type, credited_invoice: credited, currency } = document;
  const eur = amountsInEur(document);
  return {
    'ram:PaymentReference': document.number,
    'ram:TaxCurrencyCode': eur && 'EUR',
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': means(document),
    'ram:ApplicableTradeTax': taxes(document),
    // BR-CO-25: an amount above zero requires a due date or payment terms.
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': type === 'credit_note' ? creditTerms(document) : paymentTerms(document),
      'ram:DueDateDateTime': type === 'credit_note' ? null : date(document.due_date),
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': amount(document.net_amount),
      'ram:TaxBasisTotalAmount': amount(document.net_amount),
      'ram:TaxTotalAmount': [
        new Element({ currencyID: currency }, amount(document.vat_amount)),
        eur && new Element({ currencyID: 'EUR' }, amount(eur.vat_amount)),
      ],
      'ram:GrandTotalAmount': amount(document.total_amount),
      'ram:DuePayableAmount': amount(document.total_amount),
    },
    'ram:InvoiceReferencedDocument': credited && {
      'ram:IssuerAssignedID': credited.number,
      'ram:FormattedIssueDateTime': formatted(credited.date),
    },
  };
}
