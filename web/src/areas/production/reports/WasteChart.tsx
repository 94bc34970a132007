import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { YieldRow } from '@bobina/contract/production/run-reports.ts';
import { useFormats } from '../../../lib/formats.ts';

const KINDS = [
  { kind: 'trim', color: 'petrol.6' },
  { kind: 'setup', color: 'yellow.6' },
  { kind: 'scrap', color: 'red.6' },
] as const;

/** Draws the waste of each group by kind. The table of the groups shows the same numbers. */
function WasteChart({ groups }: { groups: readonly YieldRow[] }) {
  const { t } = useTranslation('productionReports');
  const formats = useFormats();
  return (
    <BarChart
      h={240}
      data={groups.map(({ label, trim_kg, setup_kg, scrap_kg }) => ({
        label: label || t('yield.none'),
        trim: trim_kg,
        setup: setup_kg,
        scrap: scrap_kg,
      }))}
      dataKey="label"
      type="stacked"
      series={KINDS.map(({ kind, color }) => ({ name: kind, label: t(`yield.${kind}_kg`), color }))}
      valueFormatter={(value) => formats.quantity(value, 'kg', 3)}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      tickLine="none"
      barProps={{ maxBarSize: 80 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
export default WasteChart;
