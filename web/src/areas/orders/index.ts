export { CUSTOMER_PRICE_KIND } from './prices/kind.ts';
export { viewColumns } from './view/columns.tsx';
