import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { companyToday } from '../../../lib/company-day.ts';

/** Says below the field of a delivery day that it is over. Such a day is allowed: an order may be entered late. */
export function PastDay({ day }: { day: string | null }) {
  const { t } = useTranslation('orders');
  if (!isDay(day) || day >= companyToday()) return null;
  return (
    <Text c="var(--mantine-color-error)" size="xs" mt={4}>
      {t('lines.pastDay')}
    </Text>
  );
}
