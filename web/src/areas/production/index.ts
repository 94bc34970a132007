export { statusColumns } from './status/columns.tsx';
