import { BarChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { FigureLink } from '../FigureLink.tsx';
import { useAxes } from './axes.ts';
import { ChartCard } from './ChartCard.tsx';
import { TREND } from './trend-query.ts';

/** Amounts of unpaid invoices by the week in which they are due. Each row of the table opens its invoices. */
export function CashChart() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const axes = useAxes();
  const query = useQuery({ ...api.dashboard.cash.query({}), ...TREND });
  const due = query.data
    ? [
        { ...query.data.overdue, key: 'overdue', short: t('charts.overdue'), name: t('charts.overdue') },
        ...query.data.weeks.map((week) => ({
          ...week,
          key: week.from,
          short: axes.day(week.from),
          name: `${formats.day(week.from)} – ${formats.day(week.until)}`,
        })),
        { ...query.data.later, key: 'later', short: t('charts.later'), name: t('charts.later') },
      ]
    : [];
  return (
    <ChartCard
      title={t('charts.cash')}
      query={query}
      hasData={due.some(({ count }) => count > 0)}
      heads={[
        { label: t('charts.due') },
        { label: t('charts.invoices'), end: true },
        { label: t('charts.amount'), end: true },
      ]}
      rows={due.map(({ key, name, screen, count, total_amount }) => ({
        key,
        cells: [
          <FigureLink key={key} to={screen}>
            {name}
          </FigureLink>,
          formats.number(count),
          formats.money(total_amount),
        ],
      }))}
      chart={
        <BarChart
          h={220}
          data={due.map(({ key, short, total_amount }) => ({
            due: short,
            total_amount,
            color: key === 'overdue' ? 'red.7' : 'petrol.6',
          }))}
          dataKey="due"
          series={[{ name: 'total_amount', label: t('charts.amount'), color: 'petrol.6' }]}
          valueFormatter={(value) => formats.money(value)}
          yAxisProps={{ tickFormatter: axes.amount, width: 52 }}
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
