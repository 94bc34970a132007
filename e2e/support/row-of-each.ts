import type { Api } from '../../server/src/testing/api.ts';
import {
  createCustomer,
  createMachine,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { createReelPlant, receiveReels } from './reels.ts';

/** Creates one row for each screen that shows a single row. @returns the ids by the path of the screen */
export async function createRowOfEach(api: Api): Promise<Record<string, string | number>> {
  const product = await createProduct(api.admin, { code: 'ZZ-9', name: 'ZZ', description: 'ZZ', category: 'ZZ' });
  const warehouse = await createWarehouse(api.admin, { name: 'ZZ' });
  const supplier = await createSupplier(api.admin, { business_name: 'ZZ', city: 'ZZ', country: 'ZZ' });
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 1, unit_price: 1 },
  ]);
  const customer = await createCustomer(api.admin, { business_name: 'ZZ', city: 'ZZ', country: 'ZZ' });
  const agreed = { product_id: product.id, customer_id: customer.id, price: 1, start_date: '2026-01-01' };
  const price = { product_id: product.id, supplier_id: supplier.id, price: 1, start_date: '2026-01-01' };
  const machine = await createMachine(api.admin, { code: 'ZZ' });
  const { body: run } = await api.admin.post('/runs', { machine_id: machine.id });
  const batched = await createProduct(api.admin, { code: 'ZZ-10', has_batch: true });
  const load = await createMovement(api.admin, loadBody(batched.id, warehouse.id, 5, { batch_number: 'ZZ' }));
  const plant = await createReelPlant(api.admin, 'ZZ-11');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
  const lines = [{ description: 'ZZ', quantity: 1, unit_price: 1, vat_rate: 22 }];
  const typed = { supplier_id: supplier.id, number: 'ZZ', document_date: '2026-01-02', lines };
  return {
    '/anagrafica/clienti/$id': customer.id,
    '/anagrafica/fornitori/$id': supplier.id,
    '/anagrafica/macchinari/$id': machine.id,
    '/produzione/lavorazioni/$id': run.id,
    '/produzione/macchina/$code': machine.code,
    '/report/lotti/$id': load.batch_id!,
    '/anagrafica/prodotti/$id': product.id,
    '/anagrafica/magazzini/$id': warehouse.id,
    '/users/$id': api.sales.userId,
    '/operazioni/bobine/$id': reel!.batch_id,
    '/operazioni/ordini-fornitori/$id': order.id,
    '/operazioni/ricezione-merce/$orderId': order.id,
    '/operazioni/ricezione-merce/storico/$itemId': order.items[0]!.id,
    '/operazioni/fatture-acquisto/$id': (await api.admin.post('/purchase-invoices', typed)).body.id,
    '/operazioni/prezzi/$id': (await api.admin.post('/prices', price)).body.id,
    '/ordiniclienti/prezzi/$id': (await api.admin.post('/customer-prices', agreed)).body.id,
    '/guida/$screen': 'products',
    '/operazioni/movimenti/$id': (await createMovement(api.admin, loadBody(product.id, warehouse.id, 5))).id,
  };
}
