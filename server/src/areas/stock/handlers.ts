import type { stockCounts } from '@bobina/contract/stock/counts.ts';
import type { stock } from '@bobina/contract/stock/levels.ts';
import type { stockMovements } from '@bobina/contract/stock/movements.ts';
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
import { transferGoods } from './transfer-goods.ts';
import { updateMovement } from './update-movement.ts';
import { recordCount } from './record-count.ts';

const movementHandlers: Handlers<typeof stockMovements> = {
  list: listMovements,
  get: async (input, { db }) => {
    const { number, id } = parseMovementId(input.id);
    const movement = await readMovement(db, number);
    if (movement.id !== id) throw notFound();
    return movement;
  },
  create: ({ body }, act) => createMovement(body, act),
  transfer: ({ body }, act) => transferGoods(body, act),
  update: ({ id, body, version }, act) => updateMovement(id, body, version, act),
  remove: ({ id }, act) => deleteMovement(id, act),
};

const levelHandlers: Handlers<typeof stock> = {
  list: listStock,
  summary: listStockSummary,
  ofProduct: listStockOfProduct,
};

const countHandlers: Handlers<typeof stockCounts> = {
  list: listCounts,
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readCount(tx, id)),
  create: openCount,
  count: recordCount,
  post: postCount,
  remove: ({ id }, act) => deleteCount(id, act),
};

export const stockHandlers = { stockMovements: movementHandlers, stock: levelHandlers, stockCounts: countHandlers };

function stocked(path: string) {
  return () => new Problem('IN_USE', { fields: [{ path, code: 'inStock' }] });
}
/** What the database refuses of the registry for the sake of the stock. */
export const stockConstraints: ConstraintProblems = {
  stock_goods_gone: () => new Problem('INVALID_TRANSITION', { text: 'GOODS_GONE' }),
  warehouses_not_empty: () => new Problem('WAREHOUSE_NOT_EMPTY'),
  products_stock_deleted_at: () => new Problem('IN_USE'),
  products_stock_has_batch: stocked('has_batch'),
  products_stock_has_expiry_date: stocked('has_expiry_date'),
  products_stock_has_production_date: stocked('has_production_date'),
  products_stock_unit_of_measure: stocked('unit_of_measure'),
};
