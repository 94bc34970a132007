/** How the lines of a purchase invoice are matched to the lines of receipts. */
import type { Day } from '../core/dates.ts';
import { decimalOf, round, sum, toNumber, type Decimal } from '../core/decimal.ts';

export const LINE_MATCHES = ['equal', 'tolerance', 'different', 'no_receipt', 'no_product'] as const;
export type LineMatch = (typeof LINE_MATCHES)[number];
export const MATCHES = ['complete', 'partial', 'none'] as const;
export type Match = (typeof MATCHES)[number];
export const DIFFERENT_FIELDS = ['quantity', 'price', 'currency'] as const;

export interface MatchDifference {
  field: (typeof DIFFERENT_FIELDS)[number];
  /** Null for a currency. */
  invoiced: number | null;
  expected: number | null;
  difference: number | null;
  is_tolerated: boolean;
}

/** A line of the invoice, with the user's choices. Decimals are texts. */
export interface LineToMatch {
  id: number;
  supplier_code: string | null;
  quantity: string | null;
  net_amount: string;
  ddt_number: string | null;
  ddt_date: Day | null;
  order_number: string | null;
  product_id: number | null;
  receipt_item_id: number | null;
  is_confirmed: boolean;
}

/** A receipt line of the supplier. */
export interface ReceiptToBill {
  id: number;
  product_id: number;
  document_number: string;
  document_date: Day;
  order_number: string;
  quantity: string;
  /** The quantity that no other invoice bills. */
  left: string;
  /** Of the order. */
  unit_price: string;
  currency: string;
}

export interface MatchedLine {
  id: number;
  product_id: number | null;
  receipt_item_id: number | null;
  matched_quantity: string;
  match: LineMatch;
  differences: MatchDifference[];
}

export interface Tolerances {
  /** Percent of the receipt's quantity. */
  quantity: number;
  /** Percent of the order's price. */
  price: number;
}

export interface InvoiceToMatch {
  kind: 'invoice' | 'credit_note';
  currency: string;
  lines: readonly LineToMatch[];
}

/**
 * Matches the lines of an invoice. The product of a line is that of its supplier's code; its receipt has the number and
 * the day of the delivery note that the line names or, where it names none, the same quantity, the same order, or is
 * the oldest. A line that a user confirmed keeps its product and receipt. A credit note bills nothing.
 * @param codes the products of the supplier's codes, in lower case
 * @param receipts the oldest first
 */
export function matchInvoice(
  { kind, currency, lines }: InvoiceToMatch,
  {
    codes,
    receipts,
    tolerances,
  }: { codes: ReadonlyMap<string, number>; receipts: readonly ReceiptToBill[]; tolerances: Tolerances },
): { lines: MatchedLine[]; match: Match } {
  const left = new Map(receipts.map(({ id, left: open }) => [id, decimalOf(open)]));
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  const chosen = lines.map((line) => choose(line, { kind, codes, receipts, left, byId }));
  const compared = chosen.map((line): MatchedLine => {
    const receipt = line.receipt === null ? undefined : byId.get(line.receipt);
    const { id } = line.line;
    const none = { id, receipt_item_id: null, matched_quantity: '0', differences: [] };
    if (line.product === null) return { ...none, product_id: null, match: 'no_product' };
    if (!receipt) return { ...none, product_id: line.product, match: 'no_receipt' };
    const billed = sum(
      chosen.filter((other) => other.receipt === receipt.id).map(({ line: { quantity } }) => decimalOf(quantity!)),
    );
    const differences = compare(line.line, receipt, { billed, currency, tolerances });
    return {
      id,
      product_id: line.product,
      receipt_item_id: receipt.id,
      matched_quantity: line.matched.toFixed(),
      match: matchOf(differences),
      differences,
    };
  });
  return { lines: compared, match: matchOfInvoice(lines, compared) };
}

/** Compares the numbers of delivery notes: capitals, signs between the parts and leading zeros do not count. */
export function isSameDocument(one: string, other: string): boolean {
  return documentKey(one) === documentKey(other);
}

interface ChosenLine {
  line: LineToMatch;
  product: number | null;
  receipt: number | null;
  /** The part of the receipt that the line bills. */
  matched: Decimal;
}

/** Chooses the product and the receipt of a line, and takes its quantity from the rest of the receipt. */
function choose(
  line: LineToMatch,
  {
    kind,
    codes,
    receipts,
    left,
    byId,
  }: {
    kind: InvoiceToMatch['kind'];
    codes: ReadonlyMap<string, number>;
    receipts: readonly ReceiptToBill[];
    left: Map<number, Decimal>;
    byId: ReadonlyMap<number, ReceiptToBill>;
  },
): ChosenLine {
  const known = line.supplier_code === null ? undefined : codes.get(line.supplier_code.toLowerCase());
  const product = line.is_confirmed ? line.product_id : (known ?? null);
  const nothing = { line, product, receipt: null, matched: decimalOf(0) };
  const billsGoods = kind === 'invoice' && line.quantity !== null && decimalOf(line.quantity).gt(0);
  if (product === null || !billsGoods) return nothing;
  const given = line.is_confirmed && line.receipt_item_id !== null ? byId.get(line.receipt_item_id) : undefined;
  const receipt = given ?? find(line, { product, receipts, left });
  if (!receipt) return nothing;
  const open = left.get(receipt.id)!;
  const wanted = round(decimalOf(line.quantity!), 5);
  const matched = wanted.gt(open) ? open : wanted;
  left.set(receipt.id, open.minus(matched));
  return { line, product, receipt: receipt.id, matched };
}

function find(
  { ddt_number, ddt_date, order_number, quantity }: LineToMatch,
  {
    product,
    receipts,
    left,
  }: { product: number; receipts: readonly ReceiptToBill[]; left: ReadonlyMap<number, Decimal> },
): ReceiptToBill | undefined {
  const ofProduct = receipts.filter(({ product_id }) => product_id === product);
  const isEqual = ({ id }: ReceiptToBill) => left.get(id)!.eq(quantity!);
  if (ddt_number !== null) {
    const named = ofProduct.filter(
      ({ document_number, document_date }) =>
        isSameDocument(document_number, ddt_number) && (ddt_date === null || ddt_date === document_date),
    );
    // A receipt that is already billed is named too: the line bills it twice.
    return named.find(isEqual) ?? named.find(({ id }) => left.get(id)!.gt(0)) ?? named[0];
  }
  const open = ofProduct.filter(({ id }) => left.get(id)!.gt(0));
  const ofOrder =
    order_number === null ? [] : open.filter((receipt) => isSameDocument(receipt.order_number, order_number));
  const among = ofOrder.length > 0 ? ofOrder : open;
  return among.find(isEqual) ?? among[0];
}

/** @param billed the quantity of the receipt that the lines of this invoice bill */
function compare(
  { quantity, net_amount }: LineToMatch,
  { left, unit_price, currency: ordered }: ReceiptToBill,
  { billed, currency, tolerances }: { billed: Decimal; currency: string; tolerances: Tolerances },
): MatchDifference[] {
  const differences: MatchDifference[] = [];
  const expected = decimalOf(left);
  if (!billed.eq(expected)) differences.push(difference('quantity', billed, expected, tolerances.quantity));
  if (currency !== ordered)
    return [
      ...differences,
      { field: 'currency', invoiced: null, expected: null, difference: null, is_tolerated: false },
    ];
  const price = round(decimalOf(net_amount).div(quantity!), 5);
  // The amount of a line is rounded to cents, so that the price of a small quantity cannot be read back exactly.
  const isSameAmount = round(decimalOf(quantity!).times(unit_price), 2).eq(round(decimalOf(net_amount), 2));
  if (!isSameAmount && !price.eq(unit_price))
    differences.push(difference('price', price, decimalOf(unit_price), tolerances.price));
  return differences;
}

function difference(
  field: 'quantity' | 'price',
  invoiced: Decimal,
  expected: Decimal,
  percent: number,
): MatchDifference {
  const apart = invoiced.minus(expected);
  return {
    field,
    invoiced: toNumber(invoiced),
    expected: toNumber(expected),
    difference: toNumber(apart),
    is_tolerated: apart.abs().lte(expected.times(percent).div(100)),
  };
}

function matchOf(differences: readonly MatchDifference[]): LineMatch {
  if (differences.length === 0) return 'equal';
  return differences.every(({ is_tolerated }) => is_tolerated) ? 'tolerance' : 'different';
}

/** Texts without an amount, and lines that a user confirmed as no goods, do not prevent a complete match. */
function matchOfInvoice(lines: readonly LineToMatch[], matched: readonly MatchedLine[]): Match {
  if (matched.every(({ receipt_item_id }) => receipt_item_id === null)) return 'none';
  const isDone = matched.every(({ match, product_id }, at) => {
    const line = lines[at]!;
    const isNoGoods = product_id === null && (line.is_confirmed || decimalOf(line.net_amount).eq(0));
    return isNoGoods || match === 'equal' || match === 'tolerance';
  });
  return isDone ? 'complete' : 'partial';
}

function documentKey(number: string): string {
  const parts = number.toUpperCase().match(/\d+|[A-Z]+/g);
  return parts === null ? number.trim().toUpperCase() : parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ');
}
