/** @public for sales */
export { allocateBatches } from './allocate.ts';
export { readFlows, readStockAt, type StockQuantity } from './flows.ts';
export { holdProducts, holdWarehouses, requireProduct } from './hold-goods.ts';
export { postMovements } from './post-movements.ts';
