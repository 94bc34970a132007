import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { DayBox } from '../../ui/form/DayField.tsx';
import { Picker } from '../../ui/form/Picker.tsx';
import type { ListFilters } from './filters.ts';

interface Props {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}

/** Whose orders, of which days. */
export const OrderFilters = ({ filters: { customer_id, from, to }, onChange }: Props) => {
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
      <DayBox
        aria-label={t('orders.from')}
        end="from"
        value={from}
        onChange={(value) => onChange({ from: value ?? undefined })}
        w={160}
        {...(to && { max: to })}
      />
      <DayBox
        aria-label={t('orders.to')}
        end="to"
        value={to}
        onChange={(value) => onChange({ to: value ?? undefined })}
        w={160}
        {...(from && { min: from })}
      />
    </>
  );
};
