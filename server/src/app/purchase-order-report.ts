/** A printed purchase order: the order is purchasing's, the print parts are those of sales. */
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { documents } from '@bobina/contract/sales/documents.ts';
import type { PurchaseOrderReport } from '@bobina/contract/sales/printed-documents.ts';
import { readOrder } from '../areas/purchasing/order-rows.ts';
import { pdfOf, wantsPdf } from '../areas/sales/documents/pdf-answer.ts';
import { languageOfCountry } from '../areas/sales/documents/document-texts.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { requireCompleteCompany, readCompanyRecord } from '../areas/sales/shared/party-snapshot.ts';
import type { Reading } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import type { Handlers } from '../platform/http/mount.ts';

export const purchaseOrderReportHandlers: Pick<Handlers<typeof documents>, 'purchaseOrderReport'> = {
  purchaseOrderReport: async ({ id, ...wanted }, { db, user }) => {
    const report = await inSnapshot(db, (tx) =>
      readPurchaseOrderReport({ db: tx, user }, { id, lang: wanted.query.lang }),
    );
    return wantsPdf(wanted) ? pdfOf(report.number, { kind: 'purchase_order', report }, user) : report;
  },
};

/**
 * Reads a purchase order as it is printed, without amounts for users who may not see them. @throws NOT_FOUND,
 * INCOMPLETE_DOCUMENT while the company register lacks a required field
 */
export async function readPurchaseOrderReport(
  reading: Pick<Reading, 'db' | 'user'>,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<PurchaseOrderReport> {
  const order = await readOrder(reading, id);
  const supplier = await readSupplier(reading.db, order.supplier_id);
  return {
    id: order.id,
    language: lang ?? languageOfCountry(supplier.country_code),
    number: order.order_number,
    order_date: order.order_date,
    company: requireCompleteCompany(await readCompanyRecord(reading.db)),
    supplier,
    requested_arrival_date: order.requested_arrival_date,
    confirmed_arrival_date: order.confirmed_arrival_date,
    currency: order.currency,
    total_amount: order.total_amount,
    notes: order.notes,
    items: order.items.map(({ product_code, product_name, quantity, unit_of_measure, unit_price, total }, at) => ({
      position: at + 1,
      code: product_code,
      description: product_name,
      quantity,
      unit_of_measure,
      unit_price,
      total,
    })),
  };
}

async function readSupplier(db: Db, id: number): Promise<PurchaseOrderReport['supplier']> {
  const { rows } = await sql<PurchaseOrderReport['supplier']>`
    select id, business_name, nullif(vat_number, '') as vat_number, null as tax_code, address, city,
      nullif(province, '') as province, nullif(zip_code, '') as zip_code, nullif(country, '') as country, country_code
    from suppliers where id = ${id}`.execute(db);
  const supplier = rows[0]!;
  return { ...supplier, country_code: countryOf(supplier) };
}
