import { sql } from 'kysely';
import { sum, decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Pallet, PalletInput } from '@bobina/contract/stock/pallets.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { holdGoods } from './hold-goods.ts';
import { postMovements } from './post-movements.ts';
import { linkBatches } from './link-batches.ts';

interface Part {
  id: number;
  batch_number: string;
  production_date: string | null;
  expiry_date: string | null;
  is_reel: boolean;
}

/**
 * Combines batches of a product into a new one with the earliest of their dates, in one posting. Locks product and
 * warehouse for share, takes the SSCC, then locks the stock keys.
 * @throws 400 on the items and the batch number, INSUFFICIENT_STOCK, ON_HOLD
 */
export async function createPallet(
  act: Act,
  { product_id, warehouse_id, items, batch_number }: PalletInput,
): Promise<Pallet> {
  const { products, warehouses } = await holdGoods(act, { productIds: [product_id], warehouseIds: [warehouse_id] });
  const parts = await readParts(act, product_id, items);
  const checks = new FieldChecks();
  if (!products.has(product_id)) checks.add('product_id', 'unknown');
  if (!warehouses.has(warehouse_id)) checks.add('warehouse_id', 'unknown');
  for (const [index, { batch_id }] of items.entries()) {
    const part = parts.get(batch_id);
    if (!part) checks.add(`items.${index}.batch_id`, 'unknown');
    else if (part.batch_number === '') checks.add(`items.${index}.batch_id`, 'not_traced');
    else if (part.is_reel) checks.add(`items.${index}.batch_id`, 'reel');
  }
  if (batch_number && (await isTaken(act, product_id, batch_number))) checks.add('batch_number', 'exists');
  checks.done();
  const { rows } = await sql<{ ssccs: (string | null)[] }>`select next_ssccs(1) as ssccs`.execute(act.tx);
  const sscc = rows[0]!.ssccs[0]!;
  const number = batch_number ?? sscc;
  if (!number) throw invalid('batch_number', 'required');

  const line = { source_type: 'SPL', movement_date: await companyToday(act.tx), product_id, warehouse_id } as const;
  const quantity = sum(items.map((item) => decimalOf(item.quantity)));
  const posted = await postMovements(act, {
    lines: [
      ...items.map((item, index) => ({
        ...line,
        movement_type: 'S' as const,
        batch_number: parts.get(item.batch_id)!.batch_number,
        quantity: item.quantity,
        paths: { quantity: `items.${index}.quantity`, batch_number: `items.${index}.batch_id` },
      })),
      {
        ...line,
        movement_type: 'C',
        batch_number: number,
        quantity: quantity.toFixed(),
        production_date: earliest([...parts.values()].map((part) => part.production_date)),
        expiry_date: earliest([...parts.values()].map((part) => part.expiry_date)),
      },
    ],
  });
  const made = await act.tx
    .updateTable('batches')
    .set({ sscc })
    .where('id', '=', (of) => of.selectFrom('stock_movements').select('batch_id').where('id', '=', posted.at(-1)!))
    .returning('id')
    .executeTakeFirstOrThrow();
  await linkBatches(act, {
    source: 'pallet',
    links: items.map((item, at) => ({ input: item.batch_id, output: made.id, movement_id: posted[at]! })),
  });
  act.record('pallet', 'batches', made.id, `${number} · ${items.length} · ${quantity.toFixed()}`);
  return { batch_id: made.id, batch_number: number, sscc, quantity: toNumber(quantity) };
}

async function readParts(act: Act, product: number, items: PalletInput['items']): Promise<Map<number, Part>> {
  const { rows } = await sql<Part>`
    select b.id, b.batch_number, b.production_date, b.expiry_date, exists (select from reels r where r.batch_id = b.id) as is_reel
    from batches b where b.product_id = ${product} and b.id = any(${items.map((item) => item.batch_id)}::integer[])`.execute(
    act.tx,
  );
  return new Map(rows.map((part) => [part.id, part]));
}

/** Whether the product has a batch with this number, or any reel has it. */
async function isTaken(act: Act, product: number, number: string): Promise<boolean> {
  const { rows } = await sql`
    select from batches where product_id = ${product} and batch_number = ${number}
    union all select from reels where lower(code) collate "C" = lower(${number}) collate "C" limit 1`.execute(act.tx);
  return rows.length > 0;
}

function earliest(days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).toSorted()[0] ?? null;
}
