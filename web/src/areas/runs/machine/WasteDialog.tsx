import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WASTE_KINDS, WasteInput, type Run, type WasteKind } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { useFormHere } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshRuns } from '../refresh.ts';
import classes from '../runs.module.css';

/** Records waste of a run: its kind, its weight, and why. */
export function WasteDialog({ run, onClose }: { run: Pick<Run, 'id'>; onClose: () => void }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const handle = useEntityForm({
    schema: WasteInput,
    initial: { kind: 'trim', reason: '' },
    save: ({ body }, options) => api.runs.addWaste({ id: run.id, body }, options),
    failure: t('waste.failed'),
    onSaved: ({ id, kg, kind }) => {
      toast.success(t('waste.saved', { kg: formats.quantity(kg, 'kg', 3), kind: t(`wasteKind.${kind}`) }), {
        takeBack: () => api.runs.removeWaste({ id: run.id, wasteId: id }),
      });
      refreshRuns();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('waste.title')} size="md" onClose={onClose}>
      <Wide>
        <NumberField name="kg" label={t('waste.kg')} unit="kg" size="lg" withAsterisk data-autofocus />
      </Wide>
      <Wide>
        <KindField />
      </Wide>
      <Wide>
        <TextField name="reason" label={t('waste.reason')} data-takes-no-codes />
      </Wide>
    </FormDialog>
  );
}

/** The kinds of waste as large buttons. */
function KindField() {
  const { t } = useTranslation('runs');
  const form = useFormHere();
  const chosen = form.useWatchValue('kind') as WasteKind;
  return (
    <fieldset className={classes.kinds} aria-label={t('waste.kind')}>
      {WASTE_KINDS.map((kind) => (
        <Button
          key={kind}
          size="md"
          px={6}
          variant={kind === chosen ? 'filled' : 'default'}
          aria-pressed={kind === chosen}
          onClick={() => form.setFieldValue('kind', kind)}
        >
          {t(`wasteKind.${kind}`)}
        </Button>
      ))}
    </fieldset>
  );
}
