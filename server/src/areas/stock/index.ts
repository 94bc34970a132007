export { allocateBatches } from './allocate.ts';
export { readFlows, readStockAt, type StockQuantity } from './flows.ts';
export { holdProducts, holdWarehouses, type HeldProduct } from './hold-goods.ts';
export { postMovements, type PostingLine } from './post-movements.ts';
