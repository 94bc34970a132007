/** GET /used-values: what free fields held before. The fields belong to several areas, so this file belongs to none of them. */
import { sql } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import {
  MOST_USED_VALUES,
  USED_VALUES,
  type UsedValueEntity,
  type usedValues as usedValuesContract,
} from '@bobina/contract/system/used-values.ts';
import type { Handlers } from '../platform/http/mount.ts';
import { notFound, Problem } from '../platform/problem.ts';

/** How many of the newest records are read. It bounds the time of the call, and old texts lose their place. */
const NEWEST = 5000;

export const usedValueHandlers: Handlers<typeof usedValuesContract> = {
  list: async ({ entity, field }, { db, user }) => {
    if (!isUsedValueEntity(entity)) throw notFound();
    const { needs, fields } = USED_VALUES[entity];
    if (!(fields as readonly string[]).includes(field)) throw notFound();
    if (!can(user, needs)) throw new Problem('FORBIDDEN');
    const { rows } = await sql<{ text: string }>`
      select mode() within group (order by text) as text
      from (select trim(t.${sql.ref(field)}) as text from ${sql.table(entity.replaceAll('-', '_'))} t
        order by t.id desc limit ${NEWEST}) newest
      where text <> ''
      group by lower(text)
      order by count(*) desc, lower(text) limit ${MOST_USED_VALUES}`.execute(db);
    return rows.map(({ text }) => text);
  },
};

function isUsedValueEntity(entity: string): entity is UsedValueEntity {
  return Object.hasOwn(USED_VALUES, entity);
}
