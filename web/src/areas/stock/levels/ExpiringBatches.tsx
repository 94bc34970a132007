import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { StockBatch } from '../../../ui/HoldChip.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import type { StockAddress } from './filters.ts';

interface Props {
  address: StockAddress;
  set: (change: Partial<StockAddress>) => void;
  views: ReactNode;
}

/** Shows the batches in stock that expire between two days; a batch in two warehouses has two rows. */
export function ExpiringBatches({ address, set, views }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const { q = '', sort = 'expiry_date', expires_from, expires_until } = address;
  const columns = useMemo<Column<StockRow>[]>(
    () => [
      {
        key: 'product_code',
        label: t('stock.code'),
        cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
        width: 'minmax(8rem, 1fr)',
        priority: 1,
      },
      { key: 'product_name', label: t('stock.product'), width: 'minmax(10rem, 2fr)', priority: 3 },
      {
        key: 'batch_number',
        label: t('stock.batch'),
        cell: (row) => <StockBatch row={row} />,
        width: 'minmax(7rem, 1fr)',
        priority: 1,
      },
      {
        key: 'warehouse_name',
        label: t('stock.warehouse'),
        cell: (row) => <EntityLink kind="warehouse" id={row.warehouse_id} text={row.warehouse_name} size="fit" />,
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      },
      { key: 'expiry_date', label: t('levels.expiry'), kind: 'day', width: 'minmax(7.5rem, 0.8fr)', priority: 1 },
      {
        key: 'quantity',
        label: t('stock.quantity'),
        kind: 'number',
        cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      },
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  return (
    <ListPage<StockRow>
      call={api.stock.list}
      query={{ q, expires_from, expires_until }}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      failedTitle={t('levels.loadFailed')}
      subtitle={t('levels.expiringSubtitle')}
      search={{ value: q, onChange: (term) => set({ q: term }) }}
      filters={
        <>
          {views}
          <DayRange
            from={expires_from}
            to={expires_until}
            onChange={({ from, to }) => set({ expires_from: from, expires_until: to })}
            labels={[t('levels.expiresFrom'), t('levels.expiresUntil')]}
          />
        </>
      }
      isFiltered={q !== ''}
      onClearFilters={() => set({ q: '' })}
      rowId={(row) => `${row.product_id}-${row.warehouse_id}-${row.batch_number}`}
      rowName={({ product_code, batch_number }) => `${product_code} · ${batch_number}`}
      empty={{ title: t('levels.expiringEmpty') }}
    />
  );
}
