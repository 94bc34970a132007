import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_STATUSES } from '@bobina/contract/registry/product-statuses.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { textOf } from '../../../ui/table/columns.tsx';
import { useCellEdits } from '../../../ui/table/use-cell-edits.tsx';
import { PRODUCT_ROW, productColumns, type ProductRow } from './columns.tsx';
import { ProductFilters, rememberedSearch, rememberSearch } from './filters.ts';
import { useProductBulk } from './use-product-bulk.tsx';
import { useProductActions } from './use-product-actions.tsx';
import { RegisterImport } from '../shared/RegisterImport.tsx';

const NEW = '/anagrafica/prodotti/nuovo';

/** Shows the list of products. */
function ProductsPage() {
  const { t } = useTranslation('registry');
  const [{ q = '', sort = 'code', status, supplier_id, view }, setFilters] = useFilters(ProductFilters);
  const formats = useFormats();
  const mayWrite = useCan()('products.write');
  const query = { q, status, supplier_id };
  const editable = useCellEdits<ProductRow & Pick<Product, 'scorta_minima'>>(
    {
      kind: 'number',
      field: 'scorta_minima',
      call: api.products.list,
      nameOf: ({ code }) => code,
      save: ({ id }, value, version) =>
        api.products.update({ id, body: { scorta_minima: value as number | null }, version: Number(version) }),
      refresh: ['products', 'stock'],
    },
    { ...query, sort },
  );
  const columns = useMemo(
    () =>
      productColumns(t).map((column) =>
        mayWrite && column.key === 'scorta_minima' ? editable(column, (row) => textOf(column, row, formats)) : column,
      ),
    [t, mayWrite, editable, formats],
  );
  const [storedTerm] = useState(rememberedSearch);
  const actions = useProductActions();
  const bulk = useProductBulk();
  useEffect(() => {
    if (q === '' && view === undefined && rememberedSearch() !== '') setFilters({ q: rememberedSearch() });
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- runs only when the screen opens
  const search = (term: string) => {
    rememberSearch(term);
    setFilters({ q: term });
  };
  const clear = () => {
    rememberSearch('');
    setFilters({ q: '', status: undefined, supplier_id: undefined });
  };
  return (
    <ListPage<Product, ProductRow>
      call={api.products.list}
      rowFields={PRODUCT_ROW}
      query={query}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      countLabel={(count, shown) => t('products.count', { count, shown })}
      search={{ value: q, onChange: search, label: t('products.search'), storedTerm }}
      filters={
        <Select
          aria-label={t('product.status')}
          placeholder={t('products.anyStatus')}
          w={170}
          clearable
          clearButtonProps={{ 'aria-label': t('products.anyStatus') }}
          value={status ?? null}
          data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`productStatus.${value}`) }))}
          onChange={(value) => setFilters({ status: (value ?? undefined) as typeof status })}
        />
      }
      isFiltered={q !== '' || status !== undefined || supplier_id !== undefined}
      onClearFilters={clear}
      rowName={({ code }) => code}
      href={({ id }) => `/anagrafica/prodotti/${id}`}
      actions={actions}
      bulk={bulk}
      extraActions={<RegisterImport register="products" />}
      create={mayWrite ? { label: t('products.add'), to: NEW } : undefined}
      empty={{
        title: t('products.empty'),
        hint: t('products.emptyHint'),
      }}
    />
  );
}
export default ProductsPage;
