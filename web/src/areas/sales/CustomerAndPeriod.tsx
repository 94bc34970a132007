import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { Picker } from '../../ui/form/Picker.tsx';

export interface CustomerAndPeriodValues {
  customer_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
interface Props extends CustomerAndPeriodValues {
  onChange: (change: CustomerAndPeriodValues) => void;
}

/** Shows the filters by customer and period. */
export function CustomerAndPeriod({ customer_id, from, to, onChange }: Props) {
  const { t } = useTranslation('sales');
  return (
    <>
      <Picker
        aria-label={t('document.customer')}
        placeholder={t('filters.anyCustomer')}
        w={170}
        list={api.customers.list}
        get={api.customers.get}
        nameOf={(row) => row.business_name}
        value={customer_id}
        onChange={(id) => onChange({ customer_id: id ?? undefined })}
      />
      <DayRange
        from={from}
        to={to}
        onChange={(range) => onChange(range)}
        labels={[t('filters.from'), t('filters.to')]}
      />
    </>
  );
}
