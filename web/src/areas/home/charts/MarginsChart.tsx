import { BarChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFeature } from '../../../lib/features.ts';
import { useFormats } from '../../../lib/formats.ts';
import { FigureLink } from '../FigureLink.tsx';
import { useAxes } from './axes.ts';
import { ChartCard } from './ChartCard.tsx';
import { TREND } from './trend-query.ts';

/** Margins by the month of the order. Each row of the table opens its lines in the report. */
export function MarginsChart() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const axes = useAxes();
  const isShown = useFeature('runs');
  const query = useQuery({ ...api.dashboard.margins.query({}), ...TREND, enabled: isShown });
  const months = query.data?.months ?? [];
  const lines = months.reduce((sum, month) => sum + month.lines, 0);
  const hasData = lines > 0;
  // Hidden without runs.
  if (!isShown || (!query.error && !hasData)) return null;
  return (
    <ChartCard
      title={t('charts.margins')}
      query={query}
      hasData={hasData}
      note={[
        t('charts.linesWithMargin', { count: lines, shown: formats.number(lines) }),
        ...(months.some(({ partial }) => partial) ? [t('charts.partial')] : []),
      ].join(' ')}
      heads={[
        { label: t('charts.month') },
        { label: t('charts.net'), end: true },
        { label: t('charts.cost'), end: true },
        { label: t('charts.margin'), end: true },
        { label: '%', end: true },
      ]}
      rows={months.map(({ month, net, cost, margin, margin_percent }) => ({
        key: month,
        cells: [
          <FigureLink key={month} to={`/report/margini?from=${month}-01&to=${lastDayOf(month)}`}>
            {axes.month(month)}
          </FigureLink>,
          formats.money(net),
          formats.money(cost),
          formats.money(margin),
          margin_percent === null ? '' : formats.number(margin_percent, 2, 2),
        ],
      }))}
      chart={
        <BarChart
          h={220}
          data={months.map(({ month, cost, margin }) => ({ month: axes.month(month), cost, margin }))}
          dataKey="month"
          series={[
            { name: 'cost', label: t('charts.cost'), color: 'gray.5' },
            { name: 'margin', label: t('charts.margin'), color: 'petrol.6' },
          ]}
          valueFormatter={(value) => formats.money(value)}
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

/** @param month `YYYY-MM` */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
