export { CustomerForm } from './customers/CustomerForm.tsx';
export { MachineSheet } from './machines/MachineDialog.tsx';
export { productColumns } from './products/columns.tsx';
export { ProductForm } from './products/ProductForm.tsx';
export { useProductLost } from './products/use-product-lost.ts';
export { SupplierForm } from './suppliers/SupplierForm.tsx';
