import type { batches } from '@bobina/contract/stock/batches.ts';
import type { stockCounts } from '@bobina/contract/stock/counts.ts';
import type { stock } from '@bobina/contract/stock/levels.ts';
import type { stockMovements } from '@bobina/contract/stock/movements.ts';
import type { pallets } from '@bobina/contract/stock/pallets.ts';
import type { reels } from '@bobina/contract/stock/reels.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { listCounts, readCount } from './count-rows.ts';
import { createMovement } from './create-movement.ts';
import { deleteCount } from './delete-count.ts';
import { deleteMovement } from './delete-movement.ts';
import { listStock, listStockOfProduct } from './levels.ts';
import { listStockSummary } from './summary.ts';
import { parseMovementId } from './movement-id.ts';
import { listMovements, readMovement } from './movement-rows.ts';
import { openCount } from './open-count.ts';
import { postCount } from './post-count.ts';
import { readBatch } from './read-batch.ts';
import { transferGoods } from './transfer-goods.ts';
import { createPallet } from './create-pallet.ts';
import { holdBatch, releaseBatch } from './hold-batch.ts';
import { readReelDetails } from './read-reel.ts';
import { listLocations, listReels, sumReels } from './reel-rows.ts';
import { scanCode } from './scan-code.ts';
import { splitBatch } from './split-batch.ts';
import { updateReel } from './update-reel.ts';
import { weighReel } from './weigh-reel.ts';
import { updateMovement } from './update-movement.ts';
import { recordCount } from './record-count.ts';

const movementHandlers: Handlers<typeof stockMovements> = {
  list: (input, reading) => listMovements(reading, input),
  get: async (input, { db }) => {
    const { number, id } = parseMovementId(input.id);
    const movement = await readMovement(db, number);
    if (movement.id !== id) throw notFound();
    return movement;
  },
  create: ({ body }, act) => createMovement(act, body),
  transfer: ({ body }, act) => transferGoods(act, body),
  update: (input, act) => updateMovement(act, input),
  remove: ({ id }, act) => deleteMovement(act, id),
};

const levelHandlers: Handlers<typeof stock> = {
  list: (input, reading) => listStock(reading, input),
  summary: (input, reading) => listStockSummary(reading, input),
  ofProduct: (input, reading) => listStockOfProduct(reading, input),
};

const countHandlers: Handlers<typeof stockCounts> = {
  list: (input, reading) => listCounts(reading, input),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readCount(tx, id)),
  create: (input, act) => openCount(act, input),
  count: (input, act) => recordCount(act, input),
  post: (input, act) => postCount(act, input),
  remove: ({ id }, act) => deleteCount(act, id),
};

const batchHandlers: Handlers<typeof batches> = {
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readBatch(tx, id)),
  hold: ({ id, body, version }, act) => holdBatch(act, { id, reason: body.reason, version }),
  release: ({ id, body, version }, act) => releaseBatch(act, { id, reason: body.reason, version }),
};

const reelHandlers: Omit<Handlers<typeof reels>, 'labels'> = {
  list: (input, reading) => listReels(reading, input),
  totals: (input, reading) => sumReels(reading, input),
  locations: (_input, { db }) => listLocations(db),
  scan: ({ query }, { db }) => inSnapshot(db, (tx) => scanCode(tx, query.code)),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readReelDetails(tx, id)),
  update: (input, act) => updateReel(act, input),
  weigh: (input, act) => weighReel(act, input),
  split: ({ body }, act) => splitBatch(act, body),
};

const palletHandlers: Handlers<typeof pallets> = { create: ({ body }, act) => createPallet(act, body) };

export const stockHandlers = {
  stockMovements: movementHandlers,
  stock: levelHandlers,
  stockCounts: countHandlers,
  batches: batchHandlers,
  reels: reelHandlers,
  pallets: palletHandlers,
};

function stocked(path: string) {
  return () => new Problem('IN_USE', { fields: [{ path, code: 'inStock' }] });
}
/** Constraint violations that the stock causes: those of registry changes, and of numbers. */
export const stockConstraints: ConstraintProblems = {
  stock_goods_gone: () => new Problem('INVALID_TRANSITION', { text: 'GOODS_GONE' }),
  warehouses_not_empty: () => new Problem('WAREHOUSE_NOT_EMPTY'),
  products_stock_deleted_at: () => new Problem('IN_USE'),
  products_stock_has_batch: stocked('has_batch'),
  products_stock_has_expiry_date: stocked('has_expiry_date'),
  products_stock_has_production_date: stocked('has_production_date'),
  products_stock_is_reel: stocked('is_reel'),
  products_stock_unit_of_measure: stocked('unit_of_measure'),
  // The receipt, output, split or pallet that would take the serials is complete; the company's prefix is not.
  sscc_used_up: () => new Problem('NOT_CONFIGURED', { text: 'SSCC_USED_UP' }),
};
