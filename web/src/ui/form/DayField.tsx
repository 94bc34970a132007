import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/en-gb';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { readDay } from '../../lib/days.ts';
import { useFormHere } from './form-context.ts';

const LOCALES = { it: 'it', fr: 'fr', en: 'en-gb' };

interface DayBoxProps {
  value: string | null | undefined;
  onChange: (day: string | null) => void;
  label?: string;
  'aria-label'?: string;
  error?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** `YYYY-MM-DD` */
  min?: string;
  max?: string;
  name?: string;
  w?: number | string;
}

/** A day as `YYYY-MM-DD`, typed and shown as dd/mm/yyyy (`1/2/26`, `010226` and `2026-02-01` are understood). */
export const DayBox = ({ value, onChange, min, max, required, ...rest }: DayBoxProps) => {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DateInput
      {...rest}
      {...(required && { withAsterisk: true })}
      value={value || null}
      onChange={(day) => onChange(day)}
      valueFormat="DD/MM/YYYY"
      dateParser={readDay}
      placeholder={t('form.dayHint')}
      locale={LOCALES[language]}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      leftSection={<IconCalendar size={17} aria-hidden />}
      leftSectionPointerEvents="none"
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      popoverProps={{ shadow: 'md' }}
    />
  );
};

/** A DayBox of the form around it. */
export const DayField = ({
  name,
  ...rest
}: { name: string; label: string } & Omit<DayBoxProps, 'value' | 'onChange' | 'error' | 'name'>) => {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as string | null;
  return (
    <DayBox
      {...({ 'data-path': props['data-path'] } as object)}
      {...rest}
      name={name}
      error={error}
      value={value}
      onChange={(day) => form.setFieldValue(name, day)}
    />
  );
};
