import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FutureDay } from '../../../ui/form/FutureDay.tsx';

/** Shows the field of the day of a movement. A future day, which the server refuses, is noted before the save. */
export function MovementDay() {
  const { t } = useTranslation('stock');
  const day = useFieldValue<string | null>('movement_date');
  return (
    <div>
      <DayField name="movement_date" label={t('movement.movement_date')} required />
      <FutureDay day={day} text={t('movement.future')} />
    </div>
  );
}
