export { useBatchLabels } from './levels/use-batch-labels.ts';
export { movementColumns } from './movements/columns.tsx';
export { MovementSource } from './movements/MovementSource.tsx';
