import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { PriceRow } from './price-kind.ts';

/** Returns a function that formats the period of a price: "dal 01/01/2026 al 31/12/2026", or without an end. */
export function useValidity(): (price: Pick<PriceRow, 'start_date' | 'end_date'>) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ start_date, end_date }) => {
    const start = formats.day(start_date);
    return end_date ? t('prices.fromTo', { start, end: formats.day(end_date) }) : t('prices.fromOn', { start });
  };
}
