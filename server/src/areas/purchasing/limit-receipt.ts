import { decimalOf, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { readSettings } from '../registry/index.ts';
import { fitOf, mostReceived } from './over-receipt.rules.ts';
import type { ReceiptLine } from './receipt-lines.ts';

/** @throws ITEM_COMPLETED on each line that takes nothing any more */
export function refuseCompleted(lines: readonly ReceiptLine[]): void {
  const completed = lines.filter(({ item }) => item.status === 'completed');
  if (completed.length > 0)
    throw new Problem('ITEM_COMPLETED', {
      fields: completed.map(({ path }) => ({ path: `${path}.quantity`, code: 'itemCompleted' })),
    });
}

/**
 * Works out what each line has received in all, warning above the order. @param force take it beyond the tolerance too,
 * for who may @returns the total received of the line, after it @throws OVER_RECEIPT
 */
export async function limitReceipt(act: Act, lines: readonly ReceiptLine[], force: boolean): Promise<Decimal[]> {
  const { over_receipt_percent } = await readSettings(act.tx);
  const forced = force && act.may('goods_receipts.force');
  const received = new Map<number, Decimal>();
  return lines.map(({ item, quantity, path }) => {
    const before = received.get(item.id) ?? decimalOf(item.received_quantity);
    const after = before.plus(quantity);
    received.set(item.id, after);
    const fit = fitOf(after, item.ordered_quantity, over_receipt_percent);
    if (fit === 'beyond' && !forced) {
      const max = toNumber(mostReceived(item.ordered_quantity, over_receipt_percent).minus(before).round(5, 0));
      throw new Problem('OVER_RECEIPT', {
        values: { max },
        fields: [{ path: `${path}.quantity`, code: 'max', values: { max } }],
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
