import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';

const ORDER_COLORS = { fullyReceived: 'green', partiallyReceived: 'yellow', notReceived: 'red' };
const ITEM_COLORS = { completed: 'green', partiallyReceived: 'yellow', notReceived: 'red' };

export function OrderStatus({ status }: { status: PurchaseOrderRow['status'] }) {
  const { t } = useTranslation('purchasing');
  return <Badge color={ORDER_COLORS[status]}>{t(`status.${status}`)}</Badge>;
}
export function ItemStatus({ status }: { status: ItemToReceive['status'] }) {
  const { t } = useTranslation('purchasing');
  return <Badge color={ITEM_COLORS[status]}>{t(`itemStatus.${status}`)}</Badge>;
}
