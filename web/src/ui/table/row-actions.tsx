import { IconPencil, IconTrash } from '@tabler/icons-react';
import { say } from '../../lib/i18n/i18n.ts';
import type { RowAction } from './RowActions.tsx';

const ICON = 17;

export function editAction(onClick: () => void): RowAction {
  return {
    label: say('action.edit'),
    icon: <IconPencil size={ICON} />,
    onClick,
  };
}
export function deleteAction(onClick: () => void): RowAction {
  return {
    label: say('action.delete'),
    icon: <IconTrash size={ICON} />,
    onClick,
    danger: true,
  };
}
