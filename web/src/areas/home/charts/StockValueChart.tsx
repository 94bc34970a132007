import { AreaChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useAxes } from './axes.ts';
import { ChartCard } from './ChartCard.tsx';
import { TREND } from './trend-query.ts';

const COLORS = ['petrol.6', 'orange.6', 'grape.6', 'gray.6'] as const;

/** The value of the stock at the end of each month and today, a line per currency. */
export function StockValueChart() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const axes = useAxes();
  const query = useQuery({ ...api.dashboard.stockValue.query({}), ...TREND });
  const points = query.data?.points ?? [];
  const currencies = [...new Set(points.flatMap(({ values }) => values.map(({ currency }) => currency)))].toSorted();
  const valueOf = ({ values }: (typeof points)[number], currency: string) =>
    values.find((one) => one.currency === currency)?.value ?? 0;
  return (
    <ChartCard
      title={t('charts.stockValue')}
      query={query}
      hasData={currencies.length > 0}
      heads={[{ label: t('charts.day') }, ...currencies.map((currency) => ({ label: currency, end: true }))]}
      rows={points.map((point) => ({
        key: point.day,
        cells: [
          formats.day(point.day),
          ...currencies.map((currency) => formats.money(valueOf(point, currency), currency)),
        ],
      }))}
      chart={
        <AreaChart
          h={220}
          data={points.map((point) => ({
            day: formats.day(point.day),
            ...Object.fromEntries(currencies.map((currency) => [currency, valueOf(point, currency)])),
          }))}
          dataKey="day"
          series={currencies.map((name, at) => ({ name, color: COLORS[at % COLORS.length]! }))}
          curveType="linear"
          valueFormatter={(value) => formats.number(value, 2, 2)}
          xAxisProps={{ tickFormatter: (day: string) => day.slice(3, 5) + '/' + day.slice(8) }}
          yAxisProps={{ tickFormatter: axes.amount, width: 52 }}
          withLegend={currencies.length > 1}
          withDots={false}
          tickLine="none"
          areaChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
