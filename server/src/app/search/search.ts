/** GET /search: records of all kinds. It reads from all areas, so it belongs to none of them. */
import { can } from '@bobina/contract/core/permissions.ts';
import {
  MOST_SEARCH_RESULTS,
  SEARCH_KINDS,
  SEARCH_NEEDS,
  SEARCH_RESULTS,
  type search as searchContract,
  type SearchResult,
} from '@bobina/contract/system/search.ts';
import { addressFor, type FoundRecord } from '@bobina/contract/system/search-screens.ts';
import { CompiledQuery } from 'kysely';
import { PIPELINED } from '../../platform/database/preparing-client.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { readSimilar } from './similar.ts';
import { searchStatement } from './statement.ts';
import { readTerms } from './terms.ts';

type Row = Omit<SearchResult, 'path'> & FoundRecord;

/**
 * Planning takes as long as a search. Without this, PostgreSQL plans the first five searches of each connection again,
 * although the plan does not depend on the text. It returns no row, because it is pipelined.
 */
const PLAN_ONCE = `select from set_config('plan_cache_mode', 'force_generic_plan', true) mode where mode = '' ${PIPELINED}`;

export const searchHandlers: Handlers<typeof searchContract> = {
  find: async ({ query: { q, limit = SEARCH_RESULTS, similar } }, { db, user }) => {
    if (!q) return [];
    const kinds = SEARCH_KINDS.filter((kind) => can(user, SEARCH_NEEDS[kind]));
    if (similar)
      return (await readSimilar(db, q, kinds)).slice(0, limit).map((row) => ({
        ...row,
        day: null,
        is_exact: false,
        path: addressFor(user.role, row.kind, { ...row, line: null }),
      }));
    const { words, gtins, codes, batches, indexed, sscc, numbers, vats } = readTerms(q, new Date().getFullYear());
    const statement = searchStatement({
      kinds,
      limit: limit <= SEARCH_RESULTS ? SEARCH_RESULTS : MOST_SEARCH_RESULTS,
      indexedWords: indexed.length,
    });
    if (statement === null) return [];
    const { rows } = await db.transaction().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(PLAN_ONCE, []));
      return tx.executeQuery<Row>(
        CompiledQuery.raw(statement, [q, words, gtins, codes, batches, indexed, sscc, numbers, vats]),
      );
    });
    return rows
      .slice(0, limit)
      .map(({ line, ...row }) => ({ ...row, path: addressFor(user.role, row.kind, { ...row, line }) }));
  },
};
