/** Reads a packing list with all printed data. */
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { PackingListReport } from '@bobina/contract/sales/printed-documents.ts';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';
import { documentTexts, languageOfCountry } from './document-texts.ts';
import { requireCompleteCompany, partiesOf, printedCustomer } from '../shared/party-snapshot.ts';
import { weightOf } from './weights.rules.ts';

interface Row {
  id: number;
  packing_list_number: string;
  packing_date: string;
  status: string;
  customer_id: number;
  customer: object;
  company: object;
  destination: PackingListReport['destination'];
  order_number: string;
  customer_order_number: string | null;
  carrier: string | null;
  reason: string | null;
  appearance: string | null;
  packages: number | null;
  gross_weight: number | null;
  net_weight: number | null;
  transport_date: string | null;
  notes: string | null;
}
interface ItemRow {
  code: string;
  description: string;
  quantity: number;
  unit_of_measure: string;
  batch_number: string | null;
  expiry_date: string | null;
  net: number | null;
  gross: number | null;
}

/**
 * Reads the report of a packing list. @throws NOT_FOUND, INCOMPLETE_DOCUMENT while the company register lacks a
 * required field
 */
export async function readPackingListReport(
  db: Db,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<PackingListReport> {
  const row = await readRow(db, id);
  const items = await readItems(db, id);
  const { company, customer } = await partiesOf(db, row.customer_id, row);
  const language = lang ?? languageOfCountry(customer.country_code);
  return {
    id: row.id,
    language,
    packing_list_number: row.packing_list_number,
    packing_date: row.packing_date,
    status: row.status,
    company: requireCompleteCompany(company),
    customer: printedCustomer(row.customer_id, customer),
    destination: row.destination,
    order_number: row.order_number,
    customer_order_number: row.customer_order_number,
    transport: {
      reason: row.reason ?? documentTexts(language).transport.sale,
      appearance: row.appearance,
      carrier: row.carrier,
      packages: row.packages,
      gross_weight: row.gross_weight ?? weightOf(items, 'gross'),
      net_weight: row.net_weight ?? weightOf(items, 'net'),
      transport_date: row.transport_date ?? row.packing_date,
    },
    items: items.map(({ net: _net, gross: _gross, ...item }, at) => ({ position: at + 1, ...item })),
    totals: totalsOf(items),
    notes: row.notes,
  };
}

async function readRow(db: Db, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, packing_list_number, packing_date, status, customer_id, customer, company, destination, order_number,
      customer_order_number, carrier, reason, appearance, packages, gross_weight::float8 as gross_weight,
      net_weight::float8 as net_weight, transport_date, notes
    from packing_lists where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function readItems(db: Db, id: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.code, i.product_name as description, i.quantity::float8 as quantity, i.unit_of_measure, i.batch_number,
      i.expiry_date, p.peso_netto::float8 as net, p.peso_lordo::float8 as gross
    from packing_list_items i join products p on p.id = i.product_id
    where i.packing_list_id = ${id} order by i.position`.execute(db);
  return rows;
}

function totalsOf(items: readonly ItemRow[]): PackingListReport['totals'] {
  return [...Map.groupBy(items, ({ unit_of_measure }) => unit_of_measure)].map(([unit_of_measure, lines]) => ({
    unit_of_measure,
    quantity: Number(sum(lines.map(({ quantity }) => decimalOf(quantity)))),
  }));
}
