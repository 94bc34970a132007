export { orderColumns } from './orders/columns.tsx';
export { SUPPLIER_PRICE_KIND } from './prices/kind.ts';
