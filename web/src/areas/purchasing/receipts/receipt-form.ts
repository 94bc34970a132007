/** Form values of a receipt, and their validation before sending. */
import type { z } from 'zod';
import { decimalOf, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { batchesMatch, receivedItemFaults } from '@bobina/contract/purchasing/receipt.rules.ts';
import {
  ReceiptInput,
  type ItemToReceive,
  type OrderToReceive,
  type ReceivedBatchInput,
} from '@bobina/contract/purchasing/receipts.ts';
import type { Act } from '../../../lib/offline/acts.ts';
import { batchDateFaults } from '@bobina/contract/stock/movement.rules.ts';

export type TypedReceipt = z.input<typeof ReceiptInput> & { items: NonNullable<z.input<typeof ReceiptInput>['items']> };
export type TypedItem = TypedReceipt['items'][number];
export type Batch = ReceivedBatchInput;
/** The quantity may still be invalid text. */
type WithQuantity = { quantity: unknown };

/** Returns the initial form values of a receipt. @param onlyWarehouse id of the warehouse if there is exactly one */
export function emptyReceipt(order: OrderToReceive, onlyWarehouse: number | null) {
  return {
    document_number: '',
    document_date: null,
    order_id: order.id,
    items: order.items.map(({ id, product_id, current_warehouse_id }) => ({
      order_item_id: id,
      product_id,
      quantity: 0,
      warehouse_id: current_warehouse_id ?? onlyWarehouse,
      batches: [],
      reels: [],
    })),
  } as unknown as Partial<z.input<typeof ReceiptInput>>;
}
/** Returns the initial values with those of a refused receipt, line by line: the order may have other lines by now. */
export function withTyped(initial: ReturnType<typeof emptyReceipt>, refused: Pick<Act, 'typed' | 'body'> | null) {
  if (!refused) return initial;
  const typed = (refused.typed ?? refused.body) as TypedReceipt;
  const lines = new Map(typed.items.map((item) => [item.order_item_id, item]));
  return {
    ...initial,
    document_number: typed.document_number,
    document_date: typed.document_date,
    items: initial.items?.map((item) => ({ ...item, ...lines.get(item.order_item_id) })),
  } as typeof initial;
}
/** Returns the exact sum of the valid quantities. */
export function batchTotal(batches: readonly WithQuantity[]): Decimal {
  return sum(counted(batches).map(({ quantity }) => decimalOf(quantity)));
}
/** Returns whether the batches add up to the quantity. */
export function isComplete(batches: readonly WithQuantity[], quantity: number): boolean {
  return batchesMatch({ quantity, batches: counted(batches) });
}

/**
 * Returns the batches of a line whose quantity changes. The only batch of a line holds all of it, so it follows. While the
 * quantity is empty or no number the batch stays, and follows the next quantity.
 */
export function batchesAt({ quantity, batches }: TypedItem, next: unknown): TypedItem['batches'] {
  const [only, second] = batches ?? [];
  const isAll = !isAmount(quantity) || isComplete(batches ?? [], quantity);
  return only && !second && isAll && isAmount(next) ? [{ ...only, quantity: next }] : batches;
}

type Tracked = Pick<ItemToReceive, 'has_expiry' | 'has_production_date'>;

const DAYS = ['production_date', 'expiry_date'] as const;
/** Returns the errors of one batch, depending on what its product tracks. Quantity and days may still be invalid texts. */
export function batchFaults(
  batch: Partial<Batch>,
  { has_expiry, has_production_date }: Tracked,
): { path: keyof Batch; code: FieldCode }[] {
  return [
    ...(batch.batch_number ? [] : [{ path: 'batch_number', code: 'required' } as const]),
    ...quantityFaults(batch.quantity),
    ...DAYS.flatMap((path) => (batch[path] && !isDay(batch[path]) ? [{ path, code: 'not_day' } as const] : [])),
    ...(batchDateFaults(batch, { has_expiry_date: has_expiry, has_production_date }) as {
      path: keyof Batch;
      code: FieldCode;
    }[]),
  ];
}

/** Extends the contract's schema with the rules that depend on the products; reports all errors together. */
export function receiptSchemaFor(items: readonly ItemToReceive[]): typeof ReceiptInput {
  return ReceiptInput.superRefine(
    (receipt: Partial<TypedReceipt> | undefined, context) => {
      const known = new Map(items.map((item) => [item.id, item]));
      for (const [at, typed] of (Array.isArray(receipt?.items) ? receipt.items : []).entries()) {
        const item = known.get(typed?.order_item_id ?? 0);
        if (!item || !hasNumbers(typed)) continue;
        for (const { path, code } of receivedItemFaults(typed as Parameters<typeof receivedItemFaults>[0], item))
          context.addIssue({ code: 'custom', path: ['items', at, ...path.split('.')], params: { code } });
      }
    },
    { when: () => true },
  );
}

function quantityFaults(quantity: unknown): { path: 'quantity'; code: FieldCode }[] {
  if (typeof quantity === 'string') return [{ path: 'quantity', code: 'not_number' }];
  return isAmount(quantity) ? [] : [{ path: 'quantity', code: 'above' }];
}

function isAmount(quantity: unknown): quantity is number {
  return typeof quantity === 'number' && quantity > 0;
}

function counted(batches: readonly WithQuantity[]) {
  return batches.flatMap(({ quantity }) => (typeof quantity === 'number' ? [{ quantity } as Batch] : []));
}

function hasNumbers(typed: TypedItem | undefined): typed is TypedItem {
  return typeof typed?.quantity === 'number' && counted(typed.batches ?? []).length === (typed.batches ?? []).length;
}
