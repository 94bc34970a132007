export { orderColumns } from './orders/columns.tsx';
export { SupplyTab } from './supply/SupplyTab.tsx';
export { SUPPLIER_PRICE_KIND } from './prices/kind.ts';
