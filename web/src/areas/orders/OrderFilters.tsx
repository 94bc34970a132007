import { useTranslation } from 'react-i18next';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { CustomerFilter } from './CustomerFilter.tsx';
import type { ListFilters } from './filters.ts';

interface Props {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}

/** Shows the filters by customer and by period. */
export function OrderFilters({ filters: { customer_id, from, to }, onChange }: Props) {
  const { t } = useTranslation('orders');
  return (
    <>
      <CustomerFilter value={customer_id} onChange={(id) => onChange({ customer_id: id })} />
      <DayRange from={from} to={to} onChange={(range) => onChange(range)} labels={[t('orders.from'), t('orders.to')]} />
    </>
  );
}
