/** Creates the data of the tests of runs through the API. */
import assert from 'node:assert/strict';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Api } from '../../server/src/testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createScheduling,
} from '../../server/src/testing/factories.ts';
import { createReelPlant, receiveReels, type ReelPlant } from './reels.ts';

export interface RunPlant extends ReelPlant {
  machine: { id: number; code: string };
  reels: Reel[];
  order: { id: number; order_number: string };
  item: number;
  scheduling: number;
  bags: { id: number; code: string };
}

/** Creates a machine with a job of the board, and two reels of 500 kg in stock. @param code part of every code */
export async function createRunPlant(api: Api, code: string): Promise<RunPlant> {
  const plant = await createReelPlant(api.admin, `KRAFT-${code}`);
  const reels = await receiveReels(api.admin, plant, [
    { width_mm: 1000, kg: 500, tare_kg: 2 },
    { width_mm: 1000, kg: 500, tare_kg: 2 },
  ]);
  const machine = await createMachine(api.admin, { code: `M-${code}`, description: `Sacchettatrice ${code}` });
  const bags = await createProduct(api.admin, {
    code: `SACCHI-${code}`,
    name: `Sacchi ${code}`,
    unit_of_measure: 'kg',
    has_batch: true,
  });
  const customer = await createCustomer(api.orders, { business_name: `Panificio ${code}`, city: 'Pisa' });
  const order = await createCustomerOrder(api.orders, customer.id, [
    { product_id: bags.id, quantity: 800, unit_price: 2 },
  ]);
  const item = order.items[0]!.id;
  const scheduling = await createScheduling(api.warehouse, item, machine.id, 800);
  return { ...plant, machine, reels, order, item, scheduling: scheduling.id, bags };
}

/** Starts a run of the plant's job. @returns its id */
export async function startRun(api: Api, plant: RunPlant): Promise<number> {
  const body = { machine_id: plant.machine.id, scheduling_id: plant.scheduling };
  const answer = await api.warehouse.post('/runs', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

/** Mounts a reel of the plant. @returns the id of the input */
export async function mountReel(api: Api, run: number, reel: Reel): Promise<number> {
  const answer = await api.warehouse.post(`/runs/${run}/inputs`, { batch_id: reel.batch_id });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}
