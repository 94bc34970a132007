import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import type { StockAddress } from './filters.ts';
import { levelColumns, measureColumn } from './level-columns.tsx';

interface Props {
  address: StockAddress;
  set: (change: Partial<StockAddress>) => void;
  views: ReactNode;
}

/** Shows the products below their minimum stock, including those without stock. */
export function LowStock({ address: { q = '', sort = 'code' }, set, views }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const columns = useMemo<Column<StockSummaryRow>[]>(
    () => [
      ...levelColumns<StockSummaryRow>(
        { t, formats, unitOf },
        { id: 'product_id', code: 'code', name: 'product_name', category: 'category' },
        t('stock.product'),
      ),
      measureColumn({ t, formats, unitOf }, 'scorta_minima', t('levels.minimum'), (row) => row.scorta_minima ?? 0),
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
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
