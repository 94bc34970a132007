import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/form/Select.tsx';
import { CustomerAndPeriod, type CustomerAndPeriodValues } from './CustomerAndPeriod.tsx';

interface Props extends CustomerAndPeriodValues {
  /** Options in addition to "all". */
  statuses: readonly { value: string; label: string }[];
  status: string | undefined;
  onStatus: (status: string | undefined) => void;
  onChange: (change: CustomerAndPeriodValues) => void;
}

/** Shows the filters of both lists: status, customer and period. */
export function SalesFilters({ statuses, status, onStatus, customer_id, from, to, onChange }: Props) {
  const { t } = useTranslation('sales');
  return (
    <>
      <Select
        aria-label={t('document.status')}
        w={150}
        allowDeselect={false}
        value={status ?? 'all'}
        data={[{ value: 'all', label: t('filters.all') }, ...statuses]}
        onChange={(value) => onStatus(value === null || value === 'all' ? undefined : value)}
      />
      <CustomerAndPeriod customer_id={customer_id} from={from} to={to} onChange={onChange} />
    </>
  );
}
