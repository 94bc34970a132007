/** Customers' orders with lines to produce, entered over HTTP: what the browser tests of production work on. */
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Api } from '../../server/src/testing/api.ts';
import { createCustomer, createCustomerOrder, createProduct } from '../../server/src/testing/factories.ts';

export interface Made {
  customer: number;
  boxes: Product;
  order(given?: object, ...lines: object[]): Promise<CustomerOrder>;
  itemOf(id: number): Promise<ProductionItem>;
}

/** @param code of the product that every line is of, unless a line says otherwise */
export async function makeProduction(api: Api, code: string, customerName: string): Promise<Made> {
  const customer = (await createCustomer(api.orders, { business_name: customerName, city: 'Pisa' })).id;
  const boxes = await createProduct(api.orders, {
    code,
    name: `Scatole ${code}`,
    unit_of_measure: 'box',
    has_batch: true,
  });
  return {
    customer,
    boxes,
    order: (given = {}, ...lines) =>
      createCustomerOrder(
        api.orders,
        customer,
        (lines.length > 0 ? lines : [{}]).map((line) => ({
          product_id: boxes.id,
          quantity: 100,
          unit_price: 1.5,
          ...line,
        })),
        given,
      ),
    itemOf: async (id) => {
      const { body } = await api.warehouse.post('/production/print-report', { itemIds: [id] });
      return body.data[0];
    },
  };
}
