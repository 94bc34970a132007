/** Reads a customer's order as its printed confirmation. An order can change, so it prints the current registers. */
import { sql } from 'kysely';
import type { OrderConfirmationReport } from '@bobina/contract/sales/printed-documents.ts';
import { paymentMethodName } from '@bobina/contract/registry/payment-methods.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Caller } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';
import { languageOfCountry } from './document-texts.ts';
import { snapshotPayment } from '../shared/parties.ts';
import { requireCompleteCompany, partiesOf, printedCustomer } from '../shared/party-snapshot.ts';

type Row = Pick<
  OrderConfirmationReport,
  | 'id'
  | 'number'
  | 'order_date'
  | 'customer_order_number'
  | 'requested_delivery_date'
  | 'notes'
  | 'total_amount'
  | 'currency'
> & { customer_id: number };

/**
 * Reads the confirmation of a customer's order, without amounts for users who may not see them. @throws NOT_FOUND,
 * INCOMPLETE_DOCUMENT while the company register lacks a required field
 */
export async function readOrderConfirmation(
  { db, user }: { db: Db; user: Pick<Caller, 'role' | 'capabilities'> },
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<OrderConfirmationReport> {
  const { customer_id, total_amount, ...order } = await readRow(db, id);
  const seesAmounts = can(user, 'customer_orders.amounts');
  const items = await readItems(db, id);
  const { company, customer } = await partiesOf(db, customer_id, { company: null, customer: null });
  const payment = await snapshotPayment(db, customer_id);
  const language = lang ?? languageOfCountry(customer.country_code);
  return {
    ...order,
    ...(seesAmounts && { total_amount }),
    language,
    company: requireCompleteCompany(company),
    customer: printedCustomer(customer_id, customer),
    payment_terms: payment.descrizione ?? paymentMethodName(language, payment.modalita_pagamento),
    items: seesAmounts ? items : items.map(({ unit_price: _price, total: _total, ...line }) => line),
  };
}

async function readRow(db: Db, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select o.id, o.order_number as number, o.order_date, o.customer_order_number, o.requested_delivery_date, o.notes,
      o.total_amount::float8 as total_amount, c.valuta as currency, o.customer_id
    from customer_orders o join customers c on c.id = o.customer_id
    where o.id = ${id} and o.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function readItems(db: Db, id: number): Promise<OrderConfirmationReport['items']> {
  const { rows } = await sql<OrderConfirmationReport['items'][number]>`
    select row_number() over (order by i.position)::integer as position, p.code,
      coalesce(p.name, p.description) as description, i.quantity::float8 as quantity, p.unit_of_measure,
      i.unit_price::float8 as unit_price, i.total::float8 as total, i.delivery_date
    from customer_order_items i join products p on p.id = i.product_id
    where i.order_id = ${id} order by i.position`.execute(db);
  return rows;
}
