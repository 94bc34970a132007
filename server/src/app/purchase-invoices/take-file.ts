/** Takes a file with invoices of a supplier into the database. */
import { sql } from 'kysely';
import { companyToday } from '../../areas/registry/index.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { IncomingFile } from '../../platform/incoming-files/open-file.ts';
import { readInvoiceFile } from './read-file.ts';
import type { ReadInvoice } from './read-parts.ts';
import { storeInvoice } from './store-invoice.ts';

export interface TakenInvoice {
  id: number;
  number: string;
  /** Whether this call stored it. */
  isNew: boolean;
}

/**
 * Stores an original file and the invoices in it. One that is stored already, by its file or by its supplier, number,
 * year and kind, is not stored again.
 * @param user the uploading user; null for the exchange folder
 * @throws UnreadableFile
 */
export async function takeInvoiceFile(
  tx: Tx,
  { name, bytes, user }: IncomingFile & { user: number | null },
): Promise<TakenInvoice[]> {
  const { format, invoices } = readInvoiceFile(bytes);
  const file = await storeFile(tx, { name, bytes, user, format });
  const received_date = await companyToday(tx);
  const taken: TakenInvoice[] = [];
  for (const [at, read] of invoices.entries()) {
    const supplier = await findSupplier(tx, read.supplier_vat);
    const known = await findKnown(tx, { file, position: at + 1, supplier, read });
    if (known !== undefined) {
      taken.push({ id: known, number: read.number, isNew: false });
      continue;
    }
    const id = await storeInvoice(
      tx,
      {
        ...read,
        supplier_id: supplier,
        format,
        file_id: file,
        file_position: at + 1,
        received_date,
        exchange_rate: null,
      },
      user,
    );
    taken.push({ id, number: read.number, isNew: true });
  }
  return taken;
}

async function storeFile(
  tx: Tx,
  { name, bytes, user, format }: IncomingFile & { user: number | null; format: string },
): Promise<number> {
  const content = Buffer.from(bytes);
  const shortName = name.slice(-200);
  const inserted = await sql<{ id: number }>`
    insert into purchase_invoice_files (name, format, bytes, channel, received_by)
    values (${shortName}, ${format}, ${content}, ${user === null ? 'folder' : 'upload'}, ${user})
    on conflict (sha256) do nothing returning id`.execute(tx);
  if (inserted.rows[0]) return inserted.rows[0].id;
  const { rows } = await sql<{ id: number }>`
    select id from purchase_invoice_files where sha256 = encode(sha256(${content}), 'hex')`.execute(tx);
  return rows[0]!.id;
}

/**
 * The supplier of a VAT number; null for none, and for several. A register without the code of the country counts as of
 * the supplier's country, and Italian without one.
 */
async function findSupplier(tx: Tx, vat: string | null): Promise<number | null> {
  if (vat === null) return null;
  const country = /^[A-Z]{2}/.exec(vat)?.[0] ?? null;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, upper(regexp_replace(vat_number, '[^A-Za-z0-9]', '', 'g')) as vat, coalesce(country_code, 'IT') as country
      from suppliers where deleted_at is null
    ) s
    where vat = ${vat} or (${country}::text is not null and country = ${country} and vat = ${country === null ? vat : vat.slice(2)})
    limit 2`.execute(tx);
  return rows.length === 1 ? rows[0]!.id : null;
}

async function findKnown(
  tx: Tx,
  { file, position, supplier, read }: { file: number; position: number; supplier: number | null; read: ReadInvoice },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_invoices
    where deleted_at is null and ((file_id = ${file} and file_position = ${position}) or (
      lower(number) = lower(${read.number}) and kind = ${read.kind}
      and extract(year from document_date) = extract(year from ${read.document_date}::date)
      and (supplier_id = ${supplier} or supplier_vat = ${read.supplier_vat})))
    order by id limit 1`.execute(tx);
  return rows[0]?.id;
}
