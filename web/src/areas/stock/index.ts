export { movementColumns } from './movements/columns.tsx';
export { MovementSource } from './movements/MovementSource.tsx';
