/** Computes the credit of invoice lines, exact to the cent. */
import { decimalOf, lineAmount, round, sum, type Decimal } from '../core/decimal.ts';
import { allot } from './amounts.rules.ts';

/** A line of the invoice, with the quantity and amount that earlier credit notes credited. */
export interface CreditableLine {
  id: number;
  quantity: string;
  unit_price: string;
  net_amount: string;
  vat_amount: string;
  /** Percent. */
  vat_rate: string | null;
  natura: string | null;
  credited_quantity: string;
  credited_net: string;
  credited_vat: string;
}
/** A part of a line to credit: a quantity, or a net amount in EUR. */
export interface CreditPart {
  invoice_item_id: number;
  quantity?: number | string | null | undefined;
  amount?: number | string | null | undefined;
}
export interface CreditedPart<Line> {
  line: Line;
  /** Null for the credit of an amount. */
  quantity: Decimal | null;
  net: Decimal;
  vat: Decimal;
}
/** A part that exceeds the rest. @property left the rest of the quantity, or of the net amount in EUR */
export interface OverCredit {
  /** The index of the part. */
  at: number;
  field: 'quantity' | 'amount';
  of: 'quantity' | 'net';
  left: Decimal;
}

/** A part of a packing list, which can come back with the credit of a line. */
export interface ReturnablePart {
  /** The line that is credited. */
  line: number;
  packing_list_item_id: number;
  /** The delivered quantity that was not returned. */
  left: string | number;
}

/**
 * Takes the credited quantity of each line from its parts, in their order; several lines may share parts.
 * @param wanted the credited quantity of each line
 */
export function takeReturned<Part extends ReturnablePart>(
  parts: readonly Part[],
  wanted: ReadonlyMap<number, Decimal>,
): (Part & { quantity: Decimal })[] {
  const given = new Map<number, Decimal>();
  const open = new Map(wanted);
  return parts.flatMap((part) => {
    const left = decimalOf(part.left).minus(given.get(part.packing_list_item_id) ?? 0);
    const rest = open.get(part.line) ?? decimalOf(0);
    const quantity = rest.lt(left) ? rest : left;
    if (quantity.lte(0)) return [];
    given.set(part.packing_list_item_id, quantity.plus(given.get(part.packing_list_item_id) ?? 0));
    open.set(part.line, rest.minus(quantity));
    return [{ ...part, quantity }];
  });
}

/** Returns the parts that credit the rest of all lines. */
export function partsLeft(lines: readonly CreditableLine[]): CreditPart[] {
  return lines.flatMap((line) => {
    const left = decimalOf(line.quantity).minus(line.credited_quantity);
    return left.gt(0) ? [{ invoice_item_id: line.id, quantity: left.toFixed() }] : [];
  });
}

/**
 * Computes the lines of a credit note. A quantity takes quantity times price; the last quantity of a line takes the net
 * amount that is left of it. An amount lowers the net amount that is left and not the quantity. VAT is computed by rate
 * and natura; the part that takes the last net amount of a group takes the VAT that is left of it.
 * @param lines all lines of the invoice @param parts of these lines; several parts of one line count one after the other
 * @returns in the order of the parts; or the parts that exceed what is left
 */
export function creditAmounts<Line extends CreditableLine>(
  lines: readonly Line[],
  parts: readonly CreditPart[],
): { credited: CreditedPart<Line>[]; over: OverCredit[] } {
  const left = new Map(
    lines.map((line) => [
      line.id,
      {
        line,
        quantity: decimalOf(line.quantity).minus(line.credited_quantity),
        net: decimalOf(line.net_amount).minus(line.credited_net),
      },
    ]),
  );
  const credited: CreditedPart<Line>[] = [];
  const over: OverCredit[] = [];
  for (const [at, part] of parts.entries()) {
    const rest = left.get(part.invoice_item_id)!;
    const { line } = rest;
    const quantity = part.quantity == null ? null : decimalOf(part.quantity);
    if (quantity?.gt(rest.quantity)) {
      over.push({ at, field: 'quantity', of: 'quantity', left: rest.quantity });
      continue;
    }
    const net = quantity === null ? decimalOf(part.amount!) : netOf(quantity, rest);
    if (net.gt(rest.net)) {
      over.push({ at, field: quantity === null ? 'amount' : 'quantity', of: 'net', left: rest.net });
      continue;
    }
    left.set(line.id, { line, quantity: rest.quantity.minus(quantity ?? 0), net: rest.net.minus(net) });
    credited.push({ line, quantity, net, vat: decimalOf(0) });
  }
  if (over.length > 0) return { credited: [], over };
  for (const group of Map.groupBy(credited, ({ line }) => vatGroupOf(line)).values()) {
    const ofGroup = lines.filter((line) => vatGroupOf(line) === vatGroupOf(group[0]!.line));
    const vats = vatOf(group, {
      left: sum(ofGroup.map((line) => decimalOf(line.vat_amount).minus(line.credited_vat))),
      isLast: ofGroup.every((line) => left.get(line.id)!.net.eq(0)),
    });
    for (const [index, part] of group.entries()) part.vat = vats[index]!;
  }
  return { credited, over };
}

function netOf(
  quantity: Decimal,
  { line, ...left }: { line: CreditableLine; quantity: Decimal; net: Decimal },
): Decimal {
  return quantity.eq(left.quantity) ? left.net : lineAmount(quantity.toFixed(), line.unit_price);
}

/** Returns the VAT of the parts of one group, in their order. */
function vatOf(
  parts: readonly CreditedPart<CreditableLine>[],
  { left, isLast }: { left: Decimal; isLast: boolean },
): Decimal[] {
  const share = decimalOf(parts[0]!.line.vat_rate ?? 0).div(100);
  const net = sum(parts.map((part) => part.net));
  const computed = round(net.times(share), 2);
  const vat = isLast || computed.gt(left) ? left : computed;
  if (vat.eq(computed))
    return allot(
      vat,
      parts.map((part) => part.net.times(share)),
    );
  if (net.eq(0)) return parts.map((_part, index) => (index === 0 ? vat : decimalOf(0)));
  return allot(
    vat,
    parts.map((part) => vat.times(part.net).div(net)),
  );
}

function vatGroupOf({ vat_rate, natura }: CreditableLine) {
  return JSON.stringify([vat_rate === null ? null : decimalOf(vat_rate).toFixed(), natura]);
}
