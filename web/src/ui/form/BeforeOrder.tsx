import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { useFieldValue } from './form-context.ts';

/** Says below the field of a delivery day that it is before the order day of the form. Such a day is allowed. */
export function BeforeOrder({ day }: { day: string | null }) {
  const { t } = useTranslation();
  const ordered = useFieldValue<string | null>('order_date');
  if (!isDay(day) || !isDay(ordered) || day >= ordered) return null;
  return (
    <Text c="var(--mantine-color-error)" size="xs" mt={4}>
      {t('form.beforeOrder')}
    </Text>
  );
}
