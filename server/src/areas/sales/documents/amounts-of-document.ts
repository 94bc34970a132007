/** Amounts that follow from those of an invoice document. */
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import type { InvoiceDocument } from './read-invoice-document.ts';

/** Reports whether an Italian customer pays the VAT to the state itself: art. 17-ter DPR 633/72. */
export function isSplitPayment({ company, customer }: Pick<InvoiceDocument, 'company' | 'customer'>): boolean {
  const isItalian = company.country_code === null || company.country_code === 'IT';
  return isItalian && customer.country_code === 'IT' && customer.esigibilita === 'S';
}

/** Returns the total, less the VAT under split payment. */
export function amountToPay(
  document: Pick<InvoiceDocument, 'company' | 'customer' | 'total_amount' | 'net_amount'>,
): number {
  return isSplitPayment(document) ? document.net_amount : document.total_amount;
}

export interface AmountsInEur {
  net_amount: number;
  vat_amount: number;
  total_amount: number;
}
/** Returns the amounts at the exchange rate, to the cent; null for EUR and for a draft without a rate. */
export function amountsInEur({
  exchange_rate,
  vat_amount,
  total_amount,
}: Pick<InvoiceDocument, 'exchange_rate' | 'vat_amount' | 'total_amount'>): AmountsInEur | null {
  if (exchange_rate === null) return null;
  const inEur = (amount: number) => round(decimalOf(amount).div(exchange_rate), 2);
  const total = inEur(total_amount);
  const vat = inEur(vat_amount);
  // The net amount takes the rounding, so that the three foot.
  return { net_amount: Number(total.minus(vat)), vat_amount: Number(vat), total_amount: Number(total) };
}
