import {
  IMPORT_REGISTERS,
  type ImportRegister,
  type imports,
  type RefusedImportRow,
} from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import type { Reading } from '../../platform/context.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { keptRegister } from '../../platform/record-import.ts';
import { importRows } from './import-rows.ts';
import { isListedImport } from './listed.ts';

const KEPT: List<SortOf<typeof imports.list>> = {
  columns: {
    at: value('t.id'),
    register: computed(keptRegister()),
    file: text('t.file'),
    created: value('t.created'),
    updated: value('t.updated'),
    refused: value('t.refused'),
    user_name: text('author.name'),
  },
  order: '-at',
};

export const importHandlers: Handlers<typeof imports> = {
  list: ({ query }, reading) => {
    let rows = keptImports(reading);
    if (query.failed !== undefined) rows = rows.where('t.refused', query.failed ? '>' : '=', 0);
    if (query.register !== undefined) rows = rows.where(keptRegister(), '=', query.register);
    return page(reading, rows, query, KEPT);
  },
  get: async ({ id }, reading) => {
    const found = await keptImports(reading)
      .select([
        sql<Record<string, string>>`coalesce(t.headers, '{}')`.as('headers'),
        sql<RefusedImportRow[]>`coalesce(t.refused_rows, '[]')`.as('refused_rows'),
      ])
      .where('t.id', '=', id)
      .executeTakeFirst();
    if (!found) throw notFound();
    return found;
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

function keptImports({ db, user }: Reading) {
  return db
    .selectFrom('imports as t')
    .innerJoin('users as author', 'author.id', 't.user_id')
    .select(['t.id', 't.file', 't.created', 't.updated', 't.refused', 't.at', 't.user_id', 'author.name as user_name'])
    .select(keptRegister().as('register'))
    .where(isListedImport(user));
}
