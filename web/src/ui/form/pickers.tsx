/** Pickers for large tables. They offer active rows only; a chosen inactive row stays visible. */
import type { ComponentProps } from 'react';
import type { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../lib/api/api.ts';
import { EntityPicker } from './Picker.tsx';

type PickerProps<Row extends { id: number }> = Omit<
  ComponentProps<typeof EntityPicker<Row>>,
  'list' | 'get' | 'nameOf'
>;

/** The label of a product: `CODE · description`. */
export function productName({ code, description }: Pick<Product, 'code' | 'description'>) {
  return `${code} · ${description}`;
}

/** A picker for suppliers. */
export function SupplierPicker(props: PickerProps<Supplier>) {
  return (
    <EntityPicker {...props} list={api.suppliers.list} get={api.suppliers.get} nameOf={(row) => row.business_name} />
  );
}

/** A picker for active customers. */
export function CustomerPicker({ query, ...props }: PickerProps<Customer>) {
  return (
    <EntityPicker
      {...props}
      query={{ is_active: true, ...query }}
      list={api.customers.list}
      get={api.customers.get}
      nameOf={(row) => row.business_name}
    />
  );
}

/** A picker for active products. */
export function ProductPicker({ query, ...props }: PickerProps<Product>) {
  return (
    <EntityPicker
      {...props}
      query={{ status: 'active', ...query }}
      list={api.products.list}
      get={api.products.get}
      nameOf={productName}
    />
  );
}

/** A picker for active warehouses. */
export function WarehousePicker({ query, ...props }: PickerProps<Warehouse>) {
  return (
    <EntityPicker
      {...props}
      query={{ is_active: true, sort: 'name', ...query }}
      list={api.warehouses.list}
      get={api.warehouses.get}
      nameOf={(row) => row.name}
    />
  );
}
