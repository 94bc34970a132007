import { useTranslation } from 'react-i18next';
import type { UNITS } from '@bobina/contract/core/fields.ts';

/** Writes a unit of measure in the reader's language. */
export const useUnit = (): ((unit: string) => string) => {
  const { t } = useTranslation('registry');
  return (unit) => t(`units.${unit as (typeof UNITS)[number]}`);
};
