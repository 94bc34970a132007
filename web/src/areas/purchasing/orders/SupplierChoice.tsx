import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { isEmptyLine } from '../../../ui/lines/priced-line.ts';
import { newLine, type OrderLine } from './order-line.ts';

/**
 * Shows the supplier field of an order. Changing the supplier removes the lines after a confirmation, because suppliers
 * have different products.
 */
export function SupplierChoice({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const form = useFormHere();
  const value = form.useWatchValue('supplier_id') as number | null;
  const choose = async (id: number | null) => {
    if (id === value) return;
    const count = (form.getValues() as { items: OrderLine[] }).items.filter((line) => !isEmptyLine(line)).length;
    if (count > 0) {
      const message = t('orderForm.changeSupplierText', { count, shown: formats.number(count) });
      if (
        !(await confirm({
          title: t('orderForm.changeSupplier'),
          message,
          confirmLabel: t('orderForm.changeSupplier'),
          danger: true,
        }))
      )
        return;
    }
    form.setFieldValue('supplier_id', id);
    form.setFieldValue('items', [newLine()]);
  };
  return (
    <Picker
      data-path="supplier_id"
      label={t('order.supplier')}
      withAsterisk
      required
      disabled={disabled}
      list={api.suppliers.list}
      get={api.suppliers.get}
      nameOf={(row) => row.business_name}
      failure={t('orders.suppliersFailed')}
      value={value}
      error={form.errors['supplier_id']}
      onChange={(id) => void choose(id)}
    />
  );
}
