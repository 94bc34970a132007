/** Notices: events that concern the caller's role, of the last 30 days. */
import { z } from 'zod';
import { GROWING_ROWS, list, put } from '../core/endpoint.ts';
import { queryFlag } from '../core/fields.ts';
import { CAPABILITIES, type Role } from '../core/permissions.ts';

export const NOTICE_KINDS = ['order_late', 'goods_arrived', 'import_failed', 'mention'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The roles that a kind concerns. An import also needs the capability of its register, and a mention names its reader. */
export const NOTICE_ROLES: Record<NoticeKind, readonly Role[]> = {
  order_late: ['admin', 'direction', 'orders', 'sales', 'warehouse'],
  goods_arrived: CAPABILITIES['purchase_orders.read'],
  import_failed: CAPABILITIES['registry.read'],
  mention: CAPABILITIES['registry.read'],
};

export const Notice = z
  .object({
    id: z.int(),
    kind: z.enum(NOTICE_KINDS),
    /** The wire name of the record's list. */
    entity: z.string(),
    entity_id: z.int(),
    /** Names the record: its number and its customer or supplier. */
    label: z.string(),
    /** The screen that shows the record; null if the caller may not open it. */
    path: z.string().nullable(),
    /** A mention: the text of the note, and its author; null for the other kinds. */
    text: z.string().nullable(),
    by_name: z.string().nullable(),
    at: z.string(),
    is_read: z.boolean(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

export const NoticesRead = z.object({ until: z.iso.datetime({ offset: true }) }).meta({ id: 'NoticesRead' });

export const notices = {
  list: list('/notices', {
    summary: 'Notices of the last 30 days, newest first',
    description:
      "Lists the notices that concern the caller's role, newest first: orders that became late, goods that arrived, imports that failed, and notes that mention the caller. Notices of the caller's own acts are left out. `unread` selects those that the caller has not read.",
    needs: 'signed-in',
    row: Notice,
    shownAs: 'notice',
    most: GROWING_ROWS,
    sort: ['at'],
    filters: { unread: queryFlag().optional() },
  }),
  markRead: put('/notices/read', {
    summary: 'Mark notices as read',
    description:
      'Marks the notices of the caller up to the instant `until` as read. Notices that were read stay read: an earlier instant changes nothing.',
    needs: 'signed-in',
    body: NoticesRead,
    status: 204,
  }),
};
