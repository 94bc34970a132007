import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecallInput } from '@bobina/contract/system/trace.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

interface Props {
  batch: { batch_id: number; batch_number: string };
  onClose: () => void;
}

/** Recalls a batch, or practises it, and opens the recall. */
export function RecallDialog({ batch, onClose }: Props) {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const mayHold = useCan()('quality.hold');
  const [isDrill, setDrill] = useState(false);
  const handle = useEntityForm({
    schema: RecallInput,
    initial: { batch_ids: [batch.batch_id], reason: '', drill: false, hold: mayHold },
    save: ({ body }, options) => api.recalls.create({ body }, options),
    failure: t('recall.failed'),
    onSaved: ({ id, number }) => {
      toast.success(t('recall.saved', { number }));
      onClose();
      void navigate({ to: '/report/tracciabilita', search: { recall: id } as never });
    },
  });
  handle.form.watch('drill', ({ value }) => {
    setDrill(value as boolean);
    // A drill holds no goods unless the user selects it.
    if (mayHold) handle.form.setFieldValue('hold', !value);
  });
  return (
    <FormDialog
      handle={handle}
      title={t('recall.title', { batch: batch.batch_number })}
      saveLabel={t(isDrill ? 'recall.startDrill' : 'recall.start')}
      size="md"
      onClose={onClose}
    >
      <Wide>
        <TextField
          name="reason"
          label={t('recall.reason')}
          description={t('recall.hint')}
          withAsterisk
          data-takes-no-codes
        />
      </Wide>
      <Wide>
        <CheckField name="drill" label={t('recall.isDrill')} />
      </Wide>
      {mayHold && (
        <Wide>
          <CheckField name="hold" label={t('recall.hold')} />
        </Wide>
      )}
    </FormDialog>
  );
}
