import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { FieldChange } from '@bobina/contract/system/history.ts';
import { diffKnown } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks, invalid, notFound, Problem } from '../../../platform/problem.ts';
import { lockItem, type OrderLine } from '../../orders/index.ts';

/** Locks the line of a request path. @throws NOT_FOUND */
export async function lockItemOfPath(act: Act, id: number): Promise<OrderLine> {
  const item = await lockItem(act, id);
  if (!item) throw notFound();
  return item;
}
/** Locks the line named in a request body. @throws 400 on its field */
export async function lockNamedItem(act: Act, { id, path }: { id: number; path: string }): Promise<OrderLine> {
  const item = await lockItem(act, id);
  if (!item) throw invalid(path, 'unknown');
  return item;
}

/** Reports whether the line is completed. */
export function isCompleted({ production_status }: OrderLine): boolean {
  return production_status === 'completato';
}
/** Refuses a completed line. @throws ITEM_COMPLETED */
export function refuseCompleted(item: OrderLine): void {
  if (isCompleted(item)) throw new Problem('ITEM_COMPLETED');
}
/** Formats a line for the activity log. */
export function describeItem({ order_number, line, code }: OrderLine): string {
  return `${order_number}-${line} · ${code}`;
}

/** Compares the progress of a line when it was locked with that after the act. */
export function diffProgress(before: OrderLine, after: ProductionItem): FieldChange[] {
  return diffKnown(
    {
      total_produced: toNumber(before.produced_quantity),
      loaded_quantity: toNumber(before.loaded_quantity),
      production_status: before.production_status,
    },
    after,
  );
}

/** Adds an `unknown` problem for each id that was not found. */
export function requireItems(ids: readonly number[], found: ReadonlySet<number>, path: string): void {
  const checks = new FieldChecks();
  for (const [index, id] of ids.entries()) if (!found.has(id)) checks.add(`${path}.${index}`, 'unknown');
  checks.done();
}
