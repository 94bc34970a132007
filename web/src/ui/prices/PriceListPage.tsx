import { IconPercentage } from '@tabler/icons-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceStatus } from '@bobina/contract/core/price-statuses.ts';
import { companyToday } from '../../lib/company-day.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { deleteRows, type DialogAct } from '../bulk/bulk-act.tsx';
import { ListPage } from '../page/ListPage.tsx';
import { prepared } from '../prepared.tsx';
import { textOf } from '../table/columns.tsx';
import { useCellEdits } from '../table/use-cell-edits.tsx';
import { priceColumns } from './price-columns.tsx';
import { PRICE_ROW, type PriceKind, type PriceRow, type SeenPrice } from './price-kind.ts';
import { PriceCounters } from './PriceCounters.tsx';
import { ResetOrder } from './ResetOrder.tsx';
import { usePriceActions } from './use-price-actions.tsx';

interface Filters {
  q?: string | undefined;
  sort?: string | undefined;
  status?: PriceStatus | undefined;
}
interface Props<Row extends PriceRow> {
  kind: PriceKind<Row>;
  filters: Filters;
  onFilters: (change: Filters) => void;
  /** The filter by supplier or customer. */
  party: { label: string; value: number | undefined; picker: ReactNode; onClear: () => void };
  /** Label of the search field. */
  search: string;
  emptyHint: string;
  /** Additional buttons beside the title, for users who may write. */
  extraActions?: ReactNode;
}

const RaiseDialog = prepared(() => import('./RaiseDialog.tsx'));

/** Default sort order of the list. */
const USUAL_ORDER = 'product_code';

/** Shows a list of prices with counts by status, filters, and the actions that the user may take. */
export function PriceListPage<Row extends PriceRow>({
  kind,
  filters: { q = '', sort = USUAL_ORDER, status },
  onFilters,
  party,
  search,
  emptyHint,
  extraActions,
}: Props<Row>) {
  const { t } = useTranslation();
  const mayWrite = useCan()(kind.writing);
  const actions = usePriceActions(kind);
  const query = { q, [kind.partyId]: party.value };
  const formats = useFormats();
  const editable = useCellEdits<SeenPrice>(
    {
      kind: 'number',
      isPrice: true,
      isOver: ({ end_date }) => end_date !== null && end_date < companyToday(),
      field: 'price',
      call: kind.list,
      nameOf: (row) => `${row.product_code}, ${row[kind.partyName]}`,
      save: ({ id }, price, version) => kind.update({ id, body: { price: price as number }, version: Number(version) }),
      refresh: kind.shownIn,
    },
    { ...query, status, sort },
  );
  const columns = useMemo(
    () =>
      priceColumns(t, kind, party.label).map((column) =>
        mayWrite && column.key === 'price' ? editable(column, (row) => textOf(column, row, formats)) : column,
      ),
    [t, kind, party.label, mayWrite, formats, editable],
  );
  const create = `${kind.path}/nuovo`;
  const [raised, setRaised] = useState<readonly SeenPrice[]>();
  const raise: DialogAct<SeenPrice> = {
    key: 'raise',
    label: t('prices.raise'),
    icon: <IconPercentage size={17} />,
    open: setRaised,
  };
  return (
    <>
      <ListPage<PriceRow, SeenPrice>
        call={kind.list}
        rowFields={[...PRICE_ROW, kind.partyName]}
        query={{ ...query, status }}
        columns={columns}
        sort={sort}
        onSort={(next) => onFilters({ sort: next })}
        failedTitle={t('prices.loadFailed')}
        countLabel={(count, shown) => t('prices.count', { count, shown })}
        above={
          <PriceCounters
            call={kind.list}
            query={query}
            status={status}
            onStatus={(next) => onFilters({ status: next })}
          />
        }
        search={{ value: q, onChange: (term) => onFilters({ q: term }), label: search }}
        filters={
          <>
            {party.picker}
            <ResetOrder isUsual={sort === USUAL_ORDER} onReset={() => onFilters({ sort: undefined })} />
          </>
        }
        isFiltered={q !== '' || status !== undefined || party.value !== undefined}
        onClearFilters={party.onClear}
        rowName={(row) => `${row.product_code}, ${row[kind.partyName]}`}
        href={({ id }) => `${kind.path}/${id}`}
        {...(mayWrite && { actions, extraActions, bulk: [raise, deleteRows<SeenPrice>(kind.remove, kind.shownIn)] })}
        create={mayWrite ? { label: t('prices.add'), to: create } : undefined}
        empty={{
          title: t('prices.empty'),
          hint: emptyHint,
        }}
      />
      {raised && (
        <Suspense fallback={null}>
          <RaiseDialog kind={kind} prices={raised} party={party.label} onClose={() => setRaised(undefined)} />
        </Suspense>
      )}
    </>
  );
}
