import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { useUnsentOn } from '../../../lib/offline/shop-floor.ts';
import { OrderStatus } from '../statuses.tsx';
import { queuedReceipt } from './queued-receipt.ts';

/** Shows the status of an order, or that a receipt of it waits on this device: then the status is not the latest one. */
export function AwaitedStatus({ id, status }: Pick<PurchaseOrderRow, 'id' | 'status'>) {
  const { t } = useTranslation('purchasing');
  const unsent = useUnsentOn(queuedReceipt(id));
  return unsent.length > 0 ? <Badge color="violet">{t('receipts.unsent')}</Badge> : <OrderStatus status={status} />;
}
