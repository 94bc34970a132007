/** Concurrent random acts on a few orders: all counters stay consistent, and no client gets a 5xx. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Client } from 'pg';
import { findDifferences } from '../../app/differences.ts';
import { startApi, type Answer } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createWarehouse,
} from '../../testing/factories.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();
async function differences() {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    return await findDifferences(client);
  } finally {
    await client.end();
  }
}

/** The act, its line and its quantity. */
const acts = fc.array(fc.tuple(fc.nat(11), fc.nat(3), fc.integer({ min: 1, max: 14 })), {
  minLength: 12,
  maxLength: 40,
});

matrixTest('random acts of many clients keep every counter correct', async () => {
  const customer = await createCustomer(api.admin);
  const product = await createProduct(api.admin, { has_batch: true });
  const machine = await createMachine(api.admin);
  const warehouse = await createWarehouse(api.admin);
  const line = (quantity: number) => ({ product_id: product.id, quantity, unit_price: 1.005 });
  const seen = new Set<string>();

  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const order = await createCustomerOrder(api.admin, customer.id, [line(10), line(10), line(10), line(10)]);
      const ids = { operations: [] as number[], schedulings: [] as number[] };
      const act = ([kind, at, quantity]: [number, number, number]): Promise<Answer> => {
        const item = order.items[at]!.id;
        const id = (of: number[]) => of[quantity % (of.length || 1)] ?? 999_999;
        switch (kind) {
          case 0:
          case 1:
            return api.warehouse.post('/production/operations', {
              order_item_id: item,
              batch_number: `L${quantity % 3}`,
              quantity_produced: quantity,
              is_completed: quantity > 12,
            });
          case 2:
            return api.warehouse.put(`/production/operations/${id(ids.operations)}`, {
              quantity_produced: quantity,
              is_completed: quantity === 1,
            });
          case 3:
            return api.warehouse.delete(`/production/operations/${id(ids.operations)}`);
          case 4:
          case 5:
            return api.warehouse.post('/production/scheduling', {
              order_item_id: item,
              machine_id: machine.id,
              quantity_to_produce: quantity / 2,
              production_time: '1h',
            });
          case 6:
            return api.warehouse.put(`/production/scheduling/${id(ids.schedulings)}`, {
              quantity_to_produce: quantity,
            });
          case 7:
            return api.warehouse.delete(`/production/scheduling/${id(ids.schedulings)}`);
          case 8:
            return api.warehouse.post('/production/load-to-warehouse', {
              itemId: item,
              warehouseId: warehouse.id,
              quantity,
            });
          case 9:
            return api.warehouse.delete(`/production/load-to-warehouse/${item}`);
          case 10:
            return api.warehouse.post(`/production/force-completion/${item}`, {});
          default:
            return api.admin.put(`/customer-orders/${order.id}`, {
              items: order.items.map(({ id: own }, index) => ({ ...line(index === at ? quantity : 10), id: own })),
            });
        }
      };
      for (let from = 0; from < sequence.length; from += 4) {
        const batch = sequence.slice(from, from + 4);
        const answers = await Promise.all(batch.map(act));
        for (const [index, { status, body }] of answers.entries()) {
          assert.ok(status < 500, JSON.stringify(body));
          seen.add(`${batch[index]![0]} ${status < 300 ? 'done' : 'refused'}`);
          if (status === 201 && batch[index]![0] < 2) ids.operations.push(body.id);
          if (status === 201 && [4, 5].includes(batch[index]![0])) ids.schedulings.push(body.id);
        }
      }
      assert.deepEqual(await differences(), []);
    }),
    { numRuns: 25, seed: 20_260_101, interruptAfterTimeLimit: 60_000 },
  );
  // Requires some success, because a sequence of refusals proves nothing.
  for (let kind = 0; kind < 12; kind++) assert.ok(seen.has(`${kind} done`), `act ${kind} was never done`);
});
