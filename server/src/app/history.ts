/** GET /history: the acts on one record. It reads the log of all areas, so it belongs to none of them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import {
  HISTORY_ENTITIES,
  type FieldChange,
  type history as historyContract,
  type HistoryEntity,
} from '@bobina/contract/system/history.ts';
import { value, type List, type SortOf } from '../platform/database/list.ts';
import { page } from '../platform/database/page.ts';
import type { Handlers } from '../platform/http/mount.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { recordExists } from './record-exists.ts';

const HISTORY: List<SortOf<typeof historyContract.list>> = {
  // Ids are given in the order of the log.
  columns: { at: value('t.id') },
  alsoSearched: ['t.action', 'author.name', 't.token_name'],
  order: '-at',
};

export const historyHandlers: Handlers<typeof historyContract> = {
  list: async ({ entity, id, query }, reading) => {
    if (!isEntity(entity)) throw notFound();
    const { user } = reading;
    if (!can(user, HISTORY_ENTITIES[entity].needs)) throw new Problem('FORBIDDEN');
    if (!(await recordExists(reading.db, entity, id))) throw notFound();
    const rows = reading.db
      .selectFrom('activities as t')
      .innerJoin('users as author', 'author.id', 't.user_id')
      .where(actsOn(entity, id))
      .select(['t.id', 't.created_at as at', 't.user_id', 'author.name as user_name', 't.token_name', 't.action'])
      .select(sql<FieldChange[]>`coalesce(t.changes, '[]')`.as('changes'));
    const { rows: entries, total } = await page(reading, rows, query, HISTORY, { reads: ['changes'] });
    const isHidden = hiddenFields(entity, user);
    return {
      rows: entries.map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => !isHidden(field)) })),
      total,
    };
  },
};

function isEntity(entity: string): entity is HistoryEntity {
  return Object.hasOwn(HISTORY_ENTITIES, entity);
}

/** The acts on a record. Batches and receipts are changed by the acts on their movements and orders. */
function actsOn(entity: HistoryEntity, id: number): RawBuilder<SqlBool> {
  if (entity === 'batches')
    return sql`t.entity_type = 'stock-movements' and t.entity_id in (select id from stock_movements where batch_id = ${id})`;
  if (entity === 'goods-receipts')
    // An act is one transaction, so the receipt, or its cancellation, and the log entry have the same instant.
    return sql`t.entity_type = 'purchase-orders' and exists (
      select from goods_receipts r where r.id = ${id} and r.order_id = t.entity_id
        and (t.action, t.created_at) in (('receive', r.created_at), ('cancel-receipt', r.cancelled_at)))`;
  return sql`t.entity_type = ${entity} and t.entity_id = ${id}`;
}

/** Returns whether the caller may not see a field, of the record or of its lines. */
function hiddenFields(entity: HistoryEntity, user: Rights): (field: string) => boolean {
  const { hidden = [] } = HISTORY_ENTITIES[entity] as {
    hidden?: readonly { unless: Parameters<typeof can>[1]; fields: readonly string[] }[];
  };
  const names = new Set(hidden.flatMap(({ unless, fields }) => (can(user, unless) ? [] : fields)));
  return (field) => names.has(field.slice(field.lastIndexOf('.') + 1));
}
