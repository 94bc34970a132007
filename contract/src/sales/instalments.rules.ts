/** The instalments of an invoice. */
import type { Day } from '../core/dates.ts';
import { round, type Decimal } from '../core/decimal.ts';
import { dueDate, type PaymentTermRule } from './due-date.rules.ts';

export interface InstalmentRule {
  days: number;
  /** Of the amount to pay; all together make 100. */
  percent: number;
}
export interface Instalment {
  due_date: Day;
  amount: Decimal;
}

/**
 * Splits the amount to pay by the payment terms, in the order of the days. Each amount is rounded to cents and never exceeds
 * the rest of the total; the last one is the rest. Without instalments there is one, by the days of the terms.
 */
export function instalmentsOf(
  { day, toPay }: { day: Day; toPay: Decimal },
  { instalments = [], ...rule }: PaymentTermRule & { instalments?: readonly InstalmentRule[] },
): Instalment[] {
  if (instalments.length === 0) return [{ due_date: dueDate(day, rule), amount: toPay }];
  let left = toPay;
  return instalments
    .toSorted((a, b) => a.days - b.days)
    .map(({ days, percent }, index, all) => {
      const share = round(toPay.times(percent).div(100), 2);
      const amount = index === all.length - 1 || share.gt(left) ? left : share;
      left = left.minus(amount);
      return { due_date: dueDate(day, { ...rule, giorni_differita: days }), amount };
    });
}

/** The due date of an invoice: that of its last instalment. */
export function lastDue(instalments: readonly Instalment[]): Day {
  return instalments.map(({ due_date }) => due_date).reduce((last, due) => (due > last ? due : last));
}
