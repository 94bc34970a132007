import { Button, List, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GoodsReceipt } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FinalNote } from '../../../ui/overlay/FinalNote.tsx';
import { toast } from '../../../ui/toasts.ts';
import { CHANGED_BY_RECEIPT, withTimeout } from '../calls.ts';

const readReceipt = withTimeout(api.goodsReceipts.get);

interface Props {
  id: number;
  /** The number of the delivery note. */
  number: string;
  onClose: () => void;
}

/** Asks why a receipt is cancelled, and names each batch with the quantity that leaves its warehouse. */
export function CancelReceiptDialog({ id, number, onClose }: Props) {
  const { t } = useTranslation('receiptHistory');
  const { t: common } = useTranslation();
  const [reason, setReason] = useState('');
  const { data: receipt, isError } = useQuery(readReceipt.query({ id }));
  const cancel = useMutation({
    mutationFn: () => api.goodsReceipts.cancel({ id, body: { reason } }),
    onSuccess: () => {
      toast.success(t('cancelDone', { number }));
      onClose();
    },
    onError: (error) => {
      // A refusal stays one: its toast names what uses the goods. After other failures the reason is sent again.
      if (error instanceof ApiProblem && error.status === 409) onClose();
      toast.problem(error, t('cancelFailed'));
    },
    onSettled: () => {
      for (const entity of [...CHANGED_BY_RECEIPT, 'reels']) void queryClient.invalidateQueries({ queryKey: [entity] });
    },
  });
  const isReady = receipt !== undefined && reason.trim() !== '' && !cancel.isPending;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isReady) cancel.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('cancelTitle', { number })} onSave={submit}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {t('cancelText')}
          {isError && t('receiptFailed')}
          {receipt && <Goods receipt={receipt} />}
          <TextInput
            label={t('reason')}
            required
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FinalNote />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" color="red.8" disabled={!isReady} loading={cancel.isPending}>
              {t('cancel')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Lists the batches of a receipt; a line without batches is one entry. */
function Goods({ receipt }: { receipt: GoodsReceipt }) {
  const { t } = useTranslation('receiptHistory');
  const formats = useFormats();
  const unitOf = useUnit();
  const goods = receipt.items.flatMap((item) =>
    (item.batches.length > 0 ? item.batches : [{ batch_number: '', quantity: item.quantity }]).map((batch) => ({
      key: `${item.id} ${batch.batch_number}`,
      name: [item.product_code, batch.batch_number].filter(Boolean).join(' · '),
      quantity: formats.quantity(batch.quantity, unitOf(item.unit_of_measure)),
      warehouse: item.warehouse_name,
    })),
  );
  return (
    <List size="sm">
      {goods.map(({ key, ...named }) => (
        <List.Item key={key}>{t('takenOut', named)}</List.Item>
      ))}
    </List>
  );
}
