import { useTranslation } from 'react-i18next';
import { ReelChange, type Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshReels } from '../refresh.ts';
import { LocationField } from './LocationField.tsx';

/** Changes the data of a reel that are not computed from its balance. */
export function EditReelDialog({ reel, onClose }: { reel: Reel; onClose: () => void }) {
  const { t } = useTranslation('reels');
  const handle = useEntityForm({
    schema: ReelChange,
    initial: fieldsOf(ReelChange, reel),
    version: reel.version,
    save: (input, options) => api.reels.update({ id: reel.batch_id, ...input }, options),
    failure: t('edit.failed'),
    onSaved: () => {
      toast.success(t('edit.saved', { code: reel.code }));
      refreshReels();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('edit.title', { code: reel.code })} onClose={onClose}>
      <PlaceField />
      <TextField name="supplier_lot" label={t('reel.supplier_lot')} />
      <TextField name="mill_number" label={t('reel.mill_number')} />
      <NumberField name="width_mm" label={t('reel.width_mm')} unit="mm" decimals={1} />
      <NumberField name="gsm" label={t('reel.gsm')} unit="g/m²" description={t('edit.gsmHint')} />
      <NumberField name="tare_kg" label={t('reel.tare_kg')} unit="kg" />
      <NumberField name="splices" label={t('reel.splices')} decimals={0} />
    </FormDialog>
  );
}

function PlaceField() {
  const form = useFormHere();
  const value = useFieldValue<string | null>('location') ?? '';
  return (
    <LocationField
      value={value}
      error={form.errors['location'] as string | undefined}
      onChange={(next) => form.setFieldValue('location', next)}
    />
  );
}
