import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';

/** Writes a reading of each reel whose quantity the movements of a stock count have changed. */
export async function recordReadings(act: Act, movements: readonly number[]): Promise<void> {
  await sql`
    insert into reel_readings (batch_id, by, kind, quantity_before, quantity_after, movement_id)
    select m.batch_id, ${act.user.id}, 'count', s.quantity - case m.movement_type when 'C' then m.quantity else -m.quantity end, s.quantity, m.id
    from stock_movements m join reels r on r.batch_id = m.batch_id
    cross join lateral (select sum(quantity) as quantity from stock_balances where batch_id = m.batch_id) s
    where m.id = any(${movements}::integer[]) order by m.id`.execute(act.tx);
}
