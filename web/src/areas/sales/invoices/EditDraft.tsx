import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InvoiceChange, type Invoice } from '@bobina/contract/sales/invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';

/** Shows the form that changes the due date, the notes and the exchange rate of a draft. */
export function EditDraft({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { id, version, due_date, due_date_typed, notes, exchange_rate, currency } = invoice;
  const handle = useEntityForm({
    schema: InvoiceChange,
    initial: { due_date: due_date_typed ? due_date : null, notes, exchange_rate },
    version,
    guardsLeaving: false,
    save: (input, options) => api.invoices.update({ id, ...input }, options),
    onSaved: () => {
      toast.success(t('invoices.changed'));
      refreshSales();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('acts.edit')} onClose={onClose}>
      <DayField name="due_date" label={t('invoice.due_date')} />
      <Text size="sm" c="dimmed">
        {t('invoices.dueHint')}
      </Text>
      {currency !== 'EUR' && (
        <NumberField name="exchange_rate" label={t('invoices.exchangeRate', { currency })} decimals={5} />
      )}
      <Wide>
        <TextAreaField name="notes" label={t('document.notes')} />
      </Wide>
    </FormDialog>
  );
}
