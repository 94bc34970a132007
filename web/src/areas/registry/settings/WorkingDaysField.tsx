import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';

/** ISO weekdays; 1 is Monday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const NAME = 'working_days';

/** Shows a checkbox for each weekday. */
export function WorkingDaysField() {
  const { t } = useTranslation('settings');
  const form = useFormHere();
  const days = useFieldValue<number[]>(NAME) ?? [];
  const choose = (chosen: string[]) => {
    form.setFieldValue(
      NAME,
      chosen.map(Number).toSorted((a, b) => a - b),
    );
    form.clearFieldError(NAME);
  };
  return (
    <Checkbox.Group
      label={t('setting.working_days')}
      description={t('setting.working_daysHint')}
      error={form.errors[NAME]}
      value={days.map(String)}
      onChange={choose}
      withAsterisk
      data-path={NAME}
    >
      <Group gap="10px 24px" mt={8}>
        {WEEKDAYS.map((day) => (
          <Checkbox key={day} value={String(day)} label={t(`weekday.${day}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
