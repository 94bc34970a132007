import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/en-gb';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';

const LOCALES = { it: 'it', fr: 'fr', en: 'en-gb' };

interface Props {
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string | null) => void;
}

/** The month around a day, to pick another from: arrows, Page up and down and Enter work. */
const Calendar = ({ value, min, max, onPick }: Props) => {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DatePicker
      value={value}
      {...(value && { defaultDate: value })}
      onChange={onPick}
      locale={LOCALES[language]}
      previousLabel={t('form.previous')}
      nextLabel={t('form.next')}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
    />
  );
};
export default Calendar;
