import { Alert, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { printBatchLabels, type LabelledReceipts } from './batch-labels.ts';

/** A receipt that was just saved, in the state of the history entry: it survives a reload. */
export interface Received {
  receipt_id: number;
  order_id: number;
  document_number: string;
}

/** Shows after a receipt a button that prints the labels of all batches that came in. */
export function ReceivedNotice() {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const unitOf = useUnit();
  const state = useRouterState({ select: ({ location }) => location.state }) as { received?: Received };
  const { received } = state;
  if (!received) return null;
  return (
    <Alert color="green" variant="light" title={t('received.title', { number: received.document_number })}>
      <Button
        leftSection={<IconPrinter size={18} />}
        onClick={() => void printBatchLabels(() => readReceived(received), t, formats, unitOf)}
      >
        {t('received.print')}
      </Button>
    </Alert>
  );
}

/** Reads the batches of a receipt, line by line. */
async function readReceived({ order_id, receipt_id }: Received): Promise<LabelledReceipts[]> {
  const { items } = await api.goodsReceipts.orderDetails({ orderId: order_id });
  const histories = await Promise.all(
    items
      .filter(({ has_batches, received_quantity }) => has_batches && received_quantity > 0)
      .map(({ id }) => api.goodsReceipts.itemHistory({ itemId: id })),
  );
  return histories.map((history) => ({
    history,
    receipts: history.receipts.filter((receipt) => receipt.receipt_id === receipt_id),
  }));
}
