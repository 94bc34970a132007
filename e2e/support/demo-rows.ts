import type { PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import type { ReceiptHistory } from '@bobina/contract/purchasing/receipts.ts';
import type { Api, Session } from '../../server/src/testing/api.ts';
import { loadDemoCompany } from '../../server/src/testing/demo-company.ts';

interface Movement {
  id: string;
  batch_id: number | null;
  source_type: string;
}

/** Loads the demo company and adds sign-ins and a name for the administrator. */
export async function fillWithDemo({ databaseUrl, db, signIn }: Api): Promise<void> {
  await loadDemoCompany(databaseUrl);
  for (const username of ['sales', 'warehouse', 'orders']) await signIn(username);
  await db.updateTable('users').set({ name: 'Elena Martini' }).where('username', '=', 'admin').execute();
}

/** Returns a row of the demo company for each screen that shows a single row, or its address, by the path of the screen. */
export async function demoRows({ admin }: Pick<Api, 'admin'>): Promise<Record<string, string | number>> {
  const [order = (await receivedOrders(admin, 'notReceived'))[0]!] = await receivedOrders(admin, 'partiallyReceived');
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
    '/operazioni/ricezione-merce/storico/$itemId': await lineInBatches(admin),
    '/operazioni/fatture-acquisto/$id': (await firstOf(admin, '/purchase-invoices?limit=1')).id,
    '/operazioni/prezzi/$id': (await firstOf(admin, '/prices?limit=1')).id,
    '/ordiniclienti/prezzi/$id': (await firstOf(admin, '/customer-prices?limit=1')).id,
    '/operazioni/movimenti/$id': movements.find(({ source_type }) => source_type === 'MAN')!.id,
    '/report/tracciabilita': `/report/tracciabilita?batch=${sold.batch_id}`,
    '/report/inventario': `/report/inventario?sheet=${(await firstOf(admin, '/stock-counts?limit=1')).id}`,
    '/guida/$screen': 'products',
  };
}

/** Returns a line of which batches came in. The day decides whether an order that was received in part has one. */
async function lineInBatches(admin: Session): Promise<number> {
  for (const status of ['partiallyReceived', 'fullyReceived'])
    for (const { id } of await receivedOrders(admin, status)) {
      const { items } = (await admin.get<PurchaseOrder>(`/purchase-orders/${id}`)).body;
      for (const item of items.filter(({ received_quantity }) => received_quantity > 0)) {
        const { receipts } = (await admin.get<ReceiptHistory>(`/goods-receipts/item-history/${item.id}`)).body;
        if (receipts.some(({ batches }) => batches.length > 0)) return item.id;
      }
    }
  throw new Error('no line of the demo company was received in batches');
}

async function receivedOrders(admin: Session, status: string): Promise<readonly PurchaseOrder[]> {
  return (await admin.get<PurchaseOrder[]>(`/purchase-orders?status=${status}&limit=50`)).body;
}

/** Returns the first row of a list. Throws if it is empty. */
async function firstOf<Row = { id: number }>(session: Session, path: string): Promise<Row> {
  const { body } = await session.get(path);
  const row = (Array.isArray(body) ? body : body.rows)[0];
  if (!row) throw new Error(`${path}: no row: ${JSON.stringify(body)}`);
  return row;
}
