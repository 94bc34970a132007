import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_RECALLED, RecallInput } from '@bobina/contract/system/trace.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

interface Props {
  batches: readonly { batch_id: number; batch_number: string }[];
  onClose: () => void;
}

/**
 * Recalls batches, or practises it, and opens the recall. It offers the other reels of the supplier's lot of the first
 * batch, because a defect seldom concerns one reel of a lot.
 */
export function RecallDialog({ batches, onClose }: Props) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const navigate = useNavigate();
  const mayHold = useCan()('quality.hold');
  const [isDrill, setDrill] = useState(false);
  const [withOthers, setWithOthers] = useState(false);
  const named = batches.map(({ batch_id }) => batch_id);
  const lot = useQuery(api.reels.list.query({ query: { same_lot_as: named[0]!, limit: MOST_RECALLED } }));
  const others = (lot.data?.rows ?? []).filter(({ batch_id }) => !named.includes(batch_id));
  const handle = useEntityForm({
    schema: RecallInput,
    initial: { batch_ids: named, reason: '', drill: false, hold: mayHold },
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
      title={
        batches.length === 1
          ? t('recall.title', { batch: batches[0]!.batch_number })
          : t('recall.titleOf', { count: batches.length, shown: formats.number(batches.length) })
      }
      saveLabel={t(isDrill ? 'recall.startDrill' : 'recall.start')}
      size="md"
      onClose={onClose}
    >
      {batches.length > 1 && (
        <Wide>
          <Text size="sm">{batches.map(({ batch_number }) => batch_number).join(', ')}</Text>
        </Wide>
      )}
      <Wide>
        <TextField
          name="reason"
          label={t('recall.reason')}
          description={t('recall.hint')}
          withAsterisk
          data-takes-no-codes
        />
      </Wide>
      {others.length > 0 && (
        <Wide>
          <Checkbox
            label={t('recall.others', {
              count: others.length,
              shown: formats.number(others.length),
              lot: others[0]!.supplier_lot,
              codes: others.map(({ code }) => code).join(', '),
            })}
            checked={withOthers}
            onChange={({ currentTarget: { checked } }) => {
              setWithOthers(checked);
              const ids = checked ? others.map(({ batch_id }) => batch_id) : [];
              handle.form.setFieldValue('batch_ids', [...named, ...ids]);
            }}
          />
        </Wide>
      )}
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
