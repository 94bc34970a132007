import { BarChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useAxes } from './axes.ts';
import { ChartCard } from './ChartCard.tsx';
import { TREND } from './trend-query.ts';

/** Turnover by month, beside the year before. */
export function TurnoverChart() {
  const formats = useFormats();
  return <SalesChart of="turnover" format={(value) => formats.money(value)} />;
}

/** Number of orders by month, beside the year before. */
export function OrdersChart() {
  const formats = useFormats();
  return <SalesChart of="orders" format={(value) => formats.number(value)} />;
}

function SalesChart({ of, format }: { of: 'turnover' | 'orders'; format: (value: number) => string }) {
  const { t } = useTranslation('home');
  const axes = useAxes();
  const query = useQuery({ ...api.dashboard.sales.query({}), ...TREND });
  const months = (query.data?.months ?? []).map((row) => ({
    month: axes.month(row.month),
    current: row[of],
    before: row[`${of}_before`],
  }));
  return (
    <ChartCard
      title={t(`charts.${of}`)}
      query={query}
      hasData={months.some(({ current, before }) => current !== 0 || before !== 0)}
      heads={[
        { label: t('charts.month') },
        { label: t('charts.current'), end: true },
        { label: t('charts.before'), end: true },
      ]}
      rows={months.map(({ month, current, before }) => ({
        key: month,
        cells: [month, format(current), format(before)],
      }))}
      chart={
        <BarChart
          h={220}
          data={months}
          dataKey="month"
          series={[
            { name: 'before', label: t('charts.before'), color: 'gray.5' },
            { name: 'current', label: t('charts.current'), color: 'petrol.6' },
          ]}
          valueFormatter={format}
          yAxisProps={{ tickFormatter: axes.amount, width: 52 }}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
