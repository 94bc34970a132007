import { sql, type RawBuilder } from 'kysely';

/**
 * Selects an amount of an invoice in EUR: at the exchange rate that the invoice keeps, rounded to the cent.
 * @param amount in the currency of the invoice @param invoice the alias of its table
 */
export function inEuro(amount: string, invoice = 't'): RawBuilder<string> {
  return sql<string>`round(${sql.ref(amount)}::numeric / coalesce(${sql.ref(`${invoice}.exchange_rate`)}::numeric, 1), 2)`;
}
