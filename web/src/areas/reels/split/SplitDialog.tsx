import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReelInput } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { showWarnings, toast } from '../../../ui/toasts.ts';
import { ReelRowsDialog } from '../rows/ReelRowsDialog.tsx';
import { refreshReels } from '../refresh.ts';

interface Props {
  batch: { id: number; batch_number: string; product_id: number };
  /** The place whose stock is split. */
  place: { warehouse_id: number; warehouse_name: string; quantity: number };
  /** @param ids the new reels, in the order typed */
  onSplit: (ids: number[]) => void;
  onClose: () => void;
}

/** Splits the stock of a batch in one warehouse, or a part of it, into reels. */
export function SplitDialog({ batch, place, onSplit, onClose }: Props) {
  const { t } = useTranslation('reels');
  const [intention] = useState(createIntention);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{
    times: number;
    reels: readonly ReelInput[];
    errors: Record<string, string>;
  }>({ times: 0, reels: [], errors: {} });
  const save = async (reels: ReelInput[], quantity: number) => {
    if (isSaving) return;
    setSaving(true);
    const input = { body: { batch_id: batch.id, warehouse_id: place.warehouse_id, quantity, reels } };
    try {
      const answer = await api.reels.split(input, { key: intention.keyFor(input) });
      intention.done();
      const count = answer.reels.length;
      toast.success(
        t('split.saved', { count, shown: String(count), batch: batch.batch_number }),
        undefined,
        answer.reels.map(({ code }) => code),
      );
      showWarnings(answer);
      refreshReels();
      onSplit(answer.reels.map(({ batch_id }) => batch_id));
    } catch (error) {
      toast.problem(error, t('split.failed'));
      if (error instanceof ApiProblem)
        // A new key shows the errors beside the fields of the rows that were sent.
        setRefused({ times: refused.times + 1, reels, errors: errorsOf(error) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <ReelRowsDialog
      key={refused.times}
      title={t('split.title', { batch: batch.batch_number })}
      productId={batch.product_id}
      reels={refused.reels}
      errors={refused.errors}
      expected={place.quantity}
      saveLabel={t('split.confirm')}
      isSaving={isSaving}
      onSave={(reels, quantity) => void save(reels, quantity)}
      onClose={onClose}
    >
      <Text mb="xs">{t('split.place', { warehouse: place.warehouse_name })}</Text>
    </ReelRowsDialog>
  );
}

/** The errors of the answer by path inside the list of reels; '' is what concerns no single reel. */
function errorsOf({ fields, message }: ApiProblem): Record<string, string> {
  const ofReels = fields.flatMap(({ path, message: text }) => {
    const inside = /^reels[.](.+)$/.exec(path)?.[1];
    return inside === undefined ? [] : [[inside, text] as const];
  });
  const others = fields.filter(({ path }) => !/^reels[.]/.test(path)).map(({ message: text }) => text);
  return ofReels.length > 0 ? Object.fromEntries(ofReels) : { '': [message, ...others].join(' · ') };
}
