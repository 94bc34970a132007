/** The Italian stamp duty on invoices, which is due where no VAT is: DPR 642/72, tariff, art. 13, note 2 b. */
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';

/** Exports and intra-Community supplies bear none (table B, art. 15), though they bear no VAT either. */
const SUBJECT = new Set(['N2.1', 'N2.2', 'N3.5', 'N3.6', 'N4']);
const FREE_UP_TO = '77.47';
export const STAMP_DUTY = 2;

/** EUR, or null where none is due. @param country the company's */
export function stampDutyOf(
  country: string | null,
  groups: readonly { natura: string | null; net_amount: number }[],
): number | null {
  if (country !== 'IT') return null;
  const subject = groups.filter(({ natura }) => natura !== null && SUBJECT.has(natura));
  return sum(subject.map(({ net_amount }) => decimalOf(net_amount))).gt(FREE_UP_TO) ? STAMP_DUTY : null;
}
