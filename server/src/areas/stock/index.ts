export { allocateBatches, type WantedLine } from './allocate.ts';
export { readFlows, readStockAt, type StockQuantity } from './flows.ts';
export { readFreeStock } from './free-stock.ts';
export { holdProducts, holdWarehouses, requireProduct } from './hold-goods.ts';
export { mergeStockMonths } from './merge-stock-months.ts';
export { nameMovements } from './name-movements.ts';
export { postMovements } from './post-movements.ts';
