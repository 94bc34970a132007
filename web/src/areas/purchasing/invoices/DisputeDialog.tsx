import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  invoice: PurchaseInvoice;
  isBusy: boolean;
  onDispute: (notes: string) => void;
  onClose: () => void;
}

/** Asks for the reasons of a dispute, which the note to the supplier states. */
export function DisputeDialog({ invoice, isBusy, onDispute, onClose }: Props) {
  const { t } = useTranslation('purchaseInvoices');
  const { t: common } = useTranslation();
  const [notes, setNotes] = useState(invoice.dispute_notes ?? '');
  const dispute = () => notes.trim() !== '' && onDispute(notes);
  return (
    <Dialog onClose={onClose} title={t('dispute.title', { number: invoice.number })} onSave={dispute}>
      <Stack gap="sm">
        <Textarea
          label={t('dispute.notes')}
          description={t('dispute.notesHint')}
          autosize
          minRows={3}
          required
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button color="red" onClick={dispute} disabled={notes.trim() === ''} loading={isBusy}>
            {t('dispute.dispute')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
