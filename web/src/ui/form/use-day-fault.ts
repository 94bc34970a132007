import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { readTypedDay } from '../../lib/days.ts';
import { useFormats } from '../../lib/formats.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';

/**
 * Why a text in a day field is refused: it is not a day, or the day is outside of the limits.
 * @param value what the field holds; a stored day is never refused here
 */
export function useDayFault(value: string | null | undefined, min: string, max: string | undefined): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const formats = useFormats();
  if (!value || isDay(value)) return null;
  const day = readTypedDay(value, { min, max });
  if (day === null) return fieldMessage(language, 'not_day');
  return day < min ? t('form.dayFrom', { day: formats.day(min) }) : t('form.dayUntil', { day: formats.day(max) });
}
