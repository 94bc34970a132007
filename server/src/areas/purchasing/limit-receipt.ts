import { decimalOf, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { readSettings } from '../registry/index.ts';
import { fitOf, mostReceived } from './over-receipt.rules.ts';
import type { ReceiptLine } from './receipt-lines.ts';

/** Refuses lines that accept no further receipts. @throws ITEM_COMPLETED on each of them */
export function refuseCompletedReceipts(lines: readonly ReceiptLine[]): void {
  const completed = lines.filter(({ item }) => item.status === 'completed');
  if (completed.length > 0)
    throw new Problem('ITEM_COMPLETED', {
      fields: completed.map(({ path }) => ({ path: `${path}.quantity`, code: 'itemCompleted' })),
    });
}

/**
 * Computes the total received quantity of each line; warns when it exceeds the order.
 * @param force accept quantities beyond the tolerance, if the user has the permission
 * @returns the total received of each line, including this receipt
 * @throws OVER_RECEIPT
 */
export async function limitReceipt(
  act: Act,
  { lines, force }: { lines: readonly ReceiptLine[]; force: boolean },
): Promise<Decimal[]> {
  const { over_receipt_percent } = await readSettings(act.tx);
  const forced = force && act.may('goods_receipts.force');
  const received = new Map<number, Decimal>();
  return lines.map(({ item, unit_of_measure: unit, quantity, path }) => {
    const before = received.get(item.id) ?? decimalOf(item.received_quantity);
    const after = before.plus(quantity);
    received.set(item.id, after);
    const fit = fitOf(after, item.ordered_quantity, over_receipt_percent);
    if (fit === 'beyond' && !forced) {
      const rest = toNumber(mostReceived(item.ordered_quantity, over_receipt_percent).minus(before).round(5, 0));
      const values = { max: Math.max(rest, 0), unit };
      throw new Problem('OVER_RECEIPT', {
        values,
        fields: [{ path: `${path}.quantity`, code: 'overReceipt', values }],
      });
    }
    if (fit !== 'within')
      act.warn(
        'over_receipt',
        { received: toNumber(after), ordered: toNumber(item.ordered_quantity) },
        `${path}.quantity`,
      );
    return after;
  });
}
