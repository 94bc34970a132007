/** The pickers of what exists by the thousand. Only active ones are offered; what is chosen already stays shown. */
import type { ComponentProps } from 'react';
import type { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../lib/api/api.ts';
import { EntityPicker } from './Picker.tsx';

type Given<Row extends { id: number }> = Omit<ComponentProps<typeof EntityPicker<Row>>, 'list' | 'get' | 'nameOf'>;

export function productName({ code, description }: Pick<Product, 'code' | 'description'>) {
  return `${code} · ${description}`;
}

export function SupplierPicker(props: Given<Supplier>) {
  return (
    <EntityPicker {...props} list={api.suppliers.list} get={api.suppliers.get} nameOf={(row) => row.business_name} />
  );
}
export function CustomerPicker({ query, ...props }: Given<Customer>) {
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
export function ProductPicker({ query, ...props }: Given<Product>) {
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
export function WarehousePicker({ query, ...props }: Given<Warehouse>) {
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
