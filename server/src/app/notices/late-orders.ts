/** Notices of orders that became late: found once a day after midnight of the company, by one node. */
import { sql } from 'kysely';
import { lateLine, readLateness } from '../../areas/orders/index.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Announce } from '../../platform/live/announcer.ts';
import type { Logger } from '../../platform/logger.ts';

const EVERY_MS = 60_000;

/**
 * Writes a notice for each order that is late and was not at the last check. The first check of a database only records
 * which orders are late, because the day on which they became late is unknown. An advisory lock lets one node check; the others return.
 * @param options.again checks even if the day was checked already
 * @returns the number of new notices
 */
export async function noticeLateOrders(db: Db, { again }: { again: boolean }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const lock = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('late orders', 0)) as is_locked`.execute(tx);
    if (!lock.rows[0]!.is_locked) return 0;
    const last = await tx.selectFrom('late_order_checks').select('day').executeTakeFirst();
    if (!again && last && last.day >= (await companyToday(tx))) return 0;
    const lateness = await readLateness(tx);
    const { numAffectedRows } = await sql`
      with late as materialized (
        select distinct o.id from customer_order_items i
        join customer_orders o on o.id = i.order_id and o.deleted_at is null
        where ${lateLine('i', lateness)}
      ), in_time as (
        delete from noticed_late_orders where order_id not in (select id from late)
      ), fresh as (
        insert into noticed_late_orders (order_id) select id from late on conflict do nothing returning order_id
      ), checked as (
        insert into late_order_checks (day) values (${lateness.today}) on conflict (is_only) do update set day = excluded.day
      )
      insert into notices (kind, entity, entity_id, code, label)
      select 'order_late', 'customer-orders', o.id, o.order_number, o.order_number || ' · ' || c.business_name
      from fresh join customer_orders o on o.id = fresh.order_id join customers c on c.id = o.customer_id
      where ${last !== undefined} order by o.id`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });
}

/** Checks at the start, and within a minute after each midnight of the company. A failed check is repeated. */
export function startLateNotices({ db, announce, log }: { db: Db; announce: Announce; log: Pick<Logger, 'warn'> }) {
  let checked: string | undefined;
  const check = async () => {
    try {
      const today = await companyToday(db);
      if (today === checked) return;
      const made = await noticeLateOrders(db, { again: checked === undefined });
      checked = today;
      if (made > 0) announce([{ entity: 'notices', id: null, version: null }]);
    } catch (error) {
      log.warn({ err: error }, 'late orders not checked');
    }
  };
  let running = check();
  const timer = setInterval(() => {
    running = running.then(check);
  }, EVERY_MS).unref();
  return {
    /** Waits for a check that is running. */
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
