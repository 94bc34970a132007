/** Records whose names resemble a text with typing mistakes, and products whose code has other separators. */
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
/** A larger table of products is not read for codes without their separators: each row of a beginning is compared. */
const MOST_CODE_BYTES = 80_000_000;
/** The first characters of a code rarely contain separators, so the index can narrow the rows by them. */
const CODE_START = 2;
/** Shorter codes are not compared without their separators. */
const SHORTEST_CODE = 4;
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

/**
 * Reads products whose code is the text but for its separators, and then records of the given kinds whose label or code
 * contains each word of a text, with mistakes; the most similar first.
 */
export async function readSimilar(db: Db, text: string, kinds: readonly SearchKind[]): Promise<Similar[]> {
  const coded = kinds.includes('product') ? await readCoded(db, wordsOf(text).join('')) : [];
  return coded.length > 0 ? coded : readMisspelt(db, text, kinds);
}

async function readMisspelt(db: Db, text: string, kinds: readonly SearchKind[]): Promise<Similar[]> {
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

/** Reads products by their code without separators: `FAC-12X37` by `fac12x37`. */
async function readCoded(db: Db, code: string): Promise<Similar[]> {
  if (code.length < SHORTEST_CODE) return [];
  const start = code.slice(0, CODE_START);
  const { rows } = await sql<Similar>`
    select 'product' as kind, t.id, t.code, coalesce(t.name, t.description) as label, t.category as detail from products t
    where t.deleted_at is null and lower(t.code) collate "C" >= ${start} and lower(t.code) collate "C" < ${`${start}\u{10ffff}`}
      and pg_relation_size('products') < ${MOST_CODE_BYTES}
      and regexp_replace(lower(strip_accents(t.code)), '[^[:alnum:]]+', '', 'g') = ${code}
    order by t.code, t.id limit ${MOST_SIMILAR}`.execute(db);
  return rows;
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
