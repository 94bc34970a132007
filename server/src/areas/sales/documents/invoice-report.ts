/** Builds the printable content of an invoice, in its reader's language. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { paymentMethodName } from '@bobina/contract/registry/payment-methods.ts';
import type { InvoiceReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { documentTexts, fillText, languageOfCountry, naturaText, printFormats } from './document-texts.ts';
import { printedCustomer } from '../shared/party-snapshot.ts';
import { readInvoiceDocument, type InvoiceDocument, type VatGroup } from './read-invoice-document.ts';
import { stampDutyOf } from '../shared/stamp-duty.rules.ts';
import { destinationCode, isPublicBody, officeCode, pecOf } from './delivery-address.rules.ts';
import { FRENCH_ADDRESS_SCHEME, frenchAddressOf, sirenOf } from '../shared/french-company.rules.ts';
import { amountsInEur, amountToPay, isSplitPayment } from './amounts-of-document.ts';
import { conaiText } from './conai-text.ts';

/** Builds the report of an invoice document in a language. */
export function reportOf(document: InvoiceDocument, language: Language): InvoiceReport {
  const { company, customer, payment, groups, type } = document;
  const isItalian = company.country_code === 'IT' && customer.country_code === 'IT';
  return {
    id: document.id,
    language,
    type,
    number: document.number,
    status: document.status,
    invoice_date: document.invoice_date,
    due_date: document.due_date,
    instalments: document.instalments,
    currency: document.currency,
    company: { ...company, siren: isFrench(company) ? sirenOf(company) : company.siren } as InvoiceReport['company'],
    customer: {
      ...printedCustomer(customer.id, customer),
      indirizzo_fatturazione: customer.indirizzo_fatturazione,
      codice_destinatario: isPublicBody(customer) ? officeCode(customer) : isItalian ? destinationCode(customer) : null,
      pec: isItalian ? pecOf(customer) : null,
      siren: isFrench(customer) ? sirenOf(customer) : customer.siren,
      siret: customer.siret,
      ice: customer.ice,
    },
    electronic_addresses: isFrench(company)
      ? { company: addressInDirectory(company), customer: isFrench(customer) ? addressInDirectory(customer) : null }
      : null,
    packing_list: document.packing_lists.length === 1 ? referenceTo(document.packing_lists[0]!) : null,
    packing_lists: document.packing_lists,
    order_number: document.order_number,
    customer_order_number: document.customer_order_number,
    cig: document.cig,
    cup: document.cup,
    credited_invoice: document.credited_invoice,
    items: document.items.map(({ product_id: _product, conai_material, conai_kg, conai_amount, ...item }, at) => ({
      position: at + 1,
      ...item,
      conai: conaiText({ conai_material, conai_kg, conai_amount }, language),
    })),
    vat_summary: groups.map((group) => ({
      vat_rate: group.vat_rate ?? 0,
      natura: group.natura,
      reason: reasonOf(language, group),
      net_amount: group.net_amount,
      vat_amount: group.vat_amount,
    })),
    net_amount: document.net_amount,
    vat_amount: document.vat_amount,
    total_amount: document.total_amount,
    amount_to_pay: amountToPay(document),
    exchange_rate: document.exchange_rate,
    amounts_eur: amountsInEur(document),
    payment: {
      terms: payment.terms,
      method: payment.method,
      method_text: paymentMethodName(language, payment.method),
      iban: company.iban,
      bank: company.bank,
    },
    is_courtesy_copy: company.country_code === 'IT' && document.is_issued,
    stamp_duty: stampDutyOf({ country: company.country_code, groups, exchange_rate: document.exchange_rate }),
    mentions: mentionsOf(document, language),
    notes: document.notes,
  };
}

/**
 * Reads the report of an invoice. @throws NOT_FOUND, INCOMPLETE_DOCUMENT with each missing field and the screen to fill
 * it in
 */
export async function readInvoiceReport(
  db: Db,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<InvoiceReport> {
  const { document, missing } = await readInvoiceDocument(db, id);
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  return reportOf(document, lang ?? languageOfCountry(document.customer.country_code));
}

function referenceTo({ id, number, date }: InvoiceDocument['packing_lists'][number]) {
  return { id, number, date };
}

/** In Italian the VAT code's own description, which cites the law; otherwise the standard text of the natura. */
function reasonOf(language: Language, { natura, description }: VatGroup): string | null {
  if (natura === null) return null;
  if (language === 'it' && description) return description;
  return naturaText(language, natura) ?? description;
}

type Country = { country_code: string | null };
function isFrench({ country_code }: Country): boolean {
  return country_code === 'FR';
}

function addressInDirectory(party: Parameters<typeof frenchAddressOf>[0]): string | null {
  const address = frenchAddressOf(party);
  return address && `${FRENCH_ADDRESS_SCHEME}:${address}`;
}

/** The sentences that the law of the company's country requires. Those of French law stay in French. */
function mentionsOf(document: InvoiceDocument, language: Language): string[] {
  const { legal } = documentTexts(language);
  const { declaration, french_notes: notes } = document;
  return [
    ...(notes ? [documentTexts('fr').legal.goods_delivery, notes.pmt, notes.pmd, notes.aab] : []),
    ...(isSplitPayment(document) ? [legal.split_payment] : []),
    ...(declaration
      ? [
          fillText(legal.declaration, {
            protocol: declaration.protocol,
            day: printFormats(language).day(declaration.day),
          }),
        ]
      : []),
  ];
}
