import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { Select } from '../../ui/form/Select.tsx';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { Picker } from '../../ui/form/Picker.tsx';

interface Values {
  customer_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
interface Props extends Values {
  /** Options in addition to "all". */
  statuses: readonly { value: string; label: string }[];
  status: string | undefined;
  onStatus: (status: string | undefined) => void;
  onChange: (change: Values) => void;
}

/** Shows the filters of both lists: status, customer and period. */
export function SalesFilters({ statuses, status, onStatus, customer_id, from, to, onChange }: Props) {
  const { t } = useTranslation('sales');
  return (
    <>
      <Select
        aria-label={t('document.status')}
        w={200}
        allowDeselect={false}
        value={status ?? 'all'}
        data={[{ value: 'all', label: t('filters.all') }, ...statuses]}
        onChange={(value) => onStatus(value === null || value === 'all' ? undefined : value)}
      />
      <CustomerAndPeriod customer_id={customer_id} from={from} to={to} onChange={onChange} />
    </>
  );
}

/** Shows the filters by customer and period. */
export function CustomerAndPeriod({ customer_id, from, to, onChange }: Values & Pick<Props, 'onChange'>) {
  const { t } = useTranslation('sales');
  return (
    <>
      <Picker
        aria-label={t('document.customer')}
        placeholder={t('filters.anyCustomer')}
        w={210}
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
