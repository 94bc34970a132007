/** Goods and acts for tests of runs. */
// oxlint-disable no-explicit-any -- tests read any response body
import assert from 'node:assert/strict';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Machine, Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Run, RunInput, RunOutput } from '@bobina/contract/production/runs.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Api } from './api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from './factories.ts';

export interface RunCompany {
  supplier: Supplier;
  warehouse: Warehouse;
  /** A reel product in kg, of 80 g/m² in any width. */
  paper: Product;
  /** A product in kg with batches. */
  glue: Product;
  /** A product in kg with batches that customers order. */
  bags: Product;
}

/** Creates the goods that tests of runs share. The warehouse is that of the production. */
export async function createRunCompany(api: Api): Promise<RunCompany> {
  const warehouse = await createWarehouse(api.admin);
  const settings = await api.admin.put('/settings', { production_warehouse_id: warehouse.id });
  assert.equal(settings.status, 200, JSON.stringify(settings.body));
  return {
    supplier: await createSupplier(api.admin),
    warehouse,
    paper: await createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80 }),
    glue: await createProduct(api.admin, { has_batch: true, description: 'Colla' }),
    bags: await createProduct(api.admin, { has_batch: true, description: 'Sacchetti' }),
  };
}

let batches = 0;
/** Loads a batch of a product by hand. @returns its id and number */
export async function createBatch(
  api: Api,
  { warehouse }: RunCompany,
  {
    product,
    quantity,
    number = `B-${++batches}`,
    ...dates
  }: { product: Product; quantity: number; number?: string; expiry_date?: string },
): Promise<{ id: number; number: string }> {
  const body = loadBody(product.id, warehouse.id, quantity, { batch_number: number, ...dates });
  const movement = await createMovement(api.warehouse, body);
  return { id: movement.batch_id!, number };
}

let receipts = 0;
/** Receives one reel on a separate order. */
export async function createReel(
  api: Api,
  company: RunCompany,
  { kg, product = company.paper, ...reel }: { kg: number; product?: Product; [field: string]: unknown },
): Promise<Reel> {
  const order = await createPurchaseOrder(api.admin, company.supplier.id, [
    { product_id: product.id, quantity: kg, unit_price: 2 },
  ]);
  const item = {
    order_item_id: order.items[0]!.id,
    product_id: product.id,
    warehouse_id: company.warehouse.id,
    reels: [{ width_mm: 1000, kg, ...reel }],
  };
  const document = { document_number: `DDT-RUN ${++receipts}`, document_date: '2026-03-02', order_id: order.id };
  return made(await api.warehouse.post('/goods-receipts/receive', { ...document, items: [item] })).reels[0];
}

/** Creates an order of one line. @returns the id of the line and the order */
export async function createLine(api: Api, product: Product, quantity = 1000) {
  const customer = await createCustomer(api.admin);
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity, unit_price: 1 },
  ]);
  return { id: order.items[0]!.id, order, customer };
}

/** Starts a run on a machine, by default a new one. */
export async function openRun(api: Api, given: { machine?: Machine; [field: string]: unknown } = {}): Promise<Run> {
  const { machine = await createMachine(api.admin), ...body } = given;
  return made(await api.warehouse.post('/runs', { machine_id: machine.id, ...body }));
}

/** Mounts a batch. */
export async function mountOn(api: Api, run: { id: number }, body: object): Promise<RunInput> {
  return made(await api.warehouse.post(`/runs/${run.id}/inputs`, body));
}

/** Returns or finishes a reel. */
export async function returnInput(api: Api, input: RunInput, remnant: object = { empty: true }): Promise<RunInput> {
  return done(await api.warehouse.put(`/runs/${input.run_id}/inputs/${input.id}`, remnant));
}

/** Records what a run made. */
export async function make(
  api: Api,
  run: { id: number },
  body: object,
): Promise<{ outputs: RunOutput[]; reels: Reel[] }> {
  return made(await api.warehouse.post(`/runs/${run.id}/outputs`, body));
}

/** Ends a run. */
export async function end(api: Api, run: { id: number }, body: object = {}): Promise<Run> {
  return done(await api.warehouse.post(`/runs/${run.id}/end`, body));
}

/** Reads the live links of a run or a load as pairs of batch ids. */
export async function linksOf(api: Api, source: 'run' | 'load', source_id?: number): Promise<[number, number][]> {
  let rows = api.db
    .selectFrom('batch_links')
    .select(['input_batch', 'output_batch'])
    .where('source', '=', source)
    .where('undone_at', 'is', null);
  if (source_id !== undefined) rows = rows.where('source_id', '=', source_id);
  const found = await rows.orderBy('input_batch').orderBy('output_batch').execute();
  return found.map(({ input_batch, output_batch }) => [input_batch, output_batch]);
}

function made(answer: { status: number; body: any }) {
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

function done(answer: { status: number; body: any }) {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
