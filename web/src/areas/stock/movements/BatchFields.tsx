import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { useFormats } from '../../../lib/formats.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { ChoiceField } from '../../../ui/form/Picker.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import type { Available } from './available.ts';

/** Shows the batch fields of a load: the batch number and the dates that its product tracks. */
export function LoadedBatch({ product }: { product: Product }) {
  const { t } = useTranslation('stock');
  return (
    <>
      <TextField name="batch_number" label={t('stock.batch')} withAsterisk />
      {product.has_production_date && (
        <DayField name="production_date" label={t('movement.production_date')} required />
      )}
      {product.has_expiry_date && <DayField name="expiry_date" label={t('movement.expiry_date')} required />}
    </>
  );
}

/** Shows the batch select of an unload or transfer, with the batches in stock. */
export function TakenBatch({ batches, unit }: { batches: readonly Available[] | undefined; unit: string }) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const day = dayOrNull(useFieldValue<string | null>('movement_date'));
  const chosen = useFieldValue<string | null>('batch_number');
  /** Keeps a batch selectable that is not in stock, because it was scanned or was in stock on another day. */
  const isElsewhere = Boolean(chosen) && batches?.some(({ batch_number }) => batch_number === chosen) !== true;
  const labelOf = ({ batch_number, quantity, expiry_date, hold_reason }: Available) => {
    const isExpired = expiry_date !== null && day !== null && expiry_date < day;
    const until =
      expiry_date && t(isExpired ? 'movementForm.expired' : 'movementForm.expires', { day: formats.day(expiry_date) });
    const held = hold_reason !== null && common('batch.onHold');
    return [batch_number, formats.quantity(quantity, unit), until, held].filter(Boolean).join(' · ');
  };
  return (
    <ChoiceField
      name="batch_number"
      label={t('stock.batch')}
      withAsterisk
      clearable={false}
      disabled={batches === undefined}
      {...(batches?.length === 0 && { description: t('movementForm.noBatches') })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        ...(batches ?? []).map((batch) => ({ value: batch.batch_number ?? '', label: labelOf(batch) })),
        ...(isElsewhere ? [{ value: chosen!, label: chosen! }] : []),
      ]}
    />
  );
}
