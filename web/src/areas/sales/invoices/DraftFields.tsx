import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';

/** The fields of a new draft invoice: due date and notes. */
export function DraftFields() {
  const { t } = useTranslation('sales');
  return (
    <>
      <DayField name="due_date" label={t('invoice.due_date')} />
      <Text size="sm" c="dimmed">
        {t('invoices.dueHint')}
      </Text>
      <Wide>
        <TextAreaField name="notes" label={t('document.notes')} />
      </Wide>
    </>
  );
}
