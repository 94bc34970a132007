import { useTranslation } from 'react-i18next';
import type { OrderToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import type { ActRow } from '../../../lib/offline/acts.ts';
import { perform } from '../../../lib/offline/queue.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { queuedReceipt } from './queued-receipt.ts';
import type { TypedItem, TypedReceipt } from './receipt-form.ts';

/** The answer of a receipt. */
export interface Receipt {
  receipt_id: number;
  reels: readonly { batch_id: number }[];
  warnings?: readonly { message: string }[];
}

const { method, path } = api.goodsReceipts.receive;

/** The screen of an order's receipt. */
export function receiptPath(orderId: number): string {
  return `/operazioni/ricezione-merce/${orderId}`;
}

/**
 * Returns a function that sends a receipt, or keeps it on the device while there is no network. After an OVER_RECEIPT error, users with the permission may confirm to record
 * it anyway.
 * @param name returns the name of a line for the confirmation, by its position
 * @param replaces the refused act on the device that the receipt corrects
 */
export function useReceive(
  order: OrderToReceive,
  name: (index: number, item: TypedItem) => string,
  replaces: number | undefined,
) {
  const { t } = useTranslation('purchasing');
  const mayForce = useCan()('goods_receipts.force');
  const receive = (body: TypedReceipt, key: string) =>
    perform<Receipt>(
      {
        kind: 'receipt',
        method: method as 'POST',
        path,
        body: { ...body, items: body.items.map(withoutSum) },
        typed: body,
        key,
        document: queuedReceipt(order.id),
        name: t('receipt.waiting', { order: order.order_number, number: body.document_number }),
        rows: body.items.flatMap((item) => rowOf(item, order)),
        screen: receiptPath(order.id),
      },
      { replaces },
    );
  return async ({ body }: { body: TypedReceipt }, { key }: { key: string }) => {
    try {
      return await receive(body, key);
    } catch (error) {
      if (!mayForce || !(error instanceof ApiProblem) || error.code !== 'OVER_RECEIPT') throw error;
      const excessive = error.fields.map(({ path }) => Number(path.split('.')[1])).filter((index) => body.items[index]);
      const message = (
        <>
          {error.message}. {t('receipt.forceText')}
          <ul>
            {excessive.map((index) => (
              <li key={index}>{name(index, body.items[index]!)}</li>
            ))}
          </ul>
          {t('receipt.final')}
        </>
      );
      const title = t('receipt.forceTitle');
      if (!(await confirm({ title, message, confirmLabel: t('receipt.force'), danger: true }))) throw error;
      // The body differs, so it needs another idempotency key; the key is derived, so that a retry is deduplicated.
      return receive({ ...body, force: true }, `${key}-force`);
    }
  };
}

/** The row of a received line in the list of acts; none for a line of 0. */
function rowOf({ order_item_id, quantity, batches }: TypedItem, { items }: OrderToReceive): ActRow[] {
  const item = items.find(({ id }) => id === order_item_id);
  if (!item || !quantity) return [];
  const [only, second] = batches ?? [];
  const batch = only && !second ? only.batch_number : null;
  return [{ code: item.code, batch, quantity, unit: item.unit_of_measure }];
}

/** The server sums the reels of a line: the form computes its preview from the product as it was read. */
function withoutSum({ quantity, ...item }: TypedItem): TypedItem {
  return item.reels && item.reels.length > 0 ? item : { ...item, quantity };
}
