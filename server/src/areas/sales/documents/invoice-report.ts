/** Builds the printable content of an invoice, in its reader's language. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { InvoiceReport } from '@bobina/contract/sales/documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { languageOfCountry, naturaText, paymentMethodText } from './document-texts.ts';
import { printedCustomer } from '../shared/party-snapshot.ts';
import { readInvoiceDocument, type InvoiceDocument, type VatGroup } from './read-invoice-document.ts';
import { stampDutyOf } from './stamp-duty.rules.ts';
import { destinationCode, pecOf } from './delivery-address.rules.ts';

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
    company: company as InvoiceReport['company'],
    customer: {
      ...printedCustomer(customer.id, customer),
      indirizzo_fatturazione: customer.indirizzo_fatturazione,
      codice_destinatario: isItalian ? destinationCode(customer) : null,
      pec: isItalian ? pecOf(customer) : null,
    },
    packing_list: document.packing_list,
    order_number: document.order_number,
    customer_order_number: document.customer_order_number,
    credited_invoice: document.credited_invoice,
    items: document.items.map(({ product_id: _product, ...item }, at) => ({ position: at + 1, ...item })),
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
    payment: {
      terms: payment.terms,
      method: payment.method,
      method_text: paymentMethodText(language, payment.method),
      iban: company.iban,
      bank: company.bank,
    },
    is_courtesy_copy: company.country_code === 'IT' && document.is_issued,
    stamp_duty: stampDutyOf(company.country_code, groups),
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

/** In Italian the VAT code's own description, which cites the law; otherwise the standard text of the natura. */
function reasonOf(language: Language, { natura, description }: VatGroup): string | null {
  if (natura === null) return null;
  if (language === 'it' && description) return description;
  return naturaText(language, natura) ?? description;
}
