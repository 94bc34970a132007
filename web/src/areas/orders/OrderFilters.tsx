import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { Picker } from '../../ui/form/Picker.tsx';
import type { ListFilters } from './filters.ts';

interface Props {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}

/** Whose orders, of which days. */
export function OrderFilters({ filters: { customer_id, from, to }, onChange }: Props) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Picker
        aria-label={t('order.customer')}
        placeholder={t('orders.anyCustomer')}
        w={220}
        list={api.customers.list}
        get={api.customers.get}
        nameOf={(row) => row.business_name}
        failure={t('orders.customersFailed')}
        value={customer_id}
        onChange={(id) => onChange({ customer_id: id ?? undefined })}
      />
      <DayRange from={from} to={to} onChange={(range) => onChange(range)} labels={[t('orders.from'), t('orders.to')]} />
    </>
  );
}
