import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';

/** The fields of a product that the list reads besides those of its columns. */
export const PRODUCT_ROW = [
  'id',
  'version',
  'code',
  'name',
  'description',
  'category',
  'unit_of_measure',
  'barcode',
  'status',
] as const;
export type ProductRow = Pick<Product, (typeof PRODUCT_ROW)[number]>;
const column = columnsOf<Product>();

/** Returns the columns of the list of products, for screen, export and print. */
export function productColumns(t: TFunction<'registry'>): Column<Product>[] {
  return [
    { key: 'code', label: t('product.code'), cut: true, width: 'minmax(9rem, 1.1fr)', priority: 1 },
    column(['id', 'name'], {
      key: 'name',
      label: t('product.name'),
      cut: true,
      cell: (row) => <EntityLink kind="product" id={row.id} text={row.name} size="cut" />,
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    }),
    { key: 'description', label: t('product.description'), cut: true, width: 'minmax(8rem, 1.2fr)', priority: 2 },
    { key: 'category', label: t('product.category'), cut: true, width: 'minmax(7rem, 1fr)', priority: 2 },
    column(['supplier_id', 'supplier_name'], {
      key: 'supplier_name',
      label: t('product.supplier_id'),
      cell: (row) => <EntityLink kind="supplier" id={row.supplier_id} text={row.supplier_name} size="cut" />,
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    }),
    column(['unit_of_measure'], {
      key: 'unit_of_measure',
      label: t('product.unit'),
      value: ({ unit_of_measure }) => t(`units.${unit_of_measure}`),
      width: '6rem',
      priority: 3,
    }),
    { key: 'currency', label: t('product.currency'), width: '6rem', priority: 3 },
    {
      key: 'scorta_minima',
      label: t('product.scorta_minima'),
      kind: 'number',
      width: 'minmax(7rem, 0.8fr)',
      priority: 3,
      sortable: false,
      isOptional: true,
    },
    column(['status'], {
      key: 'status',
      label: t('product.status'),
      value: ({ status }) => t(`productStatus.${status}`),
      cell: ({ status }) => <ProductStatus status={status} label={t(`productStatus.${status}`)} />,
      width: '7.5rem',
      priority: 1,
    }),
  ];
}

function ProductStatus({ status, label }: { status: Product['status']; label: string }) {
  return <Badge color={status === 'active' ? 'teal' : 'gray'}>{label}</Badge>;
}
