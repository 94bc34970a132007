import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { BeforeOrder } from '../../../ui/lines/BeforeOrder.tsx';

/**
 * Says below the field of a delivery day that it is over, or before the order day. Such a day is allowed: an order may be
 * entered late.
 * @param props.isNew whether the line is not stored yet; the day of a stored one may be over
 */
export function PastDay({ day, isNew }: { day: string | null; isNew: boolean }) {
  const { t } = useTranslation('orders');
  if (!isNew || !isDay(day) || day >= companyToday()) return <BeforeOrder day={day} text={t('lines.beforeOrder')} />;
  return (
    <Text size="xs" mt={4}>
      {t('lines.pastDay')}
    </Text>
  );
}
