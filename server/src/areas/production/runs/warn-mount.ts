import { sql } from 'kysely';
import { mountIssues, type MountedGoods } from '@bobina/contract/production/run.rules.ts';
import type { Act } from '../../../platform/context.ts';
import { companyToday } from '../../registry/index.ts';
import type { LockedRun } from './lock-run.ts';
import { readMountingJob } from './run-needs.ts';

/**
 * Warns about a batch that was mounted: another grammage, width or colour than the product of the run's order line needs, an
 * expired batch, and an older remnant in the same warehouse.
 */
export async function warnMount(act: Act, run: LockedRun, { id, batch_number }: { id: number; batch_number: string }) {
  const { rows } = await sql<MountedGoods & { expiry_date: string | null; is_expired: boolean; older: string | null }>`
    select r.width_mm, r.gsm, p.peso_carta, p.spessore_film, p.densita_film, p.peso_adesivo, p.larghezza_bobina, p.larghezza_film,
      p.colore_film, b.expiry_date, coalesce(b.expiry_date < ${await companyToday(act.tx)}::date, false) as is_expired,
      (
        select o.code from reels o join batches ob on ob.id = o.batch_id
        where o.product_id = r.product_id and o.width_mm = r.width_mm and o.batch_id <> r.batch_id and o.machine_id is null
          and ob.hold_reason is null and coalesce(ob.expiry_date >= ${await companyToday(act.tx)}::date, true)
          and (coalesce(ob.expiry_date, 'infinity'), coalesce(ob.production_date, 'infinity'), o.created_at, o.batch_id)
            < (coalesce(b.expiry_date, 'infinity'), coalesce(b.production_date, 'infinity'), r.created_at, r.batch_id)
          and exists (
            select from stock_balances s where s.batch_id = o.batch_id and s.quantity > 0 and s.quantity < o.initial_quantity
              and s.warehouse_id in (select warehouse_id from stock_balances where batch_id = r.batch_id and quantity > 0))
        order by ob.expiry_date nulls last, ob.production_date nulls last, o.created_at, o.batch_id limit 1
      ) as older
    from batches b join products p on p.id = b.product_id left join reels r on r.batch_id = b.id
    where b.id = ${id}`.execute(act.tx);
  const { expiry_date, is_expired, older, ...goods } = rows[0]!;
  const job = run.order_item_id === null ? undefined : await readMountingJob(act.tx, run.order_item_id);
  for (const { code, found, needed } of job ? mountIssues(job, goods) : [])
    act.warn(code, { batch: batch_number, found, needed }, 'batch_id');
  if (is_expired) act.warn('expired_batch', { batch: batch_number, day: expiry_date! }, 'batch_id');
  if (older) act.warn('mount_older', { batch: older }, 'batch_id');
}
