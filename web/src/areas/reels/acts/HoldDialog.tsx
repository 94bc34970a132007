import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshReels } from '../refresh.ts';

interface Props {
  batch: { batch_id: number; batch_number: string; hold_reason: string | null };
  onClose: () => void;
}

/** Holds a batch, or releases a held one. Both need a reason. */
export function HoldDialog({ batch, onClose }: Props) {
  const { t } = useTranslation('reels');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [intention] = useState(createIntention);
  const isHeld = batch.hold_reason !== null;
  const kind = isHeld ? 'release' : 'hold';
  const save = async () => {
    if (isSaving) return;
    if (reason.trim() === '') return setError(fieldMessage(language, 'required'));
    setSaving(true);
    const input = { id: batch.batch_id, body: { reason: reason.trim() } };
    try {
      await api.batches[kind](input, { key: intention.keyFor(input) });
      toast.success(t(`holding.${kind}.saved`, { code: batch.batch_number }));
      refreshReels();
      onClose();
    } catch (problem) {
      setError(
        problem instanceof ApiProblem ? (problem.fields[0]?.message ?? problem.message) : t(`holding.${kind}.failed`),
      );
      toast.problem(problem, t(`holding.${kind}.failed`));
      refreshReels();
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      onSave={() => void save()}
      title={t(`holding.${kind}.title`, { code: batch.batch_number })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
      >
        <Stack>
          <Textarea
            data-autofocus
            label={t('holding.hold.reason')}
            description={isHeld ? t('holding.release.held', { reason: batch.hold_reason }) : t('holding.hold.hint')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            error={error}
            onChange={(event) => (setReason(event.currentTarget.value), setError(null))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              void save();
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" color={isHeld ? undefined : 'red.8'} loading={isSaving}>
              {t(`holding.${kind}.confirm`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
