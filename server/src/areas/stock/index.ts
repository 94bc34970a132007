export { allocateBatches, type WantedLine } from './allocate.ts';
export { readFlows, readStockAt, type StockQuantity } from './flows.ts';
export { holdProducts, holdWarehouses, requireProduct } from './hold-goods.ts';
export { mergeStockMonths } from './merge-stock-months.ts';
export { nameMovements } from './name-movements.ts';
export { createReels, takeReelNumbers, type LoadedReel } from './reels/create-reels.ts';
export { measureReels, readMeasuringProducts, type MeasuredReel } from './reels/measure-reels.ts';
export { readReels } from './reels/reel-rows.ts';
export { postMovements } from './post-movements.ts';
