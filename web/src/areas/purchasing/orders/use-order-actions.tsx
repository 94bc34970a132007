import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { READ_TIMEOUT } from '../calls.ts';
import type { OrderRow } from './columns.tsx';

/** Returns the edit and delete actions, for users who may write orders. */
export function useOrderActions(): (order: OrderRow) => RowAction[] {
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const can = useCan();
  const remove = ({ id, order_number, supplier_name }: OrderRow) =>
    removeRow({
      refresh: 'purchaseOrders',
      question: t('orders.deleteConfirm', { number: order_number, supplier: supplier_name }),
      remove: (options) => api.purchaseOrders.remove({ id }, { ...options, timeout: READ_TIMEOUT }),
      done: t('orders.deleted'),
      failed: t('orders.deleteFailed'),
    });
  if (!can('purchase_orders.write')) return () => [];
  return (order) => [
    editAction(() => void navigate({ to: `/operazioni/ordini-fornitori/${order.id}` })),
    deleteAction(() => void remove(order)),
  ];
}
