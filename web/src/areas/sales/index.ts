export { invoiceColumns } from './invoices/columns.tsx';
export { packingListColumns } from './packing-lists/columns.tsx';
export { invoicePath, packingListPath } from './calls.ts';
