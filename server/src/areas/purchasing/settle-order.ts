import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/**
 * Brings an order, which the act has locked, in line with its lines: its total and its status (rules §3). Completed by
 * hand counts as received. @returns its new version
 */
export async function settleOrder(act: Act, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update purchase_orders o
    set total_amount = i.total,
        status = case when i.all_completed then 'fullyReceived' when i.any_arrived then 'partiallyReceived' else 'notReceived' end,
        version = o.version + 1, modified_at = now(), modified_by = ${act.user.id}
    from (
      select sum(total) as total, bool_and(status = 'completed') as all_completed, bool_or(status <> 'notReceived') as any_arrived
      from purchase_order_items where order_id = ${id}
    ) i
    where o.id = ${id} returning o.version`.execute(act.tx);
  return rows[0]!.version;
}
