/** Reads the prices of customers in their API form, with their status as of today. */
import type { Day } from '@bobina/contract/core/dates.ts';
import type { CustomerPrice, customerPrices } from '@bobina/contract/orders/customer-prices.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { AUDIT, readOneOf, registerRows, type MasterData } from '../../platform/master-data.ts';
import { pricedColumns, selectPriceFields, statusOn } from '../../platform/price-periods.ts';
import { companyToday } from '../registry/index.ts';

export const customerPriceEntity: MasterData<CustomerPrice, 'customer_prices'> = {
  name: 'customer-prices',
  table: 'customer_prices',
  one: async (db, id, lock) => {
    const today = await companyToday(db);
    return readOneOf((on) => customerPriceRows(on, today))(db, id, lock);
  },
  label: ({ product_code, customer_name, start_date }) => `${product_code} · ${customer_name} · ${start_date}`,
};

/** Lists one page of customer prices with their status as of today. */
export async function listCustomerPrices(reading: Reading, { query }: HandlerInput<typeof customerPrices.list>) {
  const today = await companyToday(reading.db);
  let rows = customerPriceRows(reading.db, today);
  if (query.product_id) rows = rows.where('t.product_id', '=', query.product_id);
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.status) rows = rows.where(statusOn(today), '=', query.status);
  const list: List<SortOf<typeof customerPrices.list>> = {
    columns: { ...pricedColumns(today), customer_name: text('customer.business_name') },
    order: 'product_code',
  };
  return page(reading, rows, query, list);
}

function customerPriceRows(db: Db, today: Day) {
  return registerRows(db, 'customer_prices')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .select([
      't.id',
      't.product_id',
      'product.code as product_code',
      't.customer_id',
      'customer.business_name as customer_name',
      't.start_date',
      't.end_date',
      ...AUDIT,
    ])
    .select(selectPriceFields(today));
}
