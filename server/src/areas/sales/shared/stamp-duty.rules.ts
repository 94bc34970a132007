/** Italian stamp duty on invoices without VAT: DPR 642/72, tariff, art. 13, note 2 b. */
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';

/** Exports and intra-Community supplies are exempt (table B, art. 15) although they have no VAT. */
export const SUBJECT_TO_STAMP_DUTY = ['N2.1', 'N2.2', 'N3.5', 'N3.6', 'N4'];
const SUBJECT = new Set(SUBJECT_TO_STAMP_DUTY);
const FREE_UP_TO = '77.47';
export const STAMP_DUTY = 2;

/**
 * Returns the stamp duty in EUR, or null where none is due.
 * @param country the company's country @param groups in the document's currency
 * @param exchange_rate units of the currency for 1 EUR; null for EUR
 */
export function stampDutyOf({
  country,
  groups,
  exchange_rate,
}: {
  country: string | null;
  groups: readonly { natura: string | null; net_amount: number | string }[];
  exchange_rate: number | string | null;
}): number | null {
  if (country !== 'IT') return null;
  const subject = groups.filter(({ natura }) => natura !== null && SUBJECT.has(natura));
  const net = sum(subject.map(({ net_amount }) => decimalOf(net_amount))).div(exchange_rate ?? 1);
  return net.gt(FREE_UP_TO) ? STAMP_DUTY : null;
}
