import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';

/** Names what the customer of the form has not paid in time. Shows nothing to roles that may not see it. */
export function Overdue() {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const customer = useFieldValue<number | null>('customer_id');
  const { data } = useQuery({
    ...api.figures.get.query({ entity: 'customers', id: customer ?? 0 }),
    enabled: customer !== null,
  });
  const overdue = data?.find(({ name }) => name === 'overdue');
  if (!overdue || overdue.value <= 0) return null;
  return (
    <Text component="output" display="block" size="xs" mt={4} c="var(--bobina-on-light-yellow)">
      {t('orders.overdue', { amount: formats.money(overdue.value, overdue.currency ?? undefined) })}
    </Text>
  );
}
