import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LIST, refreshStock } from './calls.ts';
import { isManual, kindOf } from './types.tsx';

const ICON = 17;

/** Edit and delete, for movements by hand and those who may write them. */
export const useMovementActions = (): ((movement: Movement) => RowAction[]) => {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const unitOf = useUnit();
  const navigate = useNavigate();
  const mayWrite = useCan()('stock.write');

  const remove = async (movement: Movement) => {
    const { warehouse_name, destination_warehouse, batch_number } = movement;
    const what = [
      t(`movementKind.${kindOf(movement)}`),
      formats.day(movement.movement_date),
      movement.product_code,
      formats.quantity(movement.quantity, unitOf(movement.unit_of_measure)),
      ...(batch_number ? [`${t('stock.batch')} ${batch_number}`] : []),
      destination_warehouse ? `${warehouse_name} → ${destination_warehouse}` : warehouse_name,
    ].join(' · ');
    const question = { title: common('action.delete'), message: t('movements.deleteConfirm', { what }) };
    if (!(await confirm({ ...question, confirmLabel: common('action.delete'), danger: true }))) return;
    try {
      await api.stockMovements.remove({ id: movement.id });
      toast.success(t('movements.deleted'));
    } catch (error) {
      const why = error instanceof ApiProblem && (error.status === 409 || error.isPassing) ? `: ${error.message}` : '';
      toast.error(`${t('movements.deleteFailed')}${why}`);
    }
    refreshStock();
  };

  return (movement) =>
    mayWrite && isManual(movement)
      ? [
          {
            label: common('action.edit'),
            icon: <IconPencil size={ICON} />,
            onClick: () => void navigate({ to: `${LIST}/${movement.id}` }),
          },
          {
            label: common('action.delete'),
            icon: <IconTrash size={ICON} />,
            onClick: () => void remove(movement),
            danger: true,
          },
        ]
      : [];
};
