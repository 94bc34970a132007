import { Button, Checkbox, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import type { ListCall } from '../../../lib/api/client.ts';
import { useFormats } from '../../../lib/formats.ts';
import { exportRows } from '../../../ui/export/export-rows.ts';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { Picker } from '../../../ui/form/Picker.tsx';
import { dayFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListTable, useListLayout, useListTable } from '../../../ui/page/ListTable.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { localRows } from '../../../ui/table/use-rows.ts';
import { marginColumns } from './margin-columns.tsx';
import {
  coverageOf,
  marginRows,
  NEWEST_FIRST,
  searchMargins,
  sumMargins,
  type MarginCoverage,
  type MarginSums,
  type ShownMargin,
} from './margin-rows.ts';
import { yearAgo } from './period.ts';
import classes from './reports.module.css';

const Filters = {
  ...listFilters,
  from: dayFilter(),
  to: dayFilter(),
  customer_id: rowFilter(),
  order_id: rowFilter(),
  known: flagFilter(),
};

/** Shows /report/margini: net, cost and margin of the order lines, with the sums of the orders and of all. */
function MarginsPage() {
  const { t } = useTranslation('productionReports');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { title } = useScreen();
  const [filters, set] = useFilters(Filters);
  const { q = '', sort = NEWEST_FIRST, to, customer_id, order_id, known } = filters;
  // One order is shown whatever its date.
  const from = filters.from ?? (order_id === undefined ? yearAgo() : undefined);
  const margins = useQuery({
    ...api.runReports.margins.query({
      query: { from, to, customer_id: text(customer_id), order_id: text(order_id) },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = margins;
  const found = useMemo(() => data && searchMargins(data, q), [data, q]);
  const lines = useMemo(() => (known ? found?.filter(({ margin }) => margin !== null) : found), [found, known]);
  const rows = useMemo(() => lines && marginRows(lines, sort), [lines, sort]);
  const sums = useMemo(() => found && sumMargins(found), [found]);
  const coverage = useMemo(() => found && coverageOf(found), [found]);
  const columns = useMemo(() => marginColumns(t, formats), [t, formats]);
  const all = (async ({
    query: { offset = 0, limit = Infinity } = {},
  }: { query?: { offset?: number; limit?: number } } = {}) => ({
    rows: (rows ?? []).slice(offset, offset + limit),
    total: rows?.length ?? 0,
  })) as unknown as ListCall<ShownMargin>;
  const list = useListTable<ShownMargin>({
    call: all,
    arranged: useListLayout(columns, api.runReports.margins.path),
    asked: {},
    query: filters,
    rows: localRows(rows, {
      error: margins.error,
      retry: () => void margins.refetch(),
      isFetching: margins.isFetching,
      key: JSON.stringify(filters),
    }),
    title,
  });
  const count = lines?.length;
  return (
    <Page
      fill
      subtitle={
        <span aria-live="polite">
          {count === undefined ? '\u00a0' : t('margins.count', { count, shown: formats.number(count) })}
        </span>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} />}
          disabled={!count}
          onClick={() => void exportRows(list.output)}
        >
          {common('action.export')}
        </Button>
      }
    >
      {sums && coverage && <Sums sums={sums} coverage={coverage} />}
      <div className={classes.rows}>
        <ListTable<ShownMargin>
          list={list}
          isSelectable={false}
          filters={
            <>
              <SearchBox value={q} onChange={(next) => set({ q: next })} label={t('margins.search')} />
              <Picker
                aria-label={t('margins.customer')}
                placeholder={t('margins.anyCustomer')}
                w={220}
                list={api.customers.list}
                get={api.customers.get}
                nameOf={(row) => row.business_name}
                failure={t('margins.customersFailed')}
                value={customer_id}
                onChange={(id) => set({ customer_id: id ?? undefined })}
              />
              <DayRange from={from} to={to} labels={[t('margins.from'), t('margins.to')]} onChange={set} />
              <Checkbox
                label={t('margins.onlyKnown')}
                checked={known ?? false}
                onChange={(event) => set({ known: event.currentTarget.checked || undefined })}
              />
            </>
          }
          label={title}
          rowName={({ order_number }) => order_number}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          failedTitle={t('margins.failed')}
          empty={{ title: t('margins.empty'), hint: t('margins.emptyHint') }}
          isFiltered={q !== '' || customer_id !== undefined || order_id !== undefined || known === true}
          onClearFilters={() => set({ q: '', customer_id: undefined, order_id: undefined, known: undefined })}
        />
      </div>
    </Page>
  );
}
export default MarginsPage;

/** An id as the query string states it. */
function text(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}

function Sums({ sums, coverage: { lines, known, percent } }: { sums: MarginSums; coverage: MarginCoverage }) {
  const { t } = useTranslation('productionReports');
  const formats = useFormats();
  const titleId = useId();
  const figures = [
    [t('margins.net'), formats.money(sums.net)],
    [t('margins.cost'), formats.money(sums.cost)],
    [t('margins.margin'), formats.money(sums.margin)],
    [t('margins.percent'), formats.percent(sums.margin_percent)],
  ] as const;
  return (
    <section>
      <Text id={titleId} size="sm" c="dimmed" mb={4}>
        {t('margins.sums', {
          known: formats.number(known),
          all: formats.number(lines),
          percent: formats.percent(percent),
        })}
      </Text>
      <dl className={classes.figures} aria-labelledby={titleId}>
        {figures.map(([label, value]) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
