/** What documents of sale amount to, to the cent. Rules §6. */
import { decimalOf, lineAmount, round, sum, type Decimal } from '../core/decimal.ts';

/**
 * Parts of an amount in whole cents that add up to it: each gets its own, rounded down, and the cents left over go to
 * the largest remainders, a tie to the first. @param total in cents, not below the parts' floors @param parts exact
 */
export function allot(total: Decimal, parts: readonly Decimal[]): Decimal[] {
  const floors = parts.map((part) => part.round(2, 0));
  const left = Number(total.minus(sum(floors)).times(100).toString());
  const favoured = new Set(
    parts
      .map((part, index) => ({ index, remainder: part.minus(floors[index]!) }))
      .toSorted((a, b) => b.remainder.cmp(a.remainder) || a.index - b.index)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => (favoured.has(index) ? floor.plus('0.01') : floor));
}

export interface SalesLine {
  quantity: number | string;
  unit_price: number | string;
  /** Percent; null while it is not known, which counts as none. */
  vat_rate: number | string | null;
  natura: string | null;
}
export interface LineAmounts {
  net: Decimal;
  vat: Decimal;
  /** With VAT. */
  total: Decimal;
}
export interface VatGroup {
  vat_rate: number | string | null;
  natura: string | null;
  net: Decimal;
  vat: Decimal;
}
export interface DocumentAmounts {
  /** In the order of the lines. */
  lines: LineAmounts[];
  /** By rate and natura, in the order that they first appear. */
  groups: VatGroup[];
  net: Decimal;
  vat: Decimal;
  total: Decimal;
}

/** Nets, VAT per group allotted to its lines, and totals. */
export function documentAmounts(lines: readonly SalesLine[]): DocumentAmounts {
  const nets = lines.map(({ quantity, unit_price }) => lineAmount(quantity, unit_price));
  const vats: Decimal[] = lines.map(() => decimalOf(0));
  const groups: VatGroup[] = [];
  for (const indexes of Map.groupBy(lines.keys(), (index) => groupOf(lines[index]!)).values()) {
    const { vat_rate, natura } = lines[indexes[0]!]!;
    const share = decimalOf(vat_rate ?? 0).div(100);
    const net = sum(indexes.map((index) => nets[index]!));
    const vat = round(net.times(share), 2);
    const parts = allot(
      vat,
      indexes.map((index) => nets[index]!.times(share)),
    );
    for (const [at, index] of indexes.entries()) vats[index] = parts[at]!;
    groups.push({ vat_rate, natura, net, vat });
  }
  const net = sum(nets);
  const vat = sum(vats);
  return {
    lines: nets.map((own, index) => ({ net: own, vat: vats[index]!, total: own.plus(vats[index]!) })),
    groups,
    net,
    vat,
    total: net.plus(vat),
  };
}

interface PackedPart {
  order_item_id: number;
  quantity: number | string;
  unit_price: number | string;
}

/** The parts that make one line each, in the order that the lines first appear. */
export function linesOfParts<P extends PackedPart>(parts: readonly P[]): P[][] {
  return [...Map.groupBy(parts, lineOfPart).values()];
}

/**
 * What each part of a packing list amounts to, without VAT: the parts of one line add up to what the invoice will say
 * of it. @returns in the order of the parts
 */
export function packedAmounts(parts: readonly PackedPart[]): Decimal[] {
  const amounts = new Map<PackedPart, Decimal>();
  for (const line of linesOfParts(parts)) {
    const exact = line.map(({ quantity, unit_price }) => decimalOf(quantity).times(unit_price));
    const allotted = allot(round(sum(exact), 2), exact);
    for (const [index, part] of line.entries()) amounts.set(part, allotted[index]!);
  }
  return parts.map((part) => amounts.get(part)!);
}

function groupOf({ vat_rate, natura }: SalesLine) {
  return JSON.stringify([vat_rate === null ? null : decimalOf(vat_rate).toFixed(), natura]);
}

/** One line of the invoice: what was packed of an order line at one price. */
function lineOfPart({ order_item_id, unit_price }: PackedPart) {
  return `${order_item_id} ${decimalOf(unit_price).toFixed()}`;
}
