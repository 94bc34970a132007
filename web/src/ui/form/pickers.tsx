/** The pickers of what exists by the thousand. Only active ones are offered; what is chosen already stays shown. */
import type { ComponentProps } from 'react';
import type { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../lib/api/api.ts';
import { EntityPicker } from './Picker.tsx';

type Given<Row extends { id: number }> = Omit<ComponentProps<typeof EntityPicker<Row>>, 'list' | 'get' | 'nameOf'>;

export const productName = ({ code, description }: Pick<Product, 'code' | 'description'>) => `${code} · ${description}`;

export const SupplierPicker = (props: Given<Supplier>) => (
  <EntityPicker {...props} list={api.suppliers.list} get={api.suppliers.get} nameOf={(row) => row.business_name} />
);
export const CustomerPicker = ({ query, ...props }: Given<Customer>) => (
  <EntityPicker
    {...props}
    query={{ is_active: true, ...query }}
    list={api.customers.list}
    get={api.customers.get}
    nameOf={(row) => row.business_name}
  />
);
export const ProductPicker = ({ query, ...props }: Given<Product>) => (
  <EntityPicker
    {...props}
    query={{ status: 'active', ...query }}
    list={api.products.list}
    get={api.products.get}
    nameOf={productName}
  />
);
export const WarehousePicker = ({ query, ...props }: Given<Warehouse>) => (
  <EntityPicker
    {...props}
    query={{ is_active: true, sort: 'name', ...query }}
    list={api.warehouses.list}
    get={api.warehouses.get}
    nameOf={(row) => row.name}
  />
);
