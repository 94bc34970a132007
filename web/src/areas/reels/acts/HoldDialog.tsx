import { useTranslation } from 'react-i18next';
import { HoldInput } from '@bobina/contract/stock/batches.ts';
import { api } from '../../../lib/api/api.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshReels } from '../refresh.ts';

interface Props {
  batch: { batch_id: number; batch_number: string; hold_reason: string | null };
  onClose: () => void;
}

/** Holds a batch, or releases a held one. Both need a reason. */
export function HoldDialog({ batch, onClose }: Props) {
  const { t } = useTranslation('reels');
  const isHeld = batch.hold_reason !== null;
  const kind = isHeld ? 'release' : 'hold';
  const handle = useEntityForm({
    schema: HoldInput,
    initial: { reason: '' },
    save: ({ body }, options) => api.batches[kind]({ id: batch.batch_id, body }, options),
    failure: t(`holding.${kind}.failed`),
    onSaved: () => {
      toast.success(t(`holding.${kind}.saved`, { code: batch.batch_number }));
      refreshReels();
      onClose();
    },
  });
  return (
    <FormDialog
      handle={handle}
      title={t(`holding.${kind}.title`, { code: batch.batch_number })}
      saveLabel={t(`holding.${kind}.confirm`)}
      size="md"
      onClose={onClose}
    >
      <Wide>
        <TextField
          name="reason"
          label={t('holding.hold.reason')}
          description={isHeld ? t('holding.release.held', { reason: batch.hold_reason }) : t('holding.hold.hint')}
          withAsterisk
          data-takes-no-codes
        />
      </Wide>
    </FormDialog>
  );
}
