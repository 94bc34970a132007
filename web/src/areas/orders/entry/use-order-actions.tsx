import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useRepeat } from '../use-repeat.ts';
import type { SeenOrder } from './columns.tsx';

const ICON = 17;

/** Returns the edit, repeat and delete actions, for users who may write orders. */
export function useOrderActions(onEdit: (order: SeenOrder) => void): (order: SeenOrder) => RowAction[] {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const { repeat } = useRepeat();

  const remove = async ({ id, order_number, customer_name, items_count, total_amount }: SeenOrder) => {
    const message = t('orders.deleteConfirm', {
      number: order_number,
      customer: customer_name,
      count: items_count,
      shown: formats.number(items_count),
      total: formats.money(total_amount),
    });
    if (
      !(await confirm({ title: common('action.delete'), message, confirmLabel: common('action.delete'), danger: true }))
    )
      return;
    try {
      const acts = trackActs();
      await api.customerOrders.remove({ id }, acts.options);
      toast.success(t('orders.deleted', { number: order_number }), acts);
    } catch (error) {
      const isUsed = error instanceof ApiProblem && error.code === 'IN_USE';
      if (isUsed) toast.error(t('orders.deleteUsed', { number: order_number }), error);
      else toast.problem(error, t('orders.deleteFailed'));
    }
    await queryClient.invalidateQueries({ queryKey: ['customerOrders'] });
  };
  return (order) => [
    { label: common('action.edit'), icon: <IconPencil size={ICON} />, onClick: () => onEdit(order) },
    { label: t('repeat.action'), icon: <IconCopy size={ICON} />, onClick: () => void repeat(order) },
    {
      label: common('action.delete'),
      icon: <IconTrash size={ICON} />,
      onClick: () => void remove(order),
      danger: true,
    },
  ];
}
