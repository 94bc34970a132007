import { BarChart } from '@mantine/charts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { ChartCard } from './ChartCard.tsx';
import { TREND } from './trend-query.ts';

/** Bars of more machines are too thin to read. */
const MOST_MACHINES = 8;
const COLORS = ['petrol.8', 'petrol.6', 'petrol.4', 'petrol.3'] as const;

/** The share of the working time of four weeks that is scheduled, by machine. */
export function LoadChart() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const query = useQuery({ ...api.dashboard.machineLoad.query({}), ...TREND });
  const weeks = query.data?.weeks ?? [];
  const machines = query.data?.machines ?? [];
  const sumOf = (minutes: readonly number[]) => minutes.reduce((sum, one) => sum + one, 0);
  const busiest = machines
    .filter(({ minutes }) => sumOf(minutes) > 0)
    .toSorted((a, b) => sumOf(b.minutes) - sumOf(a.minutes))
    .slice(0, MOST_MACHINES);
  const percentOf = (minutes: number, capacity: number) => (capacity === 0 ? 0 : (minutes / capacity) * 100);
  const nameOf = (from: string) => t('charts.week', { day: formats.day(from) });
  const format = (percent: number) => `${formats.number(percent, 0)}\u00a0%`;
  return (
    <ChartCard
      title={t('charts.load')}
      query={query}
      hasData={busiest.length > 0}
      note={
        machines.filter(({ minutes }) => sumOf(minutes) > 0).length > MOST_MACHINES &&
        t('charts.busiest', { count: MOST_MACHINES })
      }
      heads={[{ label: t('charts.machine') }, ...weeks.map(({ from }) => ({ label: nameOf(from), end: true }))]}
      rows={machines.map(({ minutes, ...machine }) => ({
        key: String(machine.machine_id),
        cells: [
          machineName(machine),
          ...weeks.map(({ capacity_minutes }, at) => format(percentOf(minutes[at]!, capacity_minutes))),
        ],
      }))}
      chart={
        <BarChart
          h={220}
          data={busiest.map(({ machine_code, minutes }) => ({
            machine: machine_code,
            ...Object.fromEntries(
              weeks.map(({ from, capacity_minutes }, at) => [from, percentOf(minutes[at]!, capacity_minutes)]),
            ),
          }))}
          dataKey="machine"
          series={weeks.map(({ from }, at) => ({ name: from, label: nameOf(from), color: COLORS[at]! }))}
          valueFormatter={format}
          yAxisProps={{ tickFormatter: format, width: 52, domain: [0, 100] }}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
