import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { Picker } from '../../ui/form/Picker.tsx';

interface Props {
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}

/** Shows the filter of a list by supplier. */
export function SupplierFilter({ value, onChange }: Props) {
  const { t } = useTranslation('purchasing');
  return (
    <Picker
      aria-label={t('order.supplier')}
      placeholder={t('orders.anySupplier')}
      w={210}
      list={api.suppliers.list}
      get={api.suppliers.get}
      nameOf={(row) => row.business_name}
      failure={t('orders.suppliersFailed')}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
