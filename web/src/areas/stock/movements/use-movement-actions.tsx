import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { LIST, refreshStock } from './calls.ts';
import type { SeenMovement } from './columns.tsx';
import { isManual, kindOf } from './types.tsx';

/** Returns the edit and delete actions of manual movements, for users who may write them. */
export function useMovementActions(): (movement: SeenMovement) => RowAction[] {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const navigate = useNavigate();
  const mayWrite = useCan()('stock.write');

  const remove = (movement: SeenMovement) => {
    const { warehouse_name, destination_warehouse, batch_number } = movement;
    const what = [
      t(`movementKind.${kindOf(movement)}`),
      formats.day(movement.movement_date),
      movement.product_code,
      formats.quantity(movement.quantity, unitOf(movement.unit_of_measure)),
      ...(batch_number ? [`${t('stock.batch')} ${batch_number}`] : []),
      destination_warehouse ? `${warehouse_name} → ${destination_warehouse}` : warehouse_name,
    ].join(' · ');
    return removeRow({
      refresh: refreshStock,
      question: t('movements.deleteConfirm', { what }),
      remove: (options) => api.stockMovements.remove({ id: movement.id }, options),
      done: t('movements.deleted'),
      failed: t('movements.deleteFailed'),
    });
  };

  return (movement) =>
    mayWrite && isManual(movement)
      ? [editAction(() => void navigate({ to: `${LIST}/${movement.id}` })), deleteAction(() => void remove(movement))]
      : [];
}
