/** Walks the hash chain: recomputes every link and compares it with the rows. */
import type { Client } from 'pg';
import { contentQuery, hashOfLink, NO_HASH, SOURCES, type Link } from './content.ts';

export interface Walked {
  /** Hash of the last link, 64 hexadecimal digits. */
  head: string;
  links: number;
  /** The rows that differ from their links, or lack one: `<table> <id>`. */
  broken: string[];
  /** Whether the wanted head is the hash of a link, or of the empty chain. */
  hasHead: boolean;
}

const PORTION = 2_000;

/** Rows that neither the chain nor its queue has. */
const UNSEALED = SOURCES.map(
  (source) => `
  select '${source}' as source, t.id from ${source} t
  where ${source === 'invoices' ? 't.invoice_number is not null and ' : ''}
    not exists (select from chain c where c.source = '${source}' and c.row_id = t.id)
    and not exists (select from chain_queue q where q.source = '${source}' and q.row_id = t.id)`,
).join(' union all ');

/** Invoices with more links than issues of their files: each reissue seals the invoice once more. */
const TOO_MANY = `
  select c.row_id as id from chain c where c.source = 'invoices'
  group by c.row_id having count(*) > greatest(1, (select max(f.issue) from document_files f where f.invoice_id = c.row_id))`;

type Row = Record<'position' | 'row_id', string> &
  Pick<Link, 'format' | 'source' | 'content' | 'hash'> & { superseded: boolean };

/**
 * Recomputes the chain in the transaction of `client`. The content of a row with a later link, such as a reissued
 * invoice, is compared at the latest one only.
 * @param wanted a head to look for, 64 lower-case hexadecimal digits
 * @throws Error for links of a newer version
 */
export async function walkChain(client: Client, wanted?: string): Promise<Walked> {
  const broken = new Set<string>();
  let before: Buffer = NO_HASH;
  let position = 0;
  let hasHead = wanted === NO_HASH.toString('hex');
  for (;;) {
    const { rows } = await client.query<Row>(
      `select c.*, exists (select from chain l where l.source = c.source and l.row_id = c.row_id and l.position > c.position) as superseded
      from chain c where c.position > $1 order by c.position limit ${PORTION}`,
      [position],
    );
    if (rows.length === 0) break;
    const contents = await readContents(client, rows);
    for (const row of rows) {
      const name = `${row.source} ${row.row_id}`;
      const hash = hashOfLink(before, { ...row, row_id: Number(row.row_id) });
      const content = contents.get(`${row.format} ${name}`);
      const agrees = row.superseded ? content !== undefined : content?.equals(row.content) === true;
      if (Number(row.position) !== position + 1 || !hash.equals(row.hash) || !agrees) broken.add(name);
      before = row.hash;
      position = Number(row.position);
      if (wanted !== undefined && row.hash.toString('hex') === wanted) hasHead = true;
    }
  }
  for (const { source, id } of (await client.query<{ source: string; id: string }>(UNSEALED)).rows)
    broken.add(`${source} ${id}`);
  for (const { id } of (await client.query<{ id: string }>(TOO_MANY)).rows) broken.add(`invoices ${id}`);
  return { head: before.toString('hex'), links: position, broken: [...broken], hasHead };
}

/** The SHA-256 of the present content, by `<format> <table> <id>`. */
async function readContents(client: Client, rows: readonly Row[]): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const [kind, links] of Map.groupBy(rows, ({ format, source }) => `${format} ${source}`)) {
    const { format, source } = links[0]!;
    const ids = links.map(({ row_id }) => row_id);
    const found = await client.query<{ id: string; content: Buffer }>(contentQuery(format, source), [ids]);
    for (const { id, content } of found.rows) contents.set(`${kind} ${id}`, content);
  }
  return contents;
}
