import { useTranslation } from 'react-i18next';
import { DayField } from '../form/DayField.tsx';

/** Shows the first and last day of a price. */
export function PricePeriodFields() {
  const { t } = useTranslation();
  return (
    <>
      <DayField name="start_date" label={t('prices.field.start_date')} required />
      <DayField name="end_date" label={t('prices.field.end_date')} />
    </>
  );
}
