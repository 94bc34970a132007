import { IconShoppingCart } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import type { ListAct } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import type { StockAddress } from './filters.ts';
import { comingColumn, levelColumns, measureColumn } from './level-columns.tsx';

/** The fields of a product that the list reads besides those of its columns. */
const ROW = ['product_id', 'code', 'scorta_minima', 'quantity', 'coming', 'coming_on', 'unit_of_measure'] as const;
type SeenLevel = Pick<StockSummaryRow, (typeof ROW)[number]>;
/** The form of a new purchase order. */
const NEW_ORDER = '/operazioni/ordini-fornitori/nuovo';

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
  const navigate = useNavigate();
  const mayOrder = useCan()('purchase_orders.write');
  const columns = useMemo<Column<StockSummaryRow>[]>(
    () => [
      ...levelColumns({ t, formats, unitOf }, 'product_name', t('stock.product')),
      measureColumn({ t, formats, unitOf }, 'scorta_minima', t('levels.minimum')),
      comingColumn({ t, formats, unitOf }),
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const order: ListAct<SeenLevel> = {
    key: 'order',
    label: t('levels.order'),
    icon: <IconShoppingCart size={17} />,
    open: (rows) => void navigate({ to: NEW_ORDER, state: { missing: rows.map(missingOf) } as never }),
  };
  return (
    <ListPage<StockSummaryRow, SeenLevel>
      call={api.stock.summary}
      rowFields={ROW}
      query={{ q, group: 'product', low_stock: true }}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      failedTitle={t('levels.loadFailed')}
      subtitle={t('levels.lowSubtitle')}
      countLabel={(count, shown) => t('levels.count', { count, shown })}
      search={{ value: q, onChange: (term) => set({ q: term }) }}
      lists={views}
      isFiltered={q !== ''}
      onClearFilters={() => set({ q: '' })}
      rowId={({ product_id }) => product_id!}
      rowName={({ code }) => code ?? ''}
      empty={{ title: t('levels.lowEmpty') }}
      {...(mayOrder && { bulk: [order] })}
    />
  );
}

/** The quantity that a product lacks to its minimum stock, counted goods in whole units, and what is on order already. */
function missingOf({ product_id, scorta_minima, quantity, coming, coming_on, unit_of_measure }: SeenLevel) {
  const missing = toNumber(decimalOf(scorta_minima ?? 0).minus(quantity));
  return { product_id, quantity: isCounted(unit_of_measure) ? Math.ceil(missing) : missing, coming, coming_on };
}
