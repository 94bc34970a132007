import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import type { Available } from './available.ts';

/**
 * Returns the label of a batch in a select: its number, quantity, expiry day and hold.
 * @param day on which the batch is used; a batch is marked as expired if it expires before
 */
export function useBatchLabel(day: string | null): (batch: Available, unit: string) => string {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  return ({ batch_number, quantity, expiry_date, hold_reason }, unit) => {
    const isExpired = expiry_date !== null && day !== null && expiry_date < day;
    const until =
      expiry_date && t(isExpired ? 'movementForm.expired' : 'movementForm.expires', { day: formats.day(expiry_date) });
    const held = hold_reason !== null && common('batch.onHold');
    return [batch_number, formats.quantity(quantity, unit), until, held].filter(Boolean).join(' · ');
  };
}
