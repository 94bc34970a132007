/** What a receipt is while it is typed, and what must hold before it is sent. */
import type { z } from 'zod';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { ReceiptInput, type ItemToReceive, type OrderToReceive, type ReceivedBatchInput } from '@bobina/contract/purchasing/receipts.ts';

export const BATCH_TOLERANCE = 0.001;
export type TypedReceipt = z.input<typeof ReceiptInput> & { items: NonNullable<z.input<typeof ReceiptInput>['items']> };
export type TypedItem = TypedReceipt['items'][number];
export type Batch = ReceivedBatchInput;

/** @param onlyWarehouse the one that there is, when there is just one */
export const emptyReceipt = (order: OrderToReceive, onlyWarehouse: number | null) =>
  ({
    document_number: '',
    document_date: null,
    order_id: order.id,
    items: order.items.map(({ id, product_id, current_warehouse_id }) => ({ order_item_id: id, product_id, quantity: 0, warehouse_id: current_warehouse_id ?? onlyWarehouse, batches: [] })),
  }) as unknown as Partial<z.input<typeof ReceiptInput>>;

const numbers = (values: readonly unknown[]) => values.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[];
export const batchTotal = (batches: readonly { quantity: unknown }[]) => sum(numbers(batches.map(({ quantity }) => quantity)).map(decimalOf));
/** Σ batches − quantity. */
export const difference = (batches: readonly { quantity: unknown }[], quantity: number) => batchTotal(batches).minus(quantity);
export const isComplete = (batches: readonly { quantity: unknown }[], quantity: number): boolean => difference(batches, quantity).abs().lte(BATCH_TOLERANCE);

type Refuse = (path: (string | number)[], code: FieldCode) => void;

/** What one batch lacks, by the kind of product. */
export const checkBatch = (batch: Partial<Batch>, item: Pick<ItemToReceive, 'has_expiry' | 'has_production_date'>, refuse: (field: keyof Batch, code: FieldCode) => void): void => {
  if (!batch.batch_number) refuse('batch_number', 'required');
  if (typeof batch.quantity !== 'number' || batch.quantity <= 0) refuse('quantity', 'above');
  if (item.has_production_date && !batch.production_date) refuse('production_date', 'productionDateRequired');
  if (item.has_expiry && !batch.expiry_date) refuse('expiry_date', 'expiryDateRequired');
  if (batch.production_date && batch.expiry_date && batch.expiry_date < batch.production_date) refuse('expiry_date', 'invalidDates');
};

const checkItem = (typed: Partial<TypedItem> | undefined, item: ItemToReceive | undefined, at: number, refuse: Refuse): void => {
  if (!typed || !item?.has_batches || typeof typed.quantity !== 'number' || typed.quantity <= 0) return;
  const batches = typed.batches ?? [];
  if (batches.length === 0) return refuse(['items', at, 'batches'], 'batchesRequired');
  if (!isComplete(batches, typed.quantity)) refuse(['items', at, 'batches'], 'quantityMismatch');
  batches.forEach((batch, row) => checkBatch(batch, item, (field, code) => refuse(['items', at, 'batches', row, field], code)));
};

/** The contract's receipt, and the rules that need to know the products. Told along with the other problems. */
export const receiptSchemaFor = (items: () => readonly ItemToReceive[]): typeof ReceiptInput =>
  ReceiptInput.superRefine(
    (receipt: Partial<TypedReceipt> | undefined, context) => {
      const refuse: Refuse = (path, code) => context.addIssue({ code: 'custom', path, params: { code, ...(code === 'above' && { values: { min: 0 } }) } });
      const known = new Map(items().map((item) => [item.id, item]));
      (Array.isArray(receipt?.items) ? receipt.items : []).forEach((typed, at) => checkItem(typed, known.get(typed?.order_item_id ?? 0), at, refuse));
    },
    { when: () => true },
  );
