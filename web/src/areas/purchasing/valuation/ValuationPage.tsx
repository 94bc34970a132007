import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListCall } from '../../../lib/api/client.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { exportRows } from '../../../ui/export/export-rows.ts';
import { ListTable, useListLayout, useListTable } from '../../../ui/page/ListTable.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { choiceFilter, dayFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { amountsOf, productOf, valuationColumns } from './columns.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { currencyOf, found, shown, sortValues, totals, type ShownRow } from './totals.ts';
import { useValuation, type Asked } from './use-valuation.ts';
import classes from './valuation.module.css';
import FullSelect from '../../../ui/form/FullSelect.tsx';

const VIEWS = ['items', 'loads', 'unloads'] as const;
const LABELLED = ['EUR', 'USD', 'MAD', 'CNY'] as const;
const Filters = {
  start: dayFilter(),
  end: dayFilter(),
  warehouse_id: rowFilter(),
  zero: flagFilter(),
  batches: flagFilter(),
  /** Not `view`, which names a saved view. */
  show: choiceFilter(VIEWS),
  ...listFilters,
};

/** Shows the valued stock and movements of a period, with totals by currency. */
function ValuationPage() {
  const { t, i18n } = useTranslation('valuation');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const { title } = useScreen();
  const [filters, setFilters] = useFilters(Filters);
  const { q = '', sort = 'product_code', show: view = 'items', batches = false, zero = false, warehouse_id } = filters;
  const today = companyToday();
  const end = filters.end ?? (filters.start && filters.start > today ? filters.start : today);
  const start = filters.start ?? (end < today ? end : today);
  const asked: Asked = { start, end, warehouse_id, zero };
  const { valued, warehouses } = useValuation(asked);
  const { data } = valued;
  const rows = useMemo(() => {
    if (!data) return undefined;
    return sortValues(shown(found(view === 'items' ? data.items : data.movements[view], q), !batches), sort);
  }, [data, view, q, batches, sort]);
  const sums = useMemo(() => totals(rows ?? []), [rows]);
  const columns = useMemo(() => valuationColumns(t, formats, unitOf), [t, formats, i18n.language]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  const currencyName = (currency: string) =>
    (LABELLED as readonly string[]).includes(currency)
      ? t(`currency.${currency as (typeof LABELLED)[number]}`)
      : t('currency.other', { currency });
  const names = warehouses.data?.rows ?? [];
  const chosen = names.find(({ id }) => id === warehouse_id)?.name ?? t('allWarehouses');

  const print = () =>
    void printDocument({
      title: `${title} · ${t(`${view}`)}`,
      subtitle: [
        `${formats.day(start)} – ${formats.day(end)}`,
        chosen,
        ...(q ? [q] : []),
        common('print.printedOn', { when: formats.instant(new Date().toISOString()) }),
      ].join(' · '),
      content: () => [
        printTable(
          columns.map(({ label, kind }) => ({ label, ...(kind && { align: 'end' as const }) })),
          (rows ?? []).map((row) => [
            productOf(row, t),
            row.warehouse_name,
            formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
            ...amountsOf(row, formats),
          ]),
        ),
        printTable(
          [{ label: t('totals') }, { label: t('value'), align: 'end' }],
          sums.map(({ currency, value }) => [currencyName(currency), formats.money(value, currency)]),
        ),
      ],
    });
  const all = (async ({
    query: { offset = 0, limit = Infinity } = {},
  }: { query?: { offset?: number; limit?: number } } = {}) => ({
    rows: (rows ?? []).slice(offset, offset + limit),
    total: rows?.length ?? 0,
  })) as unknown as ListCall<ShownRow>;
  const list = useListTable<ShownRow>({
    call: all,
    arranged: useListLayout(columns, api.valuation.get.path),
    asked: {},
    query: filters,
    rows: localRows(rows, {
      error: valued.error,
      retry: () => void valued.refetch(),
      isFetching: valued.isFetching,
      key: JSON.stringify(filters),
    }),
    title,
  });
  const more: Column<ShownRow>[] = [
    { key: 'unit_of_measure', label: t('unit'), value: (row) => unitOf(row.unit_of_measure) },
    { key: 'currency', label: t('currencyCode'), value: currencyOf },
  ];
  const count = rows?.length;
  return (
    <Page
      fill
      subtitle={
        <span aria-live="polite">
          {count === undefined ? '\u00a0' : t('count', { count, shown: formats.number(count) })}
        </span>
      }
      actions={
        <>
          <Button variant="default" leftSection={<IconPrinter size={18} />} disabled={!count} onClick={print}>
            {common('action.print')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} />}
            disabled={!count}
            onClick={() => void exportRows({ call: all, query: {}, columns: [...list.output.columns, ...more], title })}
          >
            {common('action.export')}
          </Button>
        </>
      }
    >
      <div className={classes.still}>
        <Panel>
          <FilterPanel
            asked={asked}
            today={today}
            warehouses={names}
            isGrouped={!batches}
            onApply={(next) =>
              setFilters({
                ...next,
                zero: next.zero || undefined,
                start: next.start === today && next.end === today ? undefined : next.start,
                end: next.end === today ? undefined : next.end,
              })
            }
            onGroup={(isGrouped) => setFilters({ batches: !isGrouped || undefined })}
          />
        </Panel>
      </div>
      {data && (
        <dl className={classes.totals} aria-label={t('totals')}>
          {sums.map(({ currency, value }) => (
            <div key={currency} className={classes.total}>
              <dt>{currencyName(currency)}</dt>
              <dd>{formats.money(value, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.rows}>
        <ListTable<ShownRow>
          list={list}
          filters={
            <>
              <SearchBox value={q} onChange={(next) => setFilters({ q: next })} label={t('search')} />
              <FullSelect
                aria-label={t('view')}
                w={210}
                allowDeselect={false}
                value={view}
                data={VIEWS.map((value) => ({ value, label: t(`${value}`) }))}
                onChange={(value) => setFilters({ show: value === 'items' ? undefined : (value as typeof view) })}
              />
            </>
          }
          label={title}
          rowName={({ product_code }) => product_code}
          sort={sort}
          onSort={(next) => setFilters({ sort: next })}
          failedTitle={t('loadFailed')}
          empty={view === 'items' ? { title: t('empty'), hint: t('emptyHint') } : { title: t('emptyFlows') }}
          isFiltered={q !== ''}
          onClearFilters={() => setFilters({ q: '' })}
        />
      </div>
    </Page>
  );
}
export default ValuationPage;
