import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid, notFound, Problem } from '../../platform/problem.ts';
import { lockItem, type OrderLine } from '../orders/index.ts';

/** The line of a path, locked. @throws NOT_FOUND */
export async function lockItemOfPath(act: Act, id: number): Promise<OrderLine> {
  const item = await lockItem(act, id);
  if (!item) throw notFound();
  return item;
}
/** The line that a body names, locked. @throws 400 on its field */
export async function lockNamedItem(act: Act, id: number, path: string): Promise<OrderLine> {
  const item = await lockItem(act, id);
  if (!item) throw invalid(path, 'unknown');
  return item;
}

export function isCompleted({ production_status }: OrderLine): boolean {
  return production_status === 'completato';
}
/** @throws ITEM_COMPLETED */
export function refuseCompleted(item: OrderLine): void {
  if (isCompleted(item)) throw new Problem('ITEM_COMPLETED');
}
/** For the activity log. */
export function describeItem({ order_number, line, code }: OrderLine): string {
  return `${order_number}-${line} · ${code}`;
}

/** Adds an `unknown` problem for each id that is not among those found. */
export function requireItems(ids: readonly number[], found: ReadonlySet<number>, path: string): void {
  const checks = new FieldChecks();
  for (const [index, id] of ids.entries()) if (!found.has(id)) checks.add(`${path}.${index}`, 'unknown');
  checks.done();
}
