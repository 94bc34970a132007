import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import type { StockAddress } from './filters.ts';

interface Props {
  address: StockAddress;
  set: (change: Partial<StockAddress>) => void;
  views: ReactNode;
}

/** Products below their minimum stock, those without any stock too. */
export function LowStock({ address: { q = '', sort = 'code' }, set, views }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const columns = useMemo<Column<StockSummaryRow>[]>(
    () => [
      { key: 'code', label: t('stock.code'), width: 'minmax(8rem, 1fr)', priority: 1 },
      { key: 'product_name', label: t('stock.product'), width: 'minmax(10rem, 2fr)', priority: 2 },
      { key: 'category', label: t('stock.family'), width: 'minmax(7rem, 1fr)', priority: 3 },
      {
        key: 'quantity',
        label: t('stock.quantity'),
        kind: 'number',
        cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
        width: 'minmax(8rem, 1fr)',
        priority: 1,
      },
      {
        key: 'scorta_minima',
        label: t('levels.minimum'),
        kind: 'number',
        cell: (row) => formats.quantity(row.scorta_minima ?? 0, unitOf(row.unit_of_measure)),
        width: 'minmax(8rem, 1fr)',
        priority: 1,
      },
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- the units change with the language alone
  );
  return (
    <ListPage<StockSummaryRow>
      call={api.stock.summary}
      query={{ q, group: 'product', low_stock: true }}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      failedTitle={t('levels.loadFailed')}
      subtitle={t('levels.lowSubtitle')}
      countLabel={(count, shown) => t('levels.count', { count, shown })}
      search={{ value: q, onChange: (term) => set({ q: term }) }}
      filters={views}
      isFiltered={q !== ''}
      onClearFilters={() => set({ q: '' })}
      rowId={({ product_id }) => product_id!}
      rowName={({ code }) => code ?? ''}
      empty={{ title: t('levels.lowEmpty') }}
    />
  );
}
