import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import classes from '../home.module.css';
import type { ChartKey } from '../by-role.ts';
import { CashChart } from './CashChart.tsx';
import { LoadChart } from './LoadChart.tsx';
import { MarginsChart } from './MarginsChart.tsx';
import { OrdersChart, TurnoverChart } from './SalesCharts.tsx';
import { StockValueChart } from './StockValueChart.tsx';

const CHART = {
  turnover: TurnoverChart,
  margins: MarginsChart,
  orders: OrdersChart,
  cash: CashChart,
  stockValue: StockValueChart,
  load: LoadChart,
} as const;

/** The charts of the home, in this order. The only module of the home that loads the chart library. */
function Charts({ shown }: { shown: readonly ChartKey[] }) {
  return (
    <div className={classes.charts}>
      {shown.map((key) => {
        const Chart = CHART[key];
        return <Chart key={key} />;
      })}
    </div>
  );
}
export default Charts;
