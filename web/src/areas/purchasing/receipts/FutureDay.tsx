import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { companyToday } from '../../../lib/company-day.ts';

/** Says below the field of a day that it is in the future. Such a day is allowed. */
export function FutureDay({ day }: { day: string | null | undefined }) {
  const { t } = useTranslation('purchasing');
  if (!isDay(day) || day <= companyToday()) return null;
  return (
    <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
      {t('batches.future')}
    </Text>
  );
}
