import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Hint } from '../../../ui/overlay/Hint.tsx';

/** Shows the due day of an invoice, and below it that of an earlier instalment that makes the invoice overdue. */
export function DueDay({
  due_date,
  is_overdue,
  instalments,
}: Pick<InvoiceRow, 'due_date' | 'is_overdue' | 'instalments'>) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const at = is_overdue ? instalments.findIndex(({ open_amount }) => open_amount > 0) : -1;
  const first = instalments[at];
  const day = formats.day(due_date);
  if (!first || first.due_date === due_date) return day;
  const named = { number: at + 1, day: formats.day(first.due_date) };
  return (
    <>
      {day}
      <Hint label={t('invoice.instalmentHint', named)}>
        {/* As small as it must be for the width of a day. */}
        <Text fz={11} lh={1.2} c="var(--mantine-color-error)">
          {t('invoice.instalment', named)}
        </Text>
      </Hint>
    </>
  );
}
