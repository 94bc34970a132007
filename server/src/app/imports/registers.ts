/** The verbs that an import uses to read, create and change a row of each register. */
import type { ImportRegister } from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import { ordersHandlers } from '../../areas/orders/handlers.ts';
import { purchasingHandlers } from '../../areas/purchasing/handlers.ts';
import { registryHandlers } from '../../areas/registry/handlers.ts';
import { stockHandlers } from '../../areas/stock/handlers.ts';
import type { Act } from '../../platform/context.ts';
import { invalid } from '../../platform/problem.ts';

export type StoredRow = Readonly<Record<string, unknown>> & { id: number | string; version: number };
type Body = Readonly<Record<string, unknown>>;

export interface Register {
  /** The table that rows are matched in; null when no row of the register is ever changed. */
  table: string | null;
  get: (act: Act, id: number) => Promise<StoredRow>;
  create: (act: Act, body: Body) => Promise<StoredRow>;
  update: (act: Act, change: { id: number; body: Body; version: number }) => Promise<StoredRow>;
  /** Refuses given values that the stored row does not have. */
  check?: (act: Act, written: { body: Body; row: StoredRow }) => Promise<void>;
}

export const REGISTERS: Readonly<Record<ImportRegister, Register>> = {
  products: { table: 'products', ...verbs(registryHandlers.products) },
  customers: { table: 'customers', ...verbs(registryHandlers.customers) },
  suppliers: { table: 'suppliers', ...verbs(registryHandlers.suppliers) },
  machines: { table: 'machines', ...verbs(registryHandlers.machines) },
  prices: { table: 'prices', ...verbs(purchasingHandlers.prices) },
  'customer-prices': { table: 'customer_prices', ...verbs(ordersHandlers.customerPrices), check: checkCurrency },
  'opening-stock': { ...verbs(stockHandlers.stockMovements), table: null, create: loadOpeningStock },
};

type RowHandlers = Record<'get' | 'create' | 'update', (input: never, context: never) => unknown>;

function verbs({ get, create, update }: RowHandlers): Omit<Register, 'table'> {
  const run = (handler: RowHandlers['get']) => async (act: Act, input: object) =>
    (await handler(input as never, act as never)) as StoredRow;
  return {
    get: (act, id) => run(get)(act, { id }),
    create: (act, body) => run(create)(act, { body }),
    update: run(update),
  };
}

/** Refuses a currency that is not the customer's. @throws VALIDATION `customerCurrency` */
async function checkCurrency(act: Act, { body, row }: { body: Body; row: StoredRow }): Promise<void> {
  if (!body.currency) return;
  const { rows } = await sql<{ currency: string }>`
    select valuta as currency from customers where id = ${row.customer_id}`.execute(act.tx);
  const { currency } = rows[0]!;
  if (body.currency !== currency) throw invalid('currency', 'customerCurrency', { currency });
}

/**
 * Books a manual load of goods that are not in stock yet. Compares the balance after the posting, which locks it, so
 * that two imports of one file at the same time load once.
 * @throws VALIDATION `alreadyInStock`
 */
async function loadOpeningStock(act: Act, body: Body): Promise<StoredRow> {
  const { product_id, warehouse_id, batch_number = '', quantity } = body;
  const refuseAbove = async (most: unknown) => {
    const { rows } = await sql`
      select 1 from stock_balances s join batches b on b.id = s.batch_id
      where s.product_id = ${product_id} and s.warehouse_id = ${warehouse_id}
        and b.batch_number = ${batch_number} and s.quantity > ${most}`.execute(act.tx);
    if (rows.length > 0) throw invalid('product_id', 'alreadyInStock');
  };
  await refuseAbove(0);
  const load = await verbs(stockHandlers.stockMovements).create(act, { ...body, movement_type: 'C' });
  await refuseAbove(quantity);
  return load;
}
