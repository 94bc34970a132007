import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REMINDER_STEPS, ReminderInput } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { usePendingFills } from '../../../ui/form/field-checks.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { AgingTotals } from './AgingTotals.tsx';
import { readNextReminder, type NextReminder } from './next-reminder.ts';
import { OverdueItems } from './OverdueItems.tsx';

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
  return <ReminderForm customerId={customerId} first={next.data} onClose={onClose} />;
}

/** @param first how the given customer is reminded next */
function ReminderForm({ customerId, first, onClose }: Props & { first: NextReminder | undefined }) {
  const { t } = useTranslation('sales');
  const handle = useEntityForm({
    schema: ReminderInput,
    initial: { step: String(first?.step ?? 1) as never, ...(customerId && { customer_id: customerId }) },
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
      <CustomerAndStep first={first} />
    </FormDialog>
  );
}

/** Shows the customer and the step, which follows the customer's last one: a save waits for it. */
function CustomerAndStep({ first }: { first: NextReminder | undefined }) {
  const { t } = useTranslation('sales');
  const form = useFormHere();
  const [next, setNext] = useState(first);
  const fill = usePendingFills('step');
  /** Proposes the step after the last one. A failure leaves the choice to the user. */
  const propose = async (customer: number | undefined) => {
    setNext(undefined);
    const read = customer && (await readNextReminder(customer).catch(() => undefined));
    if (!read || form.getValues()['customer_id'] !== customer) return;
    setNext(read);
    form.setFieldValue('step', String(read.step) as never);
  };
  return (
    <>
      <CustomerPicker
        name="customer_id"
        label={t('document.customer')}
        withAsterisk
        required
        onPick={(picked) => void fill(propose(picked?.id))}
      />
      <SelectField
        name="step"
        label={t('reminders.step')}
        data={REMINDER_STEPS.map((step) => ({ value: String(step), label: t(`reminders.steps.${step}`) }))}
        allowDeselect={false}
        required
      />
      <Wide>
        <Stack gap="md">
          {next && <Reason next={next} />}
          <Owed />
        </Stack>
      </Wide>
    </>
  );
}

/** Says why the step is proposed, and that a draft waits already. */
function Reason({ next: { sent, hasDraft } }: { next: NextReminder }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  return (
    <>
      <Text size="sm" component="output">
        {sent
          ? t('reminders.lastSent', { step: t(`reminders.steps.${sent.step}`), day: formats.day(sent.day) })
          : t('reminders.noneSent')}
      </Text>
      {hasDraft && (
        <Alert color="yellow" variant="light">
          {t('reminders.hasDraft')}
        </Alert>
      )}
    </>
  );
}

/** Shows what the chosen customer owes. */
function Owed() {
  const customer_id = useFieldValue<number | null | undefined>('customer_id');
  if (!customer_id) return null;
  return (
    <>
      <AgingTotals query={{ customer_id: String(customer_id) }} />
      <OverdueItems customerId={customer_id} />
    </>
  );
}
