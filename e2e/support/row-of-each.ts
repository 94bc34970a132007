import type { Api } from '../../server/src/testing/api.ts';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';

/** Creates what the screens of one row show. @returns the id for each of their paths */
export async function createRowOfEach(api: Api): Promise<Record<string, string | number>> {
  const product = await createProduct(api.admin, { code: 'ZZ-9', name: 'ZZ', description: 'ZZ', category: 'ZZ' });
  const warehouse = await createWarehouse(api.admin, { name: 'ZZ' });
  const supplier = await createSupplier(api.admin, { business_name: 'ZZ', city: 'ZZ', country: 'ZZ' });
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity: 1, unit_price: 1 },
  ]);
  const price = { product_id: product.id, supplier_id: supplier.id, price: 1, start_date: '2026-01-01' };
  return {
    '/anagrafica/prodotti/$id': product.id,
    '/anagrafica/magazzini/$id': warehouse.id,
    '/users/$id': api.sales.userId,
    '/operazioni/ordini-fornitori/$id': order.id,
    '/operazioni/ricezione-merce/$orderId': order.id,
    '/operazioni/ricezione-merce/storico/$itemId': order.items[0]!.id,
    '/operazioni/prezzi/$id': (await api.admin.post('/prices', price)).body.id,
    '/operazioni/movimenti/$id': (await createMovement(api.admin, loadBody(product.id, warehouse.id, 5))).id,
  };
}
