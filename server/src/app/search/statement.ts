/** Builds the one statement of a search. Its text depends on few choices, so that it is prepared and planned once. */
import { DESTINATIONS, SOURCES, type Source } from './sources.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';

export interface Choices {
  kinds: readonly SearchKind[];
  /** Maximum number of results of each kind. */
  limit: number;
  /** Number of patterns for the trigram indexes, at most three. */
  indexedWords: number;
}

/** Candidates beyond the number of results, of a kind some of whose rows are left out of the results. */
const LEFT_OUT = 200;
/** Newest rows of a kind, read without an index. They serve words that occur in many rows, and words without trigrams. */
const NEWEST = 200;
/**
 * Rows of a table that are read as a sample, in whole pages. Words that the sample finds often are so frequent that the
 * trigram index would return too many rows to stay within the time limit. Then the newest and the sampled rows suffice.
 */
const SAMPLED_ROWS = 600;
/** Rows are shorter than this: a bound on the rows of a table whose statistics are out of date. */
const MOST_ROW_BYTES = 2000;
/** Number of rows that suffice in a table of more than `LARGE` bytes; in a smaller one the index is always fast. */
const SUFFICIENT = 8;
const LARGE = 32_000_000;

/**
 * The statement. Parameters: $1 the text; $2 its words as LIKE patterns; $3 the forms of a GTIN; $4 and $5 the codes and batches of a label; $6 the patterns for the trigram indexes; $7 the SSCC, or null; $8 the
 * numbers that the text stands for, as `2026/00147` or `oc-2026/00147`; $9 the forms of a VAT number.
 * @returns null if none of the kinds can be searched
 */
export function searchStatement({ kinds, limit, indexedWords }: Choices): string | null {
  const sources = SOURCES.filter(({ kind }) => kinds.includes(kind));
  if (sources.length === 0) return null;
  const has = (kind: SearchKind) => sources.some((source) => source.kind === kind);
  const found = sources.map(
    (source) => `${source.kind}_found as materialized (${candidates(source, limit, indexedWords)})`,
  );
  const ctes = [
    `terms as materialized (
      select lower($1::text) as text, lower(strip_accents($1::text)) as folded, lower($1::text) || U&'\\+10FFFF' as text_end,
        array[lower($1::text), lower(strip_accents($1::text))] as texts,
        array[lower($1::text), lower(strip_accents($1::text))] || $3::text[] as barcodes,
        array[lower($1::text), lower(strip_accents($1::text))] || $9::text[] as vats,
        $4::text[] as label_codes, $5::text[] as label_batches,
        $8::text[] as numbers,
        array(select lower(strip_accents(w)) from unnest($2::text[]) w) as words,
        array(select lower(strip_accents(w)) from unnest($6::text[]) w) as indexed)`,
    `labelled_products as materialized (
      select p.id, l.batch from terms cross join lateral unnest(label_codes, label_batches) l (code, batch) cross join lateral (
        select id from products where lower(code) collate "C" = lower(l.code) and deleted_at is null
        union
        select id from products where lower(barcode) collate "C" = lower(l.code) and deleted_at is null and barcode is not null
      ) p)`,
    `labelled as materialized (
      select b.id from labelled_products p join batches b on b.product_id = p.id and lower(b.batch_number) = lower(p.batch)
      where b.batch_number <> '' limit ${limit})`,
    `shipped as materialized (
      select b.id, exists (select from reels where batch_id = b.id) as is_reel from batches b where b.sscc = $7::text)`,
    ...(has('customer')
      ? [
          `destination_found as materialized (
            select t.id, t.customer_id from destinazioni_merce t
            where t.id in (${candidates({ ...DESTINATIONS, kind: 'customer' }, limit, indexedWords)}))`,
        ]
      : []),
    ...inOrder(sources, found),
  ];
  return `with ${ctes.join(',\n')}
    select kind, id, code, label, detail, day, line, rank = 0 as is_exact from (
      select *, row_number() over (partition by kind_order order by rank, sort, id desc) as place from (
        ${sources.map((source) => `(${shownRows(source, limit)})`).join('\nunion all\n')}
      ) results
    ) ranked order by rank, place, kind_order limit ${limit}`;
}

/** Customers, suppliers and warehouses come before the documents that refer to their results. */
function inOrder(sources: readonly Source[], found: readonly string[]): string[] {
  const refers = (source: Source) => Number(/_found limit/.test(source.also ?? ''));
  return sources
    .map((source, index) => ({ text: found[index]!, refers: refers(source) }))
    .toSorted((a, b) => a.refers - b.refers)
    .map(({ text }) => text);
}

/** Ids of a bounded number of rows, without the order of the results. */
function candidates(source: Omit<Source, 'shown'>, results: number, indexedWords: number): string {
  const { table, id = 't.id', live, text, hasText, also, shownElsewhere } = source;
  const limit = shownElsewhere ? results + LEFT_OUT : results;
  const where = hasText ? `${live} and ${hasText}` : live;
  const matches = `${text} ~~ all ((select words from terms)::text[])`;
  const coded = source.codes.flatMap(({ column, where: indexed, forms = 'texts' }) => {
    const all = indexed ? `${live} and ${indexed}` : live;
    const key = `lower(${column}) collate "C"`;
    return [
      // Ordered as the index is: the planner takes a scan of the table for cheaper otherwise.
      `(select same.id from unnest((select ${forms} from terms)::text[]) form cross join lateral (
        select ${id} as id from ${table} t where ${all} and ${key} = form order by ${id} limit ${limit}) same limit ${limit})`,
      `(select ${id} as id from ${table} t where ${all}
        and ${key} >= (select text from terms) and ${key} < (select text_end from terms) order by ${key}, ${id} limit ${limit})`,
    ];
  });
  const numbered = source.series
    ? [
        `(select same.id from unnest(${numbersOf(source.series)}) form cross join lateral (
          select ${id} as id from ${table} t where ${live} and lower(${source.codes[0]!.column}) collate "C" = form order by ${id} limit 1) same)`,
      ]
    : [];
  const cheap = [
    ...coded,
    ...numbered,
    ...(also ? [`(${also.replaceAll('@limit', String(limit))})`] : []),
    `(select ${id} as id from (select * from ${table} t where ${where} order by ${id} desc limit ${NEWEST}) t where ${matches} limit ${limit})`,
  ];
  if (indexedWords === 0) return cheap.join('\nunion\n');
  const indexed = [1, 2, 3].slice(0, indexedWords).map((n) => `${text} ~~ (select indexed[${n}] from terms)`);
  return `
    with cheap as materialized (${cheap.join('\nunion\n')}),
    sampled as materialized (
      select ${id} as id from ${table} t tablesample system (
        (select least(100, ${SAMPLED_ROWS} * 100 / greatest(reltuples, pg_relation_size(oid) / ${MOST_ROW_BYTES}, 1)) from pg_class where oid = '${table}'::regclass)
      ) repeatable (1)
      where (select count(*) from cheap) < ${results} and ${where} and ${matches} limit ${limit}),
    known as materialized (select id from cheap union select id from sampled),
    anywhere as materialized (
      select ${id} as id from ${table} t
      where (select count(*) from known) < (select case when pg_relation_size('${table}') > ${LARGE} then ${SUFFICIENT} else ${results} end) and ${where} and ${indexed.join(' and ')} and ${matches})
    select id from known union (select id from anywhere limit ${4 * limit})`;
}

/** The whole numbers of the series that the text stands for. */
function numbersOf(series: readonly string[]): string {
  const prefixes = series.map((name) => `'${name}-'`).join(', ');
  return `array(select case when starts_with(number, prefix) then number else prefix || number end
    from unnest(array[${prefixes}]) prefix, unnest((select numbers from terms)::text[]) number)`;
}

function shownRows(source: Source, limit: number): string {
  const { kind, table, id = 't.id', codes, exact: alsoExact, shown, joins = '' } = source;
  const live = source.shownElsewhere ? `${source.live} and not ${source.shownElsewhere}` : source.live;
  const order = SOURCES.indexOf(source);
  const exact = [
    ...codes.map(
      ({ column, forms = 'texts' }) => `lower(strip_accents(${column})) = any ((select ${forms} from terms)::text[])`,
    ),
    ...(alsoExact ? [alsoExact] : []),
  ];
  const prefix = codes.map(({ column }) => `starts_with(lower(strip_accents(${column})), (select folded from terms))`);
  // A number by its end comes before beginnings, the newest first, but is no exact match: a scan does not open it.
  const numbered = source.series ? `when lower(${codes[0]!.column}) = any (${numbersOf(source.series)}) then 0.5` : '';
  // A code that begins with the first of several words comes before texts that contain them.
  const first = codes.map(
    ({ column }) => `starts_with(lower(strip_accents(${column})), split_part((select folded from terms), ' ', 1))`,
  );
  const rank =
    codes.length === 0
      ? '2'
      : `case when ${exact.join(' or ')} then 0 ${numbered} when ${prefix.join(' or ')} then 1 when ${first.join(' or ')} then 1.5 else 2 end`;
  const sort = `case when ${rank} in (0, 1, 1.5) then lower(${codes[0]?.column ?? 'null'}) end collate "C"`;
  return `select ${order} as kind_order, '${kind}' as kind, ${id} as id, ${shown.code}::text as code, ${shown.label} as label,
      ${shown.detail}::text as detail, ${shown.day ?? 'null'}::date as day, ${shown.line ?? 'null'}::integer as line,
      ${rank} as rank, ${codes.length === 0 ? 'null::text' : sort} as sort
    from ${table} t ${joins}
    where ${live} and ${id} = any (array(select id from ${kind}_found))
    order by rank, sort, ${id} desc limit ${limit}`;
}
