/** Composes balanced entries in EUR from the amounts of documents and payments. */
import { decimalOf, round, sum, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';

/** The accounts of the settings. */
export const ACCOUNT_ROLES = [
  'customers',
  'suppliers',
  'sales',
  'purchases',
  'vat_sales',
  'vat_purchases',
  'bank',
] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** An account that products name: the sum of their lines in the document's currency. */
export interface AccountPart {
  account: string;
  name: string;
  amount: number | string;
}
/** Above 0 a debit, below 0 a credit. */
export interface Posting {
  /** The account of the settings, or the account of products. */
  role?: AccountRole;
  account?: string;
  name?: string;
  amount: Decimal;
}

/**
 * Splits a net amount in EUR over accounts, in proportion to amounts in the document's currency at its rate. The largest
 * part takes the rounding, so that the parts sum up to `net`.
 */
export function splitNet(
  parts: readonly AccountPart[],
  { net, rate }: { net: Decimal; rate: number | string },
): Posting[] {
  const split = parts.map(({ account, name, amount }) => ({
    account,
    name,
    amount: round(decimalOf(amount).div(rate), 2),
  }));
  const largest = split.toSorted((a, b) => b.amount.abs().cmp(a.amount.abs()))[0];
  if (largest) largest.amount = largest.amount.plus(net.minus(sum(split.map(({ amount }) => amount))));
  return split;
}

/**
 * The entry of a sale. Under split payment the customer owes the net amount, and the VAT is taken back.
 * @param accounts the net amount by account; amounts of a credit note are below 0
 */
export function saleEntry({
  net,
  vat,
  isSplit,
  accounts,
}: {
  net: Decimal;
  vat: Decimal;
  isSplit: boolean;
  accounts: readonly Posting[];
}): Posting[] {
  return booked([
    { role: 'customers', amount: net.plus(vat) },
    ...accounts.map((posting) => ({ ...posting, amount: posting.amount.times(-1) })),
    { role: 'vat_sales', amount: vat.times(-1) },
    ...(isSplit
      ? [
          { role: 'vat_sales' as const, amount: vat },
          { role: 'customers' as const, amount: vat.times(-1) },
        ]
      : []),
  ]);
}

/** The entry of a purchase. @param rounding the part of the total that is neither net nor VAT */
export function purchaseEntry({
  net,
  vat,
  rounding,
  accounts,
}: {
  net: Decimal;
  vat: Decimal;
  rounding: Decimal;
  accounts: readonly Posting[];
}): Posting[] {
  return booked([
    ...accounts,
    { role: 'purchases', amount: rounding },
    { role: 'vat_purchases', amount: vat },
    { role: 'suppliers', amount: net.plus(vat).plus(rounding).times(-1) },
  ]);
}

/** The entry of a payment of a customer. @param amount below 0 for a reversal */
export function paymentEntry(amount: Decimal): Posting[] {
  return booked([
    { role: 'bank', amount },
    { role: 'customers', amount: amount.times(-1) },
  ]);
}

/** The columns of a posting. */
export function sidesOf(amount: Decimal): { debit: number; credit: number } {
  return amount.gt(0) ? { debit: toNumber(amount), credit: 0 } : { debit: 0, credit: toNumber(amount.times(-1)) };
}

function booked(postings: Posting[]): Posting[] {
  return postings.filter(({ amount }) => !amount.eq(0));
}
