/** SQL and checks that the price lists of suppliers and customers share. `t` is the table of prices. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { PRICE_SORT } from '@bobina/contract/core/price-period.ts';
import type { PriceStatus } from '@bobina/contract/core/price-statuses.ts';
import type { Act } from './context.ts';
import { computed, firstText, searchedValue, text, value, type ListColumn } from './database/list.ts';
import { numeric } from './master-data.ts';
import type { FieldChecks } from './problem.ts';

/** Builds the condition that a price is valid on a day. */
export function validOn(day: Day) {
  return sql<boolean>`(t.deleted_at is null and t.start_date <= ${day} and (t.end_date is null or t.end_date >= ${day}))`;
}

/** Builds the condition that a price is valid on a day and begins before it. */
export function startedBefore(day: Day) {
  return sql<boolean>`(${validOn(day)} and t.start_date < ${day})`;
}

/** Builds the status of a price on a day. */
export function statusOn(today: Day) {
  return sql<PriceStatus>`case when t.start_date > ${today} then 'upcoming' when t.end_date < ${today} then 'inactive' else 'active' end`;
}

/** Selects the computed fields of a price, joined with its `product`. */
export function selectPriceFields(today: Day) {
  return [
    sql<string>`coalesce(product.name, product.description)`.as('product_name'),
    sql<(typeof CURRENCIES)[number]>`t.currency`.as('currency'),
    numeric('t.price', 'price'),
    statusOn(today).as('status'),
  ] as const;
}

/** Returns how a list of prices sorts and searches its columns, besides the supplier or customer. */
export function pricedColumns(today: Day): Record<(typeof PRICE_SORT)[number], ListColumn> {
  return {
    product_code: text('product.code'),
    product_name: firstText('product.name', 'product.description'),
    price: value('t.price'),
    currency: searchedValue('t.currency'),
    start_date: value('t.start_date'),
    end_date: value('t.end_date'),
    status: computed(statusOn(today)),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  };
}

/** Adds a problem when a period ends before it starts. */
export function checkPeriod(checks: FieldChecks, start_date: Day, end_date: Day | null | undefined): void {
  if (end_date && end_date < start_date) checks.add('end_date', 'before_start');
}

/**
 * Warns of a price of 0, which may be intended or a forgotten field; the price is saved.
 * @param sent the price of the request: without one the act does not change it
 */
export function warnOfFreePrice(
  act: Act,
  { price, product_code }: { price: number; product_code: string },
  sent: number | undefined,
): void {
  if (price === 0 && sent !== undefined) act.warn('zero_price', { products: product_code }, 'price');
}
