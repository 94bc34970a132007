import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { useUnsentOn } from '../../../lib/offline/shop-floor.ts';
import { OrderStatus } from '../statuses.tsx';
import { queuedReceipt } from './queued-receipt.ts';

/**
 * Shows the status of an order. A receipt of it on this device comes first, because the status does not count it yet:
 * it waits to be sent, or the server refused it.
 */
export function AwaitedStatus({ id, status }: Pick<PurchaseOrderRow, 'id' | 'status'>) {
  const { t } = useTranslation('purchasing');
  const unsent = useUnsentOn(queuedReceipt(id));
  if (unsent.length === 0) return <OrderStatus status={status} />;
  const isRefused = unsent.some(({ state }) => state === 'refused');
  return <Badge color={isRefused ? 'red' : 'violet'}>{t(isRefused ? 'receipts.refused' : 'receipts.unsent')}</Badge>;
}
