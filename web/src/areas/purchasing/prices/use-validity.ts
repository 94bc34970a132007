import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { useFormats } from '../../../lib/formats.ts';

/** The days of a price in words: "dal 01/01/2026 al 31/12/2026", or without an end. */
export function useValidity(): (price: Pick<Price, 'start_date' | 'end_date'>) => string {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  return ({ start_date, end_date }) => {
    const start = formats.day(start_date);
    return end_date ? t('price.fromTo', { start, end: formats.day(end_date) }) : t('price.fromOn', { start });
  };
}
