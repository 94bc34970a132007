import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { REMINDER_STEPS, ReminderInput } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { AgingTotals } from './AgingTotals.tsx';
import { readNextReminder } from './next-reminder.ts';

interface Props {
  customerId: number | undefined;
  onClose: () => void;
}

/** Shows the form of a new reminder, with the step after the last one of the customer. */
export function NewReminder({ customerId, onClose }: Props) {
  const next = useQuery({
    queryKey: ['reminders', 'next', customerId],
    queryFn: () => readNextReminder(customerId!),
    enabled: customerId !== undefined,
    // Read for each form, and not again while it is open: the form keeps what was chosen.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (customerId !== undefined && next.isPending) return null;
  return <ReminderForm customerId={customerId} step={next.data?.step ?? 1} onClose={onClose} />;
}

function ReminderForm({ customerId, step, onClose }: Props & { step: number }) {
  const { t } = useTranslation('sales');
  const handle = useEntityForm({
    schema: ReminderInput,
    initial: { step: String(step) as never, ...(customerId && { customer_id: customerId }) },
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
  /** Proposes the step after the last one. A failure leaves the choice to the user. */
  const propose = async (customer: number) => {
    const next = await readNextReminder(customer).catch(() => undefined);
    if (next && handle.form.getValues()['customer_id'] === customer)
      handle.form.setFieldValue('step', String(next.step) as never);
  };
  return (
    <FormDialog handle={handle} title={t('reminders.add')} onClose={onClose}>
      <CustomerPicker
        name="customer_id"
        label={t('document.customer')}
        withAsterisk
        required
        onPick={(picked) => picked && void propose(picked.id)}
      />
      <SelectField
        name="step"
        label={t('reminders.step')}
        data={REMINDER_STEPS.map((step) => ({ value: String(step), label: t(`reminders.steps.${step}`) }))}
        allowDeselect={false}
        required
      />
      <Owed />
    </FormDialog>
  );
}

/** Shows what the chosen customer owes. */
function Owed() {
  const customer_id = useFieldValue<number | null | undefined>('customer_id');
  return customer_id ? <AgingTotals query={{ customer_id: String(customer_id) }} /> : null;
}
