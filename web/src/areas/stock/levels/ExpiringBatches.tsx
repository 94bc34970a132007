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
import { columnsOf } from '../../../ui/table/row-fields.ts';
import type { StockAddress } from './filters.ts';
import { useBatchLabels } from './use-batch-labels.ts';

interface Props {
  address: StockAddress;
  set: (change: Partial<StockAddress>) => void;
  views: ReactNode;
}

/** The fields of a batch that the list reads besides those of its columns: for its key, its name and its label. */
const ROW = [
  'product_id',
  'product_code',
  'product_name',
  'unit_of_measure',
  'warehouse_id',
  'warehouse_name',
  'batch_number',
  'production_date',
  'expiry_date',
  'quantity',
] as const;
type SeenBatch = Pick<StockRow, (typeof ROW)[number]>;
const column = columnsOf<StockRow>();

/** Shows the batches in stock that expire between two days; a batch in two warehouses has two rows. */
export function ExpiringBatches({ address, set, views }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const { q = '', sort = 'expiry_date', expires_from, expires_until } = address;
  const columns = useMemo<Column<StockRow>[]>(
    () => [
      column(['product_id', 'product_code'], {
        key: 'product_code',
        label: t('stock.code'),
        cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
        width: 'minmax(8rem, 1fr)',
        priority: 1,
      }),
      { key: 'product_name', label: t('stock.product'), width: 'minmax(10rem, 2fr)', priority: 3 },
      column(['batch_id', 'batch_number', 'hold_reason'], {
        key: 'batch_number',
        label: t('stock.batch'),
        cell: (row) => <StockBatch row={row} />,
        width: 'minmax(7rem, 1fr)',
        priority: 1,
      }),
      column(['warehouse_id', 'warehouse_name'], {
        key: 'warehouse_name',
        label: t('stock.warehouse'),
        cell: (row) => <EntityLink kind="warehouse" id={row.warehouse_id} text={row.warehouse_name} size="fit" />,
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      }),
      { key: 'expiry_date', label: t('levels.expiry'), kind: 'day', width: 'minmax(7.5rem, 0.8fr)', priority: 1 },
      column(['quantity', 'unit_of_measure'], {
        key: 'quantity',
        label: t('stock.quantity'),
        kind: 'number',
        cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      }),
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const labels = useBatchLabels();
  return (
    <ListPage<StockRow, SeenBatch>
      call={api.stock.list}
      rowFields={ROW}
      query={{ q, expires_from, expires_until }}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      failedTitle={t('levels.loadFailed')}
      subtitle={t('levels.expiringSubtitle')}
      search={{ value: q, onChange: (term) => set({ q: term }) }}
      lists={views}
      filters={
        <DayRange
          from={expires_from}
          to={expires_until}
          onChange={({ from, to }) => set({ expires_from: from, expires_until: to })}
          labels={[t('levels.expiresFrom'), t('levels.expiresUntil')]}
        />
      }
      isFiltered={q !== ''}
      onClearFilters={() => set({ q: '' })}
      bulk={[labels]}
      rowId={(row) => `${row.product_id}-${row.warehouse_id}-${row.batch_number}`}
      rowName={({ product_code, batch_number }) => `${product_code} · ${batch_number}`}
      empty={{ title: t('levels.expiringEmpty') }}
    />
  );
}
