import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Sequence, YearEndStock } from '@bobina/contract/sales/accounting.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { PRICE_DECIMALS } from '../../../ui/prices/price-columns.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import report from '../../../ui/page/report.module.css';
import classes from './accounting.module.css';
import { YearPicker } from './YearPicker.tsx';
import { yearFilter } from '../../../ui/page/filter-fields.ts';

const Filters = { year: yearFilter() };
type Stock = YearEndStock['rows'][number];

/** Shows the numbers of the documents of a year, and the value of the stock at its end with the method. */
function YearEndPage() {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  const [{ year = Number(companyToday().slice(0, 4)) }, setFilters] = useFilters(Filters);
  const query = { query: { year: String(year) } };
  const sequence = useQuery(api.accounting.sequence.query(query));
  const stock = useQuery(api.accounting.stockValue.query(query));
  const unitOf = useUnit();
  const columns = columnsOf(t, (value, unit) => formats.quantity(value, unitOf(unit)));
  const { data } = stock;
  return (
    <Page subtitle={t('yearEnd.subtitle')}>
      <YearPicker year={year} onChange={(next) => setFilters({ year: next })} />
      <div className={report.parts}>
        {sequence.error && !sequence.data && (
          <LoadFailed title={t('failed')} error={sequence.error} onRetry={() => void sequence.refetch()} />
        )}
        {sequence.data && <Numbers series={sequence.data.series} />}
        <Panel title={t('yearEnd.stock')}>
          {data && (
            <Text size="sm" className={classes.method!}>
              {t('yearEnd.method', { day: formats.day(data.day), method: data.method_text })}
              {data.totals.map(({ currency, value }) => ` · ${formats.money(value, currency)}`).join('')}
            </Text>
          )}
          {data && data.without_price > 0 && (
            <Alert color="orange" variant="light" radius={0}>
              {t('yearEnd.withoutPrice', {
                count: data.without_price,
                shown: formats.number(data.without_price),
              })}
            </Alert>
          )}
          <div className={classes.rows}>
            <DataTable<Stock>
              label={t('yearEnd.stock')}
              rows={localRows(data?.rows, {
                error: stock.error,
                retry: () => void stock.refetch(),
                isFetching: stock.isFetching,
                key: String(year),
              })}
              columns={columns}
              rowName={({ product_code }) => product_code}
              failedTitle={t('failed')}
              empty={{ title: t('yearEnd.noStock'), hint: t('yearEnd.noStockHint') }}
            />
          </div>
        </Panel>
      </div>
    </Page>
  );
}
export default YearEndPage;

function Numbers({ series }: { series: Sequence['series'] }) {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  return (
    <Panel title={t('yearEnd.numbers')}>
      <PlainTable
        label={t('yearEnd.numbers')}
        minWidth={760}
        heads={[
          { label: t('yearEnd.series') },
          { label: t('yearEnd.count'), end: true },
          { label: t('yearEnd.first') },
          { label: t('yearEnd.last') },
          { label: t('yearEnd.gaps') },
          { label: t('yearEnd.order') },
        ]}
      >
        {series.map((one) => (
          <tr key={one.series}>
            <th scope="row">{t(`yearEnd.kinds.${one.series}`)}</th>
            <td data-end>{formats.number(one.count)}</td>
            <td data-whole>
              <Numbered series={one.series} id={one.first_id} number={one.first_number} day={one.first_day} />
            </td>
            <td data-whole>
              <Numbered series={one.series} id={one.last_id} number={one.last_number} day={one.last_day} />
            </td>
            <td>{one.gaps.length === 0 ? t('yearEnd.none') : one.gaps.join(', ')}</td>
            <td>{one.out_of_order.length === 0 ? t('yearEnd.inOrder') : one.out_of_order.join(', ')}</td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}

interface NumberedProps {
  series: Sequence['series'][number]['series'];
  id: number | null;
  number: string | null;
  day: string | null;
}

function Numbered({ series, id, number, day }: NumberedProps) {
  const formats = useFormats();
  if (!number) return EMPTY;
  return (
    <>
      <EntityLink kind={series === 'DDT' ? 'packing_list' : 'invoice'} id={id} text={number} /> · {formats.day(day)}
    </>
  );
}

function columnsOf(t: TFunction<'accounting'>, quantity: (value: number, unit: string) => string): Column<Stock>[] {
  return [
    {
      key: 'product_code',
      label: t('yearEnd.product'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
      width: 'minmax(8rem, 1fr)',
      priority: 1,
      sortable: false,
    },
    {
      key: 'product_description',
      label: t('yearEnd.description'),
      width: 'minmax(10rem, 2fr)',
      priority: 3,
      sortable: false,
    },
    {
      key: 'quantity',
      label: t('yearEnd.quantity'),
      kind: 'number',
      cell: (row) => quantity(row.quantity, row.unit_of_measure),
      width: 'minmax(7rem, 1fr)',
      priority: 2,
      sortable: false,
    },
    {
      key: 'unit_price',
      label: t('yearEnd.price'),
      kind: 'money',
      decimals: PRICE_DECIMALS,
      currency: (row) => row.currency,
      value: (row) => (row.unit_price === 0 ? null : row.unit_price),
      width: 'minmax(6rem, 1fr)',
      priority: 2,
      sortable: false,
    },
    {
      key: 'value',
      label: t('yearEnd.value'),
      kind: 'money',
      currency: (row) => row.currency,
      width: 'minmax(7rem, 1fr)',
      priority: 1,
      sortable: false,
    },
  ];
}
