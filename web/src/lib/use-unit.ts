import { useTranslation } from 'react-i18next';
import type { UNITS } from '@bobina/contract/core/fields.ts';

/** Writes a unit of measure beside a number, in short and in the reader's language. */
export function useUnit(): (unit: string) => string {
  const { t } = useTranslation();
  return (unit) => t(`unit.${unit as (typeof UNITS)[number]}`);
}
