import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';

/** Shows the overdue instalments of a customer: what a reminder created today lists. */
export function OverdueItems({ customerId }: { customerId: number }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const query = { from: companyToday(), format: 'json' as const };
  const { data, isPending } = useQuery(api.receivables.statement.query({ id: customerId, query }));
  if (isPending) return <Skeleton h={120} aria-busy />;
  // A statement needs the company's data. Without them the totals are shown alone.
  if (!data) return null;
  const items = data.open_items.filter(({ days_late }) => days_late > 0);
  if (items.length === 0)
    return (
      <Text size="sm" component="output">
        {t('reminders.nothingOverdue')}
      </Text>
    );
  return (
    <PlainTable
      label={t('reminders.lists')}
      heads={[
        { label: t('invoice.invoice_number') },
        { label: t('invoice.due_date') },
        { label: t('reminders.daysLate'), end: true },
        { label: t('reminders.interest'), end: true },
        { label: t('invoice.open_amount'), end: true },
      ]}
    >
      {items.map((item, at) => (
        // Two instalments of an invoice may be due on one day.
        <tr key={at}>
          <td data-whole data-title>
            <EntityLink kind="invoice" id={item.invoice_id} text={item.invoice_number} />
          </td>
          <td data-whole data-label={t('invoice.due_date')}>
            {formats.day(item.due_date)}
          </td>
          <td data-end data-label={t('reminders.daysLate')}>
            {formats.number(item.days_late)}
          </td>
          <td data-end data-label={t('reminders.interest')}>
            {formats.money(item.interest)}
          </td>
          <td data-end data-label={t('invoice.open_amount')}>
            {formats.money(item.open_amount)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
