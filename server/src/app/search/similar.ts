/** Records whose names resemble a text with typing mistakes. */
import { sql } from 'kysely';
import { isMisspelt, SHORTEST_MISSPELT } from '@bobina/contract/core/misspelling.ts';
import { MOST_SIMILAR, type SearchKind } from '@bobina/contract/system/search.ts';
import type { Db } from '../../platform/database/db.ts';
import { fold } from '../../platform/fold.ts';
import { PARTNER_ADDRESS, SOURCES } from './sources.ts';

/** The kinds that are known by names, and their details. The numbers of documents are exact. */
const DETAILS: Partial<Record<SearchKind, string>> = {
  product: 't.category',
  customer: PARTNER_ADDRESS,
  supplier: PARTNER_ADDRESS,
  machine: 't.area',
  warehouse: 't.description',
};
/**
 * Larger tables are not read: a frequent word takes 0.3 s in 40,000 products of 8 MB, where every row that shares some of its
 * trigrams is compared.
 */
const MOST_BYTES = 8_000_000;
/** Candidates of each kind. The mistakes are counted in them alone. */
const CANDIDATES = 50;
/** One mistake in a word of six letters leaves three of its seven trigrams. */
const THRESHOLD = '0.4';

interface Similar {
  kind: SearchKind;
  id: number;
  code: string | null;
  label: string;
  detail: string | null;
}

/** Reads records of the given kinds whose label or code contains each word of a text, with mistakes; the most similar first. */
export async function readSimilar(db: Db, text: string, kinds: readonly SearchKind[]): Promise<Similar[]> {
  const words = wordsOf(text);
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  const sources = SOURCES.filter(({ kind }) => kinds.includes(kind) && DETAILS[kind]);
  if (!longest || longest.length < SHORTEST_MISSPELT || sources.length === 0) return [];
  const candidates = sources.map(({ kind, table, live, text: indexed, shown }) => {
    const column = sql.raw(indexed);
    return sql`(select ${sql.lit(kind)} as kind, t.id, ${sql.raw(shown.code)}::text as code, ${sql.raw(shown.label)} as label,
        ${sql.raw(DETAILS[kind]!)}::text as detail, word_similarity(${longest}, ${column}) as likeness from ${sql.table(table)} t
      where ${sql.raw(live)} and ${column} %> ${longest} and pg_relation_size(${sql.lit(table)}) < ${MOST_BYTES}
      order by likeness desc, t.id limit ${CANDIDATES})`;
  });
  const rows = await db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${THRESHOLD}, true)`.execute(tx);
    return (
      await sql<Similar>`select kind, id, code, label, detail from (${sql.join(candidates, sql` union all `)}) found
      order by likeness desc, id`.execute(tx)
    ).rows;
  });
  return rows
    .filter(({ code, label }) => {
      const known = wordsOf(`${label} ${code ?? ''}`);
      return words.every((word) => known.some((one) => isMisspelt(word, one)));
    })
    .slice(0, MOST_SIMILAR);
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
