import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { Picker } from '../../ui/form/Picker.tsx';

interface Props {
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}

/** Shows the filter of a list by customer. */
export function CustomerFilter({ value, onChange }: Props) {
  const { t } = useTranslation('orders');
  return (
    <Picker
      aria-label={t('order.customer')}
      placeholder={t('orders.anyCustomer')}
      w={220}
      list={api.customers.list}
      get={api.customers.get}
      nameOf={(row) => row.business_name}
      failure={t('orders.customersFailed')}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
