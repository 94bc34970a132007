import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { failureText, READ_TIMEOUT } from '../calls.ts';

const ICON = 17;

/** Edit and delete, for those who may write orders. */
export const useOrderActions = (): ((order: PurchaseOrderRow) => RowAction[]) => {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const can = useCan();

  const remove = async ({ id, order_number, supplier_name }: PurchaseOrderRow) => {
    const message = t('orders.deleteConfirm', { number: order_number, supplier: supplier_name });
    if (
      !(await confirm({ title: common('action.delete'), message, confirmLabel: common('action.delete'), danger: true }))
    )
      return;
    try {
      await api.purchaseOrders.remove({ id }, { timeout: READ_TIMEOUT });
      toast.success(t('orders.deleted'));
    } catch (error) {
      toast.error(failureText(t('orders.deleteFailed'), error));
    }
    await queryClient.invalidateQueries({ queryKey: ['purchaseOrders'] });
  };

  if (!can('purchase_orders.write')) return () => [];
  return (order) => [
    {
      label: common('action.edit'),
      icon: <IconPencil size={ICON} />,
      onClick: () => void navigate({ to: `/operazioni/ordini-fornitori/${order.id}` }),
    },
    {
      label: common('action.delete'),
      icon: <IconTrash size={ICON} />,
      onClick: () => void remove(order),
      danger: true,
    },
  ];
};
