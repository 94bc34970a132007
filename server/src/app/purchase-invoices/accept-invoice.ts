import { sql } from 'kysely';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, GREATEST, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { PurchaseInvoice, purchaseInvoices } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { instalmentsOf, type InstalmentRule } from '@bobina/contract/sales/instalments.rules.ts';
import type { PaymentTermRule } from '@bobina/contract/sales/due-date.rules.ts';
import { createPrice, updatePrice } from '../../areas/purchasing/save-price.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { Problem, type MissingRefusal } from '../../platform/problem.ts';
import { writeChange, receiptsOf } from './change-invoice.ts';
import { lockPurchaseInvoice } from './invoice-rows.ts';
import { matchPurchaseLines, writeCosts } from './match-lines.ts';
import { storeInstalments } from './store-invoice.ts';

/**
 * Accepts an invoice today: matches it a last time, writes its due dates, the cost of the batches that it bills and, if
 * chosen, the prices. @throws INVALID_TRANSITION, INCOMPLETE_DOCUMENT, STALE_VERSION, PERIOD_CLOSED, PRICE_OVERLAP
 */
export async function acceptInvoice(
  act: Act,
  { id, body, version }: HandlerInput<typeof purchaseInvoices.accept>,
): Promise<PurchaseInvoice> {
  const before = await lockPurchaseInvoice(act, id, version);
  if (before.status === 'accepted') throw new Problem('INVALID_TRANSITION');
  const exchange_rate = body.exchange_rate ?? before.exchange_rate;
  const missing = missingOf({ ...before, exchange_rate });
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  await matchPurchaseLines(act.tx, before);
  await settleInstalments(act, before);
  const registered_date = await companyToday(act.tx);
  const after = await writeChange(act, before, {
    action: 'accept',
    values: {
      status: 'accepted',
      registered_date,
      exchange_rate: before.currency === 'EUR' ? null : exchange_rate,
      accepted_at: sql<string>`now()`,
      accepted_by: act.user.id,
    },
  });
  await writeCosts(act.tx, receiptsOf(before, after));
  if (body.update_prices) await writePrices(act, after, registered_date);
  return after;
}

function missingOf({ supplier_id, currency, exchange_rate }: PurchaseInvoice): MissingRefusal[] {
  return [
    ...(supplier_id === null ? [{ field: 'supplier_id', code: 'purchase_invoice_supplier' as const, path: null }] : []),
    ...(currency !== 'EUR' && exchange_rate === null
      ? [{ field: 'exchange_rate', code: 'purchase_invoice_rate' as const, path: null }]
      : []),
  ];
}

/**
 * Keeps the instalments of the file when they make the amount to pay. A single one of another amount gives its day.
 * Otherwise they follow from the payment terms of the supplier. A credit note has none.
 */
async function settleInstalments(act: Act, invoice: PurchaseInvoice): Promise<void> {
  const { instalments: own, to_pay_amount, document_date, kind } = invoice;
  const toPay = decimalOf(to_pay_amount);
  if (kind === 'invoice' && own.length > 0 && sum(own.map(({ amount }) => decimalOf(amount))).eq(toPay)) return;
  await sql`delete from purchase_invoice_instalments where purchase_invoice_id = ${invoice.id}`.execute(act.tx);
  if (kind === 'credit_note') return;
  const [only, ...more] = own;
  const parts =
    only && more.length === 0
      ? [{ due_date: only.due_date, amount: toPay }]
      : instalmentsOf({ day: document_date, toPay }, await readTerms(act, invoice.supplier_id!));
  const { method, iban } = only ?? { method: null, iban: null };
  await storeInstalments(
    act.tx,
    invoice.id,
    parts.map((part) => ({ ...part, method, iban })),
  );
}

type Terms = PaymentTermRule & { instalments: InstalmentRule[] };
/** The payment terms of a supplier; immediate payment by default. */
async function readTerms(act: Act, supplier: number): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select coalesce(t.giorni_differita, 0) as giorni_differita, coalesce(t.fine_mese, false) as fine_mese,
      coalesce(t.giorno_fisso_scadenza, 0) as giorno_fisso_scadenza, coalesce(t.instalments, '[]') as instalments
    from suppliers s left join condizioni_pagamento t on t.id = s.tipo_pagamento_id where s.id = ${supplier}`.execute(
    act.tx,
  );
  return rows[0]!;
}

/** Writes the price of each invoiced product, of its last line, to the price list from a day on. */
async function writePrices(act: Act, { kind, lines, currency, supplier_id }: PurchaseInvoice, day: Day): Promise<void> {
  const known = CURRENCIES.find((one) => one === currency);
  if (kind !== 'invoice' || !known) return;
  const prices = new Map<number, number>();
  for (const { product_id, quantity, net_amount, receipt_item_id } of lines) {
    if (product_id === null || receipt_item_id === null || quantity === null || quantity <= 0 || net_amount <= 0)
      continue;
    const price = toNumber(round(decimalOf(net_amount).div(quantity), 5));
    if (price > 0 && price <= GREATEST) prices.set(product_id, price);
  }
  for (const [product_id, price] of [...prices].toSorted(([a], [b]) => a - b))
    await writePrice(act, { product_id, supplier_id: supplier_id!, price, currency: known, day });
}

interface NewPrice {
  product_id: number;
  supplier_id: number;
  price: number;
  currency: (typeof CURRENCIES)[number];
  day: Day;
}

async function writePrice(act: Act, { product_id, supplier_id, price, currency, day }: NewPrice): Promise<void> {
  const { rows } = await sql<{
    id: number;
    price: number;
    currency: string;
    start_date: Day;
    end_date: Day | null;
    lead_days: number | null;
  }>`
    select id, price::float8 as price, currency, start_date, end_date, lead_days from prices
    where product_id = ${product_id} and supplier_id = ${supplier_id} and from_quantity = 0 and deleted_at is null
      and (end_date is null or end_date >= ${day})
    order by start_date for update`.execute(act.tx);
  const [first] = rows;
  const current = first && first.start_date <= day ? first : undefined;
  const next = current ? rows[1] : first;
  if (current && current.price === price && current.currency === currency) return;
  if (current?.start_date === day) {
    await updatePrice(act, { id: current.id, body: { price, currency } });
    return;
  }
  const end_date = current ? current.end_date : next ? addDays(next.start_date, -1) : null;
  if (current) await updatePrice(act, { id: current.id, body: { end_date: addDays(day, -1) } });
  await createPrice(act, {
    ...{ product_id, supplier_id, price, currency, end_date },
    start_date: day,
    from_quantity: 0,
    lead_days: current?.lead_days ?? null,
  });
}
