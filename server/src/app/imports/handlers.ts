import { can } from '@bobina/contract/core/permissions.ts';
import {
  IMPORT_REGISTERS,
  IMPORTS,
  type ImportRegister,
  type imports,
  type KeptImport,
} from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import type { Caller } from '../../platform/context.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { KEPT_IMPORT_DAYS } from '../../platform/keep-import.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { importRows } from './import-rows.ts';

const KEPT: List<SortOf<typeof imports.list>> = {
  columns: {
    at: value('t.id'),
    register: value('t.register'),
    created: value('t.created'),
    updated: value('t.updated'),
    refused: value('t.refused'),
    user_name: text('author.name'),
  },
  order: '-at',
};

export const importHandlers: Handlers<typeof imports> = {
  list: ({ query }, reading) => {
    let rows = reading.db
      .selectFrom('imports as t')
      .innerJoin('users as author', 'author.id', 't.user_id')
      .select(['t.id', 't.created', 't.updated', 't.refused', 't.at', 't.user_id', 'author.name as user_name'])
      .select(sql<KeptImport['register']>`t.register`.as('register'))
      .where('t.register', 'in', registersOf(reading.user))
      .where(sql<boolean>`t.at >= now() - make_interval(days => ${KEPT_IMPORT_DAYS})`);
    if (query.failed !== undefined) rows = rows.where('t.refused', query.failed ? '>' : '=', 0);
    return page(reading, rows, query, KEPT);
  },
  run: ({ register, body }, acts) => {
    if (!IMPORT_REGISTERS.includes(register as ImportRegister)) throw notFound();
    const seen = new Set<number>();
    for (const [index, { row }] of body.rows.entries()) {
      if (seen.has(row)) throw invalid(`rows.${index}.row`, 'exists');
      seen.add(row);
    }
    return importRows(acts, { register: register as ImportRegister, ...body });
  },
};

function registersOf({ role }: Caller): KeptImport['register'][] {
  const written = IMPORT_REGISTERS.filter((register) => can(role, IMPORTS[register].needs));
  return can(role, 'customer_orders.write') ? [...written, 'customer-orders'] : written;
}
