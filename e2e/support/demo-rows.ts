import type { Api, Session } from '../../server/src/testing/api.ts';
import { loadDemoCompany } from '../../server/src/testing/demo-company.ts';

interface Movement {
  id: string;
  batch_id: number | null;
  source_type: string;
}

/** Loads the demo company and adds what it lacks: a customer's price, an import, a stock count, sign-ins, a name for the administrator. */
export async function fillWithDemo({ databaseUrl, admin, db, signIn }: Api): Promise<void> {
  await loadDemoCompany(databaseUrl);
  const product = await firstOf(admin, '/products?limit=1');
  const customer = await firstOf(admin, '/customers?limit=1');
  const price = { product_id: product.id, customer_id: customer.id, price: 4.25, start_date: '2026-01-01' };
  await admin.post('/customer-prices', price);
  const machines = [
    { row: 2, values: { code: 'TAG-03', description: 'Taglierina 3', area: 'Taglio' } },
    { row: 3, values: { code: 'TAG-04' } },
  ];
  await admin.post('/imports/machines', { rows: machines, mode: 'both', file: 'macchinari.xlsx' });
  const warehouse = await firstOf(admin, '/warehouses?sort=name&limit=1');
  await admin.post('/stock-counts', { warehouse_id: warehouse.id });
  const [received] = (await admin.get('/purchase-invoices/not-invoiced?sort=-receipt_date&limit=1')).body;
  const { product_id, product_name, product_code, remaining_quantity, unit_price } = received;
  const line = { product_id, receipt_item_id: received.receipt_item_id, quantity: remaining_quantity, unit_price };
  await admin.post('/purchase-invoices', {
    supplier_id: received.supplier_id,
    number: 'FA 318',
    document_date: received.receipt_date,
    lines: [{ ...line, description: product_name ?? product_code, vat_rate: 22, ddt_number: received.document_number }],
  });
  for (const username of ['sales', 'warehouse', 'orders']) await signIn(username);
  await db.updateTable('users').set({ name: 'Elena Martini' }).where('username', '=', 'admin').execute();
}

/** Returns a row of the demo company for each screen that shows a single row, or its address, by the path of the screen. */
export async function demoRows({ admin }: Api): Promise<Record<string, string | number>> {
  const order = await firstOf(admin, '/purchase-orders?status=partiallyReceived&limit=1');
  const { items } = (await admin.get(`/purchase-orders/${order.id}`)).body;
  const { body: movements } = await admin.get<Movement[]>('/stock-movements?limit=500');
  const run = await firstOf<{ id: number; machine_code: string }>(admin, '/runs?limit=1');
  const sold = movements.find(({ batch_id, source_type }) => batch_id !== null && source_type === 'SO')!;
  return {
    '/anagrafica/prodotti/$id': (await firstOf(admin, '/products?limit=1')).id,
    '/anagrafica/clienti/$id': (await firstOf(admin, '/customers?limit=1')).id,
    '/anagrafica/fornitori/$id': (await firstOf(admin, '/suppliers?limit=1')).id,
    '/anagrafica/macchinari/$id': (await firstOf(admin, '/machines?limit=1')).id,
    '/produzione/lavorazioni/$id': run.id,
    '/produzione/macchina/$code': run.machine_code,
    '/report/lotti/$id': movements.find(({ batch_id }) => batch_id !== null)!.batch_id!,
    '/anagrafica/magazzini/$id': (await firstOf(admin, '/warehouses?limit=1')).id,
    '/users/$id': (await firstOf(admin, '/users?limit=1')).id,
    // The oldest reel: a remnant that was weighed.
    '/operazioni/bobine/$id': (await firstOf<{ batch_id: number }>(admin, '/reels?sort=code&limit=1')).batch_id,
    '/operazioni/ordini-fornitori/$id': order.id,
    '/operazioni/ricezione-merce/$orderId': order.id,
    '/operazioni/ricezione-merce/storico/$itemId': items[0].id,
    '/operazioni/fatture-acquisto/$id': (await firstOf(admin, '/purchase-invoices?limit=1')).id,
    '/operazioni/prezzi/$id': (await firstOf(admin, '/prices?limit=1')).id,
    '/ordiniclienti/prezzi/$id': (await firstOf(admin, '/customer-prices?limit=1')).id,
    '/operazioni/movimenti/$id': movements.find(({ source_type }) => source_type === 'MAN')!.id,
    '/report/tracciabilita': `/report/tracciabilita?batch=${sold.batch_id}`,
    '/report/inventario': `/report/inventario?sheet=${(await firstOf(admin, '/stock-counts?limit=1')).id}`,
    '/guida/$screen': 'products',
  };
}

/** Returns the first row of a list. Throws if it is empty. */
async function firstOf<Row = { id: number }>(session: Session, path: string): Promise<Row> {
  const { body } = await session.get(path);
  const row = (Array.isArray(body) ? body : body.rows)[0];
  if (!row) throw new Error(`${path}: no row: ${JSON.stringify(body)}`);
  return row;
}
