/** Calendars of deliveries and arrivals under secret addresses. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { can, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import type { Calendar, CalendarKind, calendars as contract } from '@bobina/contract/system/calendars.ts';
import type { Db } from '../../platform/database/db.ts';
import { value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { FileAnswer } from '../../platform/http/file-answer.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { calendarText, type CalendarDay } from './calendar-text.rules.ts';

const CALENDARS: List<SortOf<typeof contract.list>> = {
  columns: { kind: value('t.kind'), created_at: value('t.id') },
  order: 'kind',
};
const NEEDS: Record<CalendarKind, Capability> = {
  deliveries: 'customer_orders.read',
  arrivals: 'purchase_orders.read',
};
const MOST_EVENTS = 2_000;

/** The open lines of orders by day: code of the order, its partner and its goods, without amounts. */
const DAYS: Record<CalendarKind, string> = {
  deliveries: `
    select 'order-' || o.id || '-' || i.delivery_date as uid, i.delivery_date as day, o.order_number || ' · ' || c.business_name as title,
      string_agg(concat_ws(' ', trim_scale(i.open_quantity), p.unit_of_measure, p.code, p.name), E'\\n' order by i.position) as goods
    from customer_order_items i join customer_orders o on o.id = i.order_id join customers c on c.id = o.customer_id join products p on p.id = i.product_id
    where o.deleted_at is null and i.open_quantity > 0
    group by o.id, c.id, i.delivery_date order by i.delivery_date desc, o.id desc limit ${MOST_EVENTS}`,
  arrivals: `
    select 'purchase-order-' || o.id as uid, coalesce(o.confirmed_arrival_date, o.requested_arrival_date) as day, o.order_number || ' · ' || s.business_name as title,
      string_agg(concat_ws(' ', trim_scale(i.ordered_quantity - i.received_quantity), p.unit_of_measure, p.code, p.name), E'\\n' order by i.position) as goods
    from purchase_order_items i join purchase_orders o on o.id = i.order_id join suppliers s on s.id = o.supplier_id join products p on p.id = i.product_id
    where o.deleted_at is null and not i.closed and i.received_quantity < i.ordered_quantity
    group by o.id, s.id order by day desc, o.id desc limit ${MOST_EVENTS}`,
};

export const calendarHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) =>
    page(reading, calendarRows(reading.db).where('t.user_id', '=', reading.user.id), query, CALENDARS),
  create: async ({ body: { kind } }, act) => {
    if (!act.may(NEEDS[kind])) throw new Problem('FORBIDDEN');
    const secret = randomBytes(32).toString('base64url');
    const { id } = await act.tx
      .insertInto('calendars')
      .values({ user_id: act.user.id, kind, secret_hash: hashOf(secret) })
      .returning('id')
      .executeTakeFirstOrThrow();
    act.record('create', 'calendars', id, kind);
    const created = await calendarRows(act.tx).where('t.id', '=', id).executeTakeFirstOrThrow();
    return { ...created, path: `/api/calendars/${secret}.ics` };
  },
  remove: async ({ id }, act) => {
    const removed = await act.tx
      .deleteFrom('calendars')
      .where('id', '=', id)
      .where('user_id', '=', act.user.id)
      .returning('kind')
      .executeTakeFirst();
    if (!removed) throw notFound();
    act.record('delete', 'calendars', id, removed.kind);
  },
  feed: ({ file }, { db }) => readFeed(db, file),
};

/** @throws NOT_FOUND for an unknown address, and when the owner is inactive or may not read these orders */
async function readFeed(db: Db, file: string): Promise<FileAnswer> {
  const secret = /^([\w-]{43})\.ics$/.exec(file)?.[1];
  if (!secret) throw notFound();
  const { rows } = await sql<{ kind: CalendarKind; role: Role }>`
    select t.kind, u.role from calendars t join users u on u.id = t.user_id and u.is_active and u.deleted_at is null
    where t.secret_hash = ${hashOf(secret)}`.execute(db);
  const found = rows[0];
  if (!found || !can(found, NEEDS[found.kind])) throw notFound();
  const days = await sql<CalendarDay>`${sql.raw(DAYS[found.kind])}`.execute(db);
  return new FileAnswer('text/calendar', `${found.kind}.ics`, calendarText(days.rows, new Date()), 'inline');
}

function calendarRows(db: Db) {
  return db.selectFrom('calendars as t').select(['t.id', 't.created_at', sql<Calendar['kind']>`t.kind`.as('kind')]);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
