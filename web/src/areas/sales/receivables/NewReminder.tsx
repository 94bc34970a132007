import { useTranslation } from 'react-i18next';
import { REMINDER_STEPS, ReminderInput } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

/** The form of a new reminder. */
export function NewReminder({ customerId, onClose }: { customerId: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const handle = useEntityForm({
    schema: ReminderInput,
    initial: { step: 1, ...(customerId && { customer_id: customerId }) },
    openBy: 'new',
    save: ({ body }, options) => api.reminders.create({ body }, options),
    failure: t('failed'),
    onSaved: () => {
      toast.success(t('reminders.saved'));
      void queryClient.invalidateQueries({ queryKey: ['reminders'] });
      onClose();
    },
    prepare: (form) => form.setFieldValue('step', Number(form.getValues()['step']) as never),
  });
  return (
    <FormDialog handle={handle} title={t('reminders.add')} onClose={onClose}>
      <CustomerPicker name="customer_id" label={t('document.customer')} withAsterisk required />
      <SelectField
        name="step"
        label={t('reminders.step')}
        data={REMINDER_STEPS.map((step) => ({ value: String(step), label: t(`reminders.steps.${step}`) }))}
        allowDeselect={false}
        required
      />
    </FormDialog>
  );
}
