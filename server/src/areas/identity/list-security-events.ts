import { sql } from 'kysely';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { SecurityEvent, securityEvents } from '@bobina/contract/identity/security-events.ts';
import { searchedValue, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { contains, likePattern } from '../../platform/database/search.ts';
import type { Handlers } from '../../platform/http/mount.ts';

const SECURITY_EVENTS: List<SortOf<typeof securityEvents.list>> = {
  columns: {
    at: value('t.id'),
    kind: value('t.kind'),
    account: text('t.account'),
    address: searchedValue('t.address'),
    actor: text('actor.username'),
  },
  order: '-at',
};

/** Lists the security events, newest first by default. */
export const securityEventHandlers: Handlers<typeof securityEvents> = {
  list: ({ query }, reading) => {
    let rows = reading.db
      .selectFrom('security_events as t')
      .leftJoin('users as actor', 'actor.id', 't.actor_id')
      .select(['t.id', 't.at', 't.user_id', 't.account', 't.address', 't.actor_id', 'actor.username as actor'])
      .select([
        sql<SecurityEvent['kind']>`t.kind`.as('kind'),
        sql<Role | null>`t.role_before`.as('role_before'),
        sql<Role | null>`t.role_after`.as('role_after'),
      ]);
    if (query.kind) rows = rows.where('t.kind', '=', query.kind);
    if (query.account) rows = rows.where(contains('t.account')(likePattern(query.account)));
    if (query.address) rows = rows.where(contains('t.address')(likePattern(query.address)));
    if (query.user_id !== undefined) rows = rows.where('t.user_id', '=', query.user_id);
    return page(reading, rows, query, SECURITY_EVENTS);
  },
};
