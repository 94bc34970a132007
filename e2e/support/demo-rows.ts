import { createApp } from '../../server/src/app/create-app.ts';
import { loadDemo } from '../../server/src/demo/load-demo.ts';
import type { Api, Session } from '../../server/src/testing/api.ts';

/** Loads the demo company, and adds what it has none of: a customer's price. The administrator gets a real name. */
export async function fillWithDemo({ databaseUrl, admin, db }: Api): Promise<void> {
  const app = await createApp({ databaseUrl });
  try {
    await loadDemo(app.server, app.db);
  } finally {
    await app.server.close();
  }
  const product = await firstOf(admin, '/products?limit=1');
  const customer = await firstOf(admin, '/customers?limit=1');
  const price = { product_id: product.id, customer_id: customer.id, price: 4.25, start_date: '2026-01-01' };
  await admin.post('/customer-prices', price);
  await db.updateTable('users').set({ name: 'Elena Martini' }).where('username', '=', 'admin').execute();
}

/** Returns a row of the demo company for each screen that shows a single row, by the path of the screen. */
export async function demoRows({ admin }: Api): Promise<Record<string, string | number>> {
  const order = await firstOf(admin, '/purchase-orders?status=partiallyReceived&limit=1');
  const { items } = (await admin.get(`/purchase-orders/${order.id}`)).body;
  const { body: movements } = await admin.get<{ id: string; batch_id: number | null }[]>('/stock-movements?limit=100');
  return {
    '/anagrafica/prodotti/$id': (await firstOf(admin, '/products?limit=1')).id,
    '/anagrafica/clienti/$id': (await firstOf(admin, '/customers?limit=1')).id,
    '/anagrafica/fornitori/$id': (await firstOf(admin, '/suppliers?limit=1')).id,
    '/anagrafica/macchinari/$id': (await firstOf(admin, '/machines?limit=1')).id,
    '/report/lotti/$id': movements.find(({ batch_id }) => batch_id !== null)!.batch_id!,
    '/anagrafica/magazzini/$id': (await firstOf(admin, '/warehouses?limit=1')).id,
    '/users/$id': (await firstOf(admin, '/users?limit=1')).id,
    '/operazioni/ordini-fornitori/$id': order.id,
    '/operazioni/ricezione-merce/$orderId': order.id,
    '/operazioni/ricezione-merce/storico/$itemId': items[0].id,
    '/operazioni/prezzi/$id': (await firstOf(admin, '/prices?limit=1')).id,
    '/ordiniclienti/prezzi/$id': (await firstOf(admin, '/customer-prices?limit=1')).id,
    '/operazioni/movimenti/$id': movements[0]!.id,
    '/guida/$screen': 'products',
  };
}

/** Returns the first row of a list. Throws if it is empty. */
async function firstOf(session: Session, path: string): Promise<{ id: number }> {
  const { body } = await session.get(path);
  const row = (Array.isArray(body) ? body : body.rows)[0];
  if (!row) throw new Error(`${path}: no row: ${JSON.stringify(body)}`);
  return row;
}
