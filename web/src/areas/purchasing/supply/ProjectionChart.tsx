import { CompositeChart } from '@mantine/charts';
import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import classes from './supply.module.css';

/** The expected stock of a product by day, with its minimum, and the same days as a table. */
function ProjectionChart({ product_id }: { product_id: number }) {
  const { t } = useTranslation('productSupply');
  const formats = useFormats();
  const unitOf = useUnit();
  const query = useQuery(api.purchaseProposals.projection.query({ id: product_id }));
  const { days = [], floor = 0 } = query.data ?? {};
  const unit = unitOf(query.data?.unit_of_measure ?? 'kg');
  return (
    <Panel p={16}>
      <figure className={classes.figure} aria-label={t('projection')}>
        <figcaption className={classes.title}>{t('projection')}</figcaption>
        {query.isPending && <Skeleton h={220} />}
        {query.error && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <>
            <div aria-hidden>
              <CompositeChart
                h={220}
                data={days.map((day) => ({ ...day, needs: -day.needs, day: formats.day(day.day) }))}
                dataKey="day"
                series={[
                  { name: 'receipts', label: t('receipts'), color: 'petrol.4', type: 'bar' },
                  { name: 'needs', label: t('needs'), color: 'orange.5', type: 'bar' },
                  { name: 'balance', label: t('balance'), color: 'petrol.8', type: 'line' },
                ]}
                referenceLines={[
                  { y: 0, color: 'gray.5' },
                  ...(floor > 0 ? [{ y: floor, label: t('floor'), color: 'red.6' }] : []),
                ]}
                curveType="stepAfter"
                valueFormatter={(value) => formats.quantity(value, unit, 1)}
                xAxisProps={{ tickFormatter: (day: string) => day.slice(0, 5) }}
                yAxisProps={{ tickFormatter: (value: number) => formats.number(value, 0), width: 64 }}
                tickLine="none"
                withLegend
                composedChartProps={{ accessibilityLayer: false }}
              />
            </div>
            <details>
              <summary>{t('table')}</summary>
              <PlainTable
                label={t('projection')}
                heads={[
                  { label: t('day') },
                  { label: t('receipts'), end: true },
                  { label: t('needs'), end: true },
                  { label: t('balance'), end: true },
                ]}
              >
                {days.map(({ day, receipts, needs, balance }) => (
                  <tr key={day}>
                    <th scope="row" data-whole>
                      {formats.day(day)}
                    </th>
                    <td data-end>{receipts === 0 ? '—' : formats.quantity(receipts, unit, 3)}</td>
                    <td data-end>{needs === 0 ? '—' : formats.quantity(needs, unit, 3)}</td>
                    <td data-end data-below={balance < floor || undefined}>
                      {formats.quantity(balance, unit, 3)}
                    </td>
                  </tr>
                ))}
              </PlainTable>
            </details>
          </>
        )}
      </figure>
    </Panel>
  );
}
export default ProjectionChart;
