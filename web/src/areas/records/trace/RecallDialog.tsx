import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';

interface Props {
  batch: { batch_id: number; batch_number: string };
  onClose: () => void;
}

/** Recalls a batch, or practises it, and opens the recall. */
export function RecallDialog({ batch, onClose }: Props) {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const mayHold = useCan()('quality.hold');
  const [reason, setReason] = useState('');
  const [isDrill, setDrill] = useState(false);
  const [isHeld, setHeld] = useState(mayHold);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [intention] = useState(createIntention);
  const save = async () => {
    if (isSaving) return;
    if (reason.trim() === '') return setError(fieldMessage(language, 'required'));
    setSaving(true);
    const input = { body: { batch_ids: [batch.batch_id], reason: reason.trim(), drill: isDrill, hold: isHeld } };
    try {
      const { id, number } = await api.recalls.create(input, { key: intention.keyFor(input) });
      toast.success(t('recall.saved', { number }));
      onClose();
      void navigate({ to: '/report/tracciabilita', search: { recall: id } as never });
    } catch (problem) {
      setError(problem instanceof ApiProblem ? (problem.fields[0]?.message ?? problem.message) : t('recall.failed'));
      toast.problem(problem, t('recall.failed'));
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void save();
  };
  return (
    <Dialog onClose={onClose} onSave={() => void save()} title={t('recall.title', { batch: batch.batch_number })}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput
            data-autofocus
            label={t('recall.reason')}
            description={t('recall.hint')}
            withAsterisk
            maxLength={1000}
            value={reason}
            error={error}
            onChange={(event) => (setReason(event.currentTarget.value), setError(null))}
          />
          <Checkbox
            label={t('recall.isDrill')}
            checked={isDrill}
            onChange={(event) => (setDrill(event.currentTarget.checked), event.currentTarget.checked && setHeld(false))}
          />
          {mayHold && (
            <Checkbox
              label={t('recall.hold')}
              checked={isHeld}
              onChange={(event) => setHeld(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" color={isDrill ? undefined : 'red.8'} loading={isSaving}>
              {t(isDrill ? 'recall.startDrill' : 'recall.start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
