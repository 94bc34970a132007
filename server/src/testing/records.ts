import { sql } from 'kysely';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import type { Api } from './api.ts';
import { attackedCompany } from './attacked-company.ts';
import { createMachine, createProduct } from './factories.ts';

/** Creates a record of each entity that has notes and files. @returns their ids */
export async function recordsOfAll(api: Api): Promise<Record<RecordEntity, number>> {
  await attackedCompany(api, 'link', new Map());
  const first = async (path: string) => (await api.admin.get(path)).body[0].id as number;
  const receipts = await sql<{ id: number }>`select id from goods_receipts limit 1`.execute(api.db);
  const batches = await sql<{ id: number }>`select id from batches where batch_number <> '' limit 1`.execute(api.db);
  const { id: machine_id } = await createMachine(api.admin);
  return {
    products: (await createProduct(api.admin, { code: 'KRA-70', description: 'Kraft' })).id,
    machines: (await createMachine(api.admin)).id,
    warehouses: await first('/warehouses'),
    suppliers: await first('/suppliers'),
    customers: await first('/customers'),
    prices: await first('/prices'),
    'purchase-orders': await first('/purchase-orders'),
    'goods-receipts': receipts.rows[0]!.id,
    'purchase-invoices': await first('/purchase-invoices'),
    'customer-orders': await first('/customer-orders'),
    'packing-lists': await first('/packing-lists'),
    invoices: await first('/invoices'),
    'stock-counts': await first('/stock-counts'),
    batches: batches.rows[0]!.id,
    runs: (await api.warehouse.post('/runs', { machine_id })).body.id,
  };
}
