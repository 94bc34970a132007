/** Allocates stock to the lines of one document, so that no two lines use the same goods. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { allocateFefo, type StockedBatch } from './fefo.rules.ts';

export interface Balance extends StockedBatch {
  product_id: number;
  warehouse_id: number;
  /** On hold or mounted on a machine: only a line that names the batch can have it. */
  is_withheld?: boolean;
}
export interface WantedGoods {
  product_id: number;
  warehouse_id: number;
  /** Above zero. */
  quantity: number | string;
  /** `''` for goods without batches; null to allocate by earliest expiry. */
  batch_number: string | null;
}
export interface TakenPart {
  batch_number: string;
  /** Exact decimal text. */
  quantity: string;
  expiry_date: Day | null;
}
export interface AllocatedGoods {
  taken: TakenPart[];
  /** The uncovered quantity; `0` when all is covered. */
  missing: string;
}

/** Allocates lines that name their batch first, then the others in their order. @param day the document's day */
export function allocateGoods(balances: readonly Balance[], lines: readonly WantedGoods[], day: Day): AllocatedGoods[] {
  const left = Map.groupBy(
    balances.map((balance) => ({ ...balance })),
    keyOf,
  );
  const allocated: AllocatedGoods[] = [];
  const take = (line: WantedGoods, batch_number: string, quantity: string): TakenPart => {
    const batch = left.get(keyOf(line))?.find((one) => one.batch_number === batch_number);
    if (batch) batch.quantity = decimalOf(batch.quantity).minus(quantity).toFixed();
    return { batch_number, quantity, expiry_date: batch?.expiry_date ?? null };
  };
  for (const [index, line] of lines.entries()) {
    if (line.batch_number === null) continue;
    const wanted = decimalOf(line.quantity);
    const there = decimalOf(
      left.get(keyOf(line))?.find(({ batch_number }) => batch_number === line.batch_number)?.quantity ?? 0,
    );
    const quantity = wanted.lt(there) ? wanted : there;
    allocated[index] = {
      taken: quantity.gt(0) ? [take(line, line.batch_number, quantity.toFixed())] : [],
      missing: wanted.minus(quantity).toFixed(),
    };
  }
  for (const [index, line] of lines.entries()) {
    if (line.batch_number !== null) continue;
    const { taken, missing } = allocateFefo(free(left.get(keyOf(line))), line.quantity, day);
    allocated[index] = { taken: taken.map((part) => take(line, part.batch_number, part.quantity)), missing };
  }
  return allocated;
}

function free(balances: readonly Balance[] = []) {
  return balances.filter(({ is_withheld }) => !is_withheld);
}

function keyOf({ product_id, warehouse_id }: Pick<Balance, 'product_id' | 'warehouse_id'>) {
  return `${product_id} ${warehouse_id}`;
}
