/** The amounts of a typed purchase invoice. The server stores them, and the form shows them while it is filled in. */
import { decimalOf, lineAmount, round, type Decimal } from '../core/decimal.ts';

/** The net amount of a line. A line without a quantity is an amount, in `unit_price`. */
export function typedLineAmount(line: { quantity?: number | null | undefined; unit_price: number }): Decimal {
  return line.quantity == null ? round(decimalOf(line.unit_price), 2) : lineAmount(line.quantity, line.unit_price);
}

export interface VatGroup {
  vat_rate: Decimal;
  natura: string | null;
  net_amount: Decimal;
  vat_amount: Decimal;
}

/** Adds up the lines of each VAT rate and nature. The tax is rounded once for each of them, as on printed invoices. */
export function typedVatGroups(
  lines: Iterable<{ vat_rate: Decimal; natura: string | null; net_amount: Decimal }>,
): VatGroup[] {
  const groups = new Map<string, VatGroup>();
  for (const { vat_rate, natura, net_amount } of lines) {
    const key = `${vat_rate.toFixed()} ${natura ?? ''}`;
    const net = (groups.get(key)?.net_amount ?? decimalOf(0)).plus(net_amount);
    groups.set(key, { vat_rate, natura, net_amount: net, vat_amount: round(net.times(vat_rate).div(100), 2) });
  }
  return [...groups.values()];
}
