import { Alert, Button, Group, List } from '@mantine/core';
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
  /** Ids of the received reels. */
  reels: readonly number[];
  /** Whether batches were received, besides reels. */
  has_batches: boolean;
  /** Measurements of reels that differ from each other. */
  warnings: readonly string[];
}

/** Shows after a receipt the labels of all received batches and reels, and the warnings about the reels. */
export function ReceivedNotice() {
  const { t } = useTranslation('purchasing');
  const { t: reels } = useTranslation('reels');
  const formats = useFormats();
  const unitOf = useUnit();
  const state = useRouterState({ select: ({ location }) => location.state }) as { received?: Received };
  const { received } = state;
  if (!received) return null;
  const printReelLabels = async (ids: readonly number[]) => {
    const { openLabels } = await import('../../reels/index.ts');
    await openLabels(ids, reels);
  };
  return (
    <Alert color="green" variant="light" title={t('received.title', { number: received.document_number })}>
      {received.warnings.length > 0 && (
        <List size="sm" mb="sm">
          {received.warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      )}
      <Group gap="sm">
        {received.reels.length > 0 && (
          <Button leftSection={<IconPrinter size={18} />} onClick={() => void printReelLabels(received.reels)}>
            {t('received.printReels')}
          </Button>
        )}
        {received.has_batches && (
          <Button
            leftSection={<IconPrinter size={18} />}
            onClick={() => void printBatchLabels(() => readReceived(received), t, formats, unitOf)}
          >
            {t('received.print')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Reads the batches of a receipt, line by line. */
async function readReceived({ order_id, receipt_id }: Received): Promise<LabelledReceipts[]> {
  const { items } = await api.goodsReceipts.orderDetails({ orderId: order_id });
  const histories = await Promise.all(
    items
      .filter(({ has_batches, is_reel, received_quantity }) => has_batches && !is_reel && received_quantity > 0)
      .map(({ id }) => api.goodsReceipts.itemHistory({ itemId: id })),
  );
  return histories.map((history) => ({
    history,
    receipts: history.receipts.filter((receipt) => receipt.receipt_id === receipt_id && receipt.cancelled_at === null),
  }));
}
