/** The acts that other programs are notified of, and their deliveries for new links of the chain. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Link } from '../../platform/chain/content.ts';
import type { Db, Tx } from '../../platform/database/db.ts';

/** The condition on `activities a` for acts that other programs are notified of, which excludes sign-ins. */
export function isNotified(): RawBuilder<SqlBool> {
  return sql`a.entity_id is not null and a.action not in ('login', 'logout')`;
}

interface Told {
  id: number;
  entity: string;
  entity_id: number;
  action: string;
  at: string;
}

/**
 * Writes a delivery per new act and active webhook, numbered without gaps in the order of the chain. A webhook is not
 * notified of acts on itself. Locks the active webhooks. @returns the number of deliveries
 */
export async function writeDeliveries(tx: Tx, links: readonly Link[]): Promise<number> {
  const ids = links.filter(({ source }) => source === 'activities').map(({ row_id }) => row_id);
  if (ids.length === 0) return 0;
  const { rows: hooks } = await sql<{ id: number; entities: string[]; last_sequence: number }>`
    select id, entities, last_sequence from webhooks where is_active and deleted_at is null
    order by id for no key update`.execute(tx);
  if (hooks.length === 0) return 0;
  const { rows: acts } = await sql<Told>`
    select a.id, a.entity_type as entity, a.entity_id, a.action, a.created_at as at
    from unnest(${ids}::bigint[]) with ordinality as l (id, place) join activities a on a.id = l.id
    where ${isNotified()} order by l.place`.execute(tx);
  let written = 0;
  for (const hook of hooks) {
    const own = acts.filter(
      ({ entity, entity_id }) =>
        (hook.entities.length === 0 || hook.entities.includes(entity)) &&
        !(entity === 'webhooks' && entity_id === hook.id),
    );
    if (own.length === 0) continue;
    const column = <K extends keyof Told>(name: K) => own.map((act) => act[name]);
    await sql`
      insert into outbox (kind, webhook_id, sequence, entity, entity_id, action, created_at)
      select 'webhook', ${hook.id}, ${Number(hook.last_sequence)}::bigint + row_number() over (order by t.place), t.entity, t.entity_id, t.action, t.at
      from unnest(${column('entity')}::text[], ${column('entity_id')}::integer[], ${column('action')}::text[], ${column('at')}::timestamptz[])
        with ordinality as t (entity, entity_id, action, at, place) order by t.place`.execute(tx);
    await sql`update webhooks set last_sequence = last_sequence + ${own.length} where id = ${hook.id}`.execute(tx);
    written += own.length;
  }
  return written;
}

/** Deletes finished deliveries after 30 days. The newest one of a webhook is kept with its number in `webhooks`. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`
    delete from outbox where kind = 'webhook' and state <> 'waiting' and created_at < now() - interval '30 days'`.execute(
    db,
  );
}
