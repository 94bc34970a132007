/** Stores a purchase invoice that was read from a file or typed, and matches it. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { round, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { matchPurchaseLines } from './match-lines.ts';
import type { ReadInvoice, ReadLine } from './read-parts.ts';

export interface NewInvoice extends Omit<ReadInvoice, 'lines'> {
  supplier_id: number | null;
  format: 'fatturapa' | 'facturx' | 'cii' | 'ubl' | 'typed';
  file_id: number | null;
  file_position: number;
  received_date: Day;
  exchange_rate: number | null;
  lines: (ReadLine & { product_id?: number | null; receipt_item_id?: number | null })[];
}

/** Writes and matches an invoice. @returns its id */
export async function storeInvoice(tx: Tx, invoice: NewInvoice, user: number | null): Promise<number> {
  const vat = invoice.vat.map((group) => ({
    ...group,
    net_amount: round(group.net_amount, 2),
    vat_amount: round(group.vat_amount, 2),
  }));
  const lines = invoice.lines.map((line) => ({ ...line, net_amount: round(line.net_amount, 4) }));
  const net = sum(vat.map(({ net_amount }) => net_amount));
  const tax = sum(vat.map(({ vat_amount }) => vat_amount));
  const total = round(invoice.total_amount, 2);
  const { supplier_id, supplier_name, supplier_vat, kind, document_type, number, document_date, currency } = invoice;
  const { received_date, exchange_rate, credited_number, notes, file_id, file_position, format } = invoice;
  const { id } = await tx
    .insertInto('purchase_invoices')
    .values({
      ...{ supplier_id, supplier_name, supplier_vat, kind, document_type, number, document_date, currency },
      ...{ received_date, exchange_rate, credited_number, notes, file_id, file_position, format },
      net_amount: net.toFixed(),
      vat_amount: tax.toFixed(),
      total_amount: total.toFixed(),
      charges_amount: net.minus(sum(lines.map(({ net_amount }) => net_amount))).toFixed(),
      rounding_amount: total.minus(net).minus(tax).toFixed(),
      to_pay_amount: round(invoice.to_pay_amount, 2).toFixed(),
      created_by: user,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(tx, id, lines);
  await sql`
    insert into purchase_invoice_vat (purchase_invoice_id, position, vat_rate, natura, net_amount, vat_amount, esigibilita)
    select ${id}::integer, v.* from jsonb_to_recordset(${jsonOf(vat)}::jsonb)
      as v (position integer, vat_rate numeric, natura text, net_amount numeric, vat_amount numeric, esigibilita text)`.execute(
    tx,
  );
  await storeInstalments(tx, id, invoice.instalments);
  await matchPurchaseLines(tx, { id, supplier_id, kind, currency });
  return id;
}

/** Writes the instalments of an invoice. */
export async function storeInstalments(
  tx: Tx,
  invoice: number,
  instalments: readonly { due_date: Day; amount: Decimal; method: string | null; iban: string | null }[],
): Promise<void> {
  const rows = instalments
    .map((part) => ({ ...part, amount: round(part.amount, 2) }))
    .filter(({ amount }) => amount.gt(0));
  await sql`
    insert into purchase_invoice_instalments (purchase_invoice_id, position, due_date, amount, method, iban)
    select ${invoice}::integer, i.* from jsonb_to_recordset(${jsonOf(rows)}::jsonb)
      as i (position integer, due_date date, amount numeric, method text, iban text)`.execute(tx);
}

/** A line with a product was confirmed by the user who typed it. */
async function writeLines(tx: Tx, id: number, lines: NewInvoice['lines']): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    quantity: line.quantity && round(line.quantity, 8),
    unit_price: round(line.unit_price, 8),
    is_confirmed: (line.product_id ?? null) !== null,
  }));
  await sql`
    insert into purchase_invoice_lines (purchase_invoice_id, position, description, supplier_code, barcode, quantity,
      unit_of_measure, unit_price, net_amount, vat_rate, natura, ddt_number, ddt_date, order_number, product_id,
      receipt_item_id, is_confirmed)
    select ${id}::integer, l.* from jsonb_to_recordset(${jsonOf(rows)}::jsonb)
      as l (position integer, description text, supplier_code text, barcode text, quantity numeric, unit_of_measure text,
        unit_price numeric, net_amount numeric, vat_rate numeric, natura text, ddt_number text, ddt_date date,
        order_number text, product_id integer, receipt_item_id integer, is_confirmed boolean)`.execute(tx);
}

/** Rows with their positions, decimals as plain texts. */
function jsonOf(rows: readonly object[]): string {
  const plain = rows.map((row, at) => ({
    position: at + 1,
    ...Object.fromEntries(
      Object.entries(row as Record<string, unknown>).map(([key, value]) => [
        key,
        value !== null && typeof value === 'object' && 'toFixed' in value ? (value as Decimal).toFixed() : value,
      ]),
    ),
  }));
  return JSON.stringify(plain);
}
