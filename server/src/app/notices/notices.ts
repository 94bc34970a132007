/** GET /notices and PUT /notices/read. Notices concern all areas, so this folder belongs to none of them. */
import { sql, type SqlBool } from 'kysely';
import { capabilitiesOf, type Role } from '@bobina/contract/core/permissions.ts';
import {
  NOTICE_KINDS,
  NOTICE_ROLES,
  type NoticeKind,
  type notices as noticesContract,
} from '@bobina/contract/system/notices.ts';
import { isRecordEntity, RECORDS } from '@bobina/contract/system/records.ts';
import { addressFor } from '@bobina/contract/system/search-screens.ts';
import type { Act, Reading } from '../../platform/context.ts';
import { value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { NOTICE_DAYS } from '../../platform/notices.ts';

const NOTICES: List<SortOf<typeof noticesContract.list>> = {
  columns: { at: value('t.at') },
  alsoSearched: ['t.label', 't.text', 'author.name'],
  order: '-at',
};

/** The screen of the imports, which shows one with its refused rows. */
const IMPORTS_SCREEN = '/report/importazioni';

/** Reading marks are neither logged nor announced: they concern one user alone. */
export const noticeHandlers: Handlers<typeof noticesContract> = {
  list: (input, reading) => listNotices(reading, input),
  markRead: ({ body }, act) => markRead(act, body.until),
};

async function listNotices(reading: Reading, { query }: HandlerInput<typeof noticesContract.list>) {
  const { id: user, role } = reading.user;
  // Before the first mark, notices from before the account existed count as read.
  const isRead = sql<boolean>`(t.at <= coalesce((select read_until from notice_reads where user_id = ${user}),
    (select created_at from users where id = ${user})))`;
  const kinds = NOTICE_KINDS.filter((kind) => NOTICE_ROLES[kind].includes(role));
  let rows = reading.db
    .selectFrom('notices as t')
    .where(sql<SqlBool>`t.at > now() - make_interval(days => ${NOTICE_DAYS})`)
    .where(sql<SqlBool>`t.kind = any(${kinds})`)
    .where(sql<SqlBool>`(t.needs is null or t.needs = any(${capabilitiesOf(reading.user)}))`)
    .where(sql<SqlBool>`t.caused_by is distinct from ${user} and (t.user_id is null or t.user_id = ${user})`)
    .select(['t.id', 't.entity', 't.entity_id', 't.code', 't.label', 't.at'])
    .leftJoin('users as author', (join) => join.onRef('author.id', '=', 't.caused_by').on('t.kind', '=', 'mention'))
    .select(['t.text', 'author.name as by_name'])
    .select([
      sql<NoticeKind>`t.kind`.as('kind'),
      isRead.as('is_read'),
      // The screen of a receipt is found by an order line.
      sql<number | null>`case when t.entity = 'goods-receipts' then
        (select min(i.order_item_id) from goods_receipt_items i where i.receipt_id = t.entity_id) end`.as('line'),
    ]);
  if (query.unread !== undefined) rows = rows.where(query.unread ? sql<SqlBool>`not ${isRead}` : isRead);
  const { rows: found, total } = await page(reading, rows, query, NOTICES, { reads: 'all' });
  return {
    rows: found.map(({ code, line, ...row }) => ({
      ...row,
      path:
        row.kind === 'import_failed'
          ? `${IMPORTS_SCREEN}?failed=true&open=${row.entity_id}`
          : pathOf(role, { ...row, code, line }),
    })),
    total,
  };
}

function pathOf(
  role: Role,
  {
    entity,
    entity_id,
    code,
    label,
    line,
  }: Record<'entity' | 'code' | 'label', string> & { entity_id: number; line: number | null },
) {
  const kind = isRecordEntity(entity) ? RECORDS[entity].kind : null;
  return kind ? addressFor(role, kind, { id: entity_id, code, label, detail: null, line }) : null;
}

/** The mark never moves back, and never past the current time: a later notice must be unread. */
async function markRead(act: Act, until: string): Promise<void> {
  await sql`insert into notice_reads (user_id, read_until) values (${act.user.id}, least(${until}::timestamptz, clock_timestamp()))
    on conflict (user_id) do update set read_until = greatest(notice_reads.read_until, excluded.read_until)`.execute(
    act.tx,
  );
}
