/** Values the stock: quantities from the ledger, prices from purchasing, rounded line by line. */
import { decimalOf, round, toNumber } from '@bobina/contract/core/decimal.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { ValuedRow } from '@bobina/contract/purchasing/valuation.ts';
import type { Db } from '../../platform/database/db.ts';
import { invalid } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { readFlows, readStockAt, type StockQuantity } from '../stock/index.ts';
import { readPricesOn, type ValidPrice } from './pick-price.ts';

interface Asked {
  startDate?: string | undefined;
  endDate?: string | undefined;
  warehouseId?: number | undefined;
  showZeroPrices?: boolean | undefined;
}

/** Values stock and flows of a period. @throws 400 when the end is before the start */
export async function valueStock(db: Db, { startDate, endDate, warehouseId, showZeroPrices = false }: Asked) {
  const today = await companyToday(db);
  const end = endDate ?? today;
  const start = startDate ?? (end < today ? end : today);
  if (end < start) throw invalid('endDate', 'before_start');
  const prices = await readPricesOn(db, end);
  const value = (rows: StockQuantity[]) =>
    rows.map((row) => valued(row, prices.get(row.product_id))).filter((row) => showZeroPrices || row.unit_price > 0);
  const { loads, unloads } = await readFlows(db, { from: start, to: end, warehouse: warehouseId });
  return {
    // No movement is dated after today, so the current balances are the stock at a later end.
    items: value(await readStockAt(db, { day: end < today ? end : undefined, warehouse: warehouseId })),
    movements: { loads: value(loads), unloads: value(unloads) },
  };
}

function valued({ currency, ...row }: StockQuantity, price: ValidPrice | undefined): ValuedRow {
  return {
    ...row,
    currency: (price?.currency ?? currency) as (typeof CURRENCIES)[number],
    unit_price: toNumber(price?.price ?? '0'),
    value: toNumber(round(decimalOf(row.quantity).times(price?.price ?? 0), 2)),
  };
}
