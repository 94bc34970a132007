import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/en-gb';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import classes from './calendar.module.css';

const LOCALES = { it: 'it', fr: 'fr', en: 'en-gb' };

interface Props {
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string | null) => void;
}

/** The month around a day, to pick another from: arrows, Page up and down and Enter work. */
function Calendar({ value, min, max, onPick }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const root = useRef<HTMLDivElement>(null);
  // It came after the dropdown that holds the focus had looked for something to focus.
  useEffect(() => root.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus(), []);
  return (
    <DatePicker
      ref={root}
      value={value}
      {...(value && { defaultDate: value })}
      onChange={onPick}
      hideOutsideDates
      classNames={{ day: classes.day!, weekday: classes.weekday!, calendarHeaderControl: classes.control! }}
      locale={LOCALES[language]}
      previousLabel={t('form.previous')}
      nextLabel={t('form.next')}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
    />
  );
}
export default Calendar;
