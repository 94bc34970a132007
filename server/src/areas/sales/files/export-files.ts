/** The files of a year in one zip, for the archive that the law requires. */
import { sql } from 'kysely';
import { zipSync, type Zippable } from 'fflate';
import type { Db } from '../../../platform/database/db.ts';

interface Exported {
  name: string;
  format: string;
  sha256: string;
  bytes: Buffer;
  made_at: string;
  issue: number;
  invoice_number: string;
  type: string;
  invoice_date: string;
  customer_name: string;
  customer_vat: string | null;
}

const COLUMNS = [
  'name',
  'format',
  'sha256',
  'size',
  'document',
  'type',
  'day',
  'issue',
  'customer',
  'vat_number',
  'made_at',
] as const;

/** Builds the zip of all files of the documents dated in a year: the files, and `index.csv` with a row for each. */
export async function exportFiles(db: Db, year: number): Promise<Buffer> {
  const { rows } = await sql<Exported>`
    select f.name, f.format, f.sha256, f.bytes, f.made_at, f.issue, i.invoice_number, i.type, i.invoice_date,
      i.customer_name, i.customer ->> 'vat_number' as customer_vat
    from document_files f join invoices i on i.id = f.invoice_id
    where i.invoice_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
    order by i.invoice_date, i.id, f.issue, f.id`.execute(db);
  const files: Zippable = { 'index.csv': Buffer.from(indexOf(rows), 'utf8') };
  for (const row of rows) files[row.name] = row.bytes;
  return Buffer.from(zipSync(files, { level: 6 }));
}

function indexOf(rows: readonly Exported[]): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.format,
      row.sha256,
      row.bytes.length,
      row.invoice_number,
      row.type,
      row.invoice_date,
      row.issue,
      row.customer_name,
      row.customer_vat ?? '',
      row.made_at,
    ].map(cell),
  );
  return [COLUMNS.join(';'), ...lines.map((line) => line.join(';')), ''].join('\r\n');
}

/** Quotes a cell; an apostrophe keeps spreadsheets from reading a text as a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
