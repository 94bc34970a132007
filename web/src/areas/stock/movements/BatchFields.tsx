import { useTranslation } from 'react-i18next';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { ChoiceField } from '../../../ui/form/Picker.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import type { Available } from './available.ts';
import { useBatchLabel } from './use-batch-label.ts';

/** Shows the batch fields of a load: the batch number and the dates that its product tracks. */
export function LoadedBatch({ product }: { product: Product }) {
  const { t } = useTranslation('stock');
  const form = useFormHere();
  return (
    <>
      <ScanField onScan={(code) => form.setFieldValue('batch_number', batchIn(code, product))}>
        <TextField name="batch_number" label={t('stock.batch')} withAsterisk />
      </ScanField>
      {product.has_production_date && (
        <DayField name="production_date" label={t('movement.production_date')} required />
      )}
      {product.has_expiry_date && <DayField name="expiry_date" label={t('movement.expiry_date')} required />}
    </>
  );
}

interface Taken {
  /** Undefined while they are not known. */
  batches: readonly Available[] | undefined;
  isLoading: boolean;
  unit: string;
}

/**
 * Shows the batch select of an unload or transfer, with the batches in stock. While they load, it takes the focus and what is
 * typed: Enter in the warehouse would go past it.
 */
export function TakenBatch({ batches, isLoading, unit }: Taken) {
  const { t } = useTranslation('stock');
  const day = dayOrNull(useFieldValue<string | null>('movement_date'));
  const chosen = useFieldValue<string | null>('batch_number');
  /** Keeps a batch selectable that is not in stock, because it was scanned or was in stock on another day. */
  const isElsewhere = Boolean(chosen) && batches?.some(({ batch_number }) => batch_number === chosen) !== true;
  const labelOf = useBatchLabel(day);
  return (
    <ScanField>
      <ChoiceField
        name="batch_number"
        label={t('stock.batch')}
        withAsterisk
        clearable={false}
        disabled={batches === undefined && !isLoading}
        isLoading={isLoading}
        {...(batches?.length === 0 && { description: t('movementForm.noBatches') })}
        data={[
          ...(batches ?? []).map((batch) => ({ value: batch.batch_number ?? '', label: labelOf(batch, unit) })),
          ...(isElsewhere ? [{ value: chosen!, label: chosen! }] : []),
        ]}
      />
    </ScanField>
  );
}
