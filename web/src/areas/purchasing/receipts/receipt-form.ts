/** What a receipt is while it is typed, and what must hold before it is sent. */
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
import { batchDateFaults } from '@bobina/contract/stock/movement.rules.ts';

export type TypedReceipt = z.input<typeof ReceiptInput> & { items: NonNullable<z.input<typeof ReceiptInput>['items']> };
export type TypedItem = TypedReceipt['items'][number];
export type Batch = ReceivedBatchInput;
/** A quantity may be no number yet. */
type WithQuantity = { quantity: unknown };

/** @param onlyWarehouse the one that there is, when there is just one */
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
    })),
  } as unknown as Partial<z.input<typeof ReceiptInput>>;
}
export function batchTotal(batches: readonly WithQuantity[]): Decimal {
  return sum(counted(batches).map(({ quantity }) => decimalOf(quantity)));
}
export function isComplete(batches: readonly WithQuantity[], quantity: number): boolean {
  return batchesMatch({ quantity, batches: counted(batches) });
}

type Tracked = Pick<ItemToReceive, 'has_expiry' | 'has_production_date'>;

const DAYS = ['production_date', 'expiry_date'] as const;
/** What one batch lacks, by the kind of its product. A day may be a text that is not a day yet. */
export function batchFaults(
  batch: Partial<Batch>,
  { has_expiry, has_production_date }: Tracked,
): { path: keyof Batch; code: FieldCode }[] {
  return [
    ...(batch.batch_number ? [] : [{ path: 'batch_number', code: 'required' } as const]),
    ...(typeof batch.quantity === 'number' && batch.quantity > 0 ? [] : [{ path: 'quantity', code: 'above' } as const]),
    ...DAYS.flatMap((path) => (batch[path] && !isDay(batch[path]) ? [{ path, code: 'not_day' } as const] : [])),
    ...(batchDateFaults(batch, { has_expiry_date: has_expiry, has_production_date }) as {
      path: keyof Batch;
      code: FieldCode;
    }[]),
  ];
}

/** The contract's receipt, and the rules that need to know the products: told along with the other problems. */
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

function counted(batches: readonly WithQuantity[]) {
  return batches.flatMap(({ quantity }) => (typeof quantity === 'number' ? [{ quantity } as Batch] : []));
}

function hasNumbers(typed: TypedItem | undefined): typed is TypedItem {
  return typeof typed?.quantity === 'number' && counted(typed.batches ?? []).length === (typed.batches ?? []).length;
}
