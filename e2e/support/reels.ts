/** Creates the data of the tests of reels through the API. */
import assert from 'node:assert/strict';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Session } from '../../server/src/testing/api.ts';
import {
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../server/src/testing/factories.ts';

export interface ReelPlant {
  product: number;
  supplier: number;
  main: number;
  second: number;
}

/** Creates a reel product of 80 g/m² without a prescribed width, its supplier and two warehouses. */
export async function createReelPlant(session: Session, code: string): Promise<ReelPlant> {
  const supplier = (await createSupplier(session, { business_name: `Cartiera ${code}` })).id;
  const main = (await createWarehouse(session, { name: `Bobine ${code}` })).id;
  const second = (await createWarehouse(session, { name: `Taglio ${code}` })).id;
  const product = await createProduct(session, {
    code,
    description: 'Kraft avana 80 g',
    supplier_id: supplier,
    unit_of_measure: 'kg',
    has_batch: true,
    is_reel: true,
    peso_carta: 80,
  });
  return { product: product.id, supplier, main, second };
}

/** Creates an open purchase order of reels. */
export async function createReelOrder(session: Session, plant: ReelPlant, quantity: number): Promise<number> {
  const order = await createPurchaseOrder(session, plant.supplier, [
    { product_id: plant.product, quantity, unit_price: 1 },
  ]);
  return order.id;
}

let made = 0;
/** Receives reels in the main warehouse. */
export async function receiveReels(session: Session, plant: ReelPlant, reels: object[]): Promise<Reel[]> {
  const order = await createPurchaseOrder(session, plant.supplier, [
    { product_id: plant.product, quantity: 1_000_000, unit_price: 1 },
  ]);
  const answer = await session.post('/goods-receipts/receive', {
    document_number: `DDT-${++made}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, product_id: plant.product, warehouse_id: plant.main, reels }],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.reels;
}
