import { IconFileDescription, IconPencil, IconTrash } from '@tabler/icons-react';
import { commonText } from '../../lib/i18n/i18n.ts';
import type { RowAction } from './RowMenu.tsx';

const ICON = 17;

/** The entry that opens the page of the row's record. */
export function openAction(onClick: () => void): RowAction {
  return {
    label: commonText('action.openRecord'),
    icon: <IconFileDescription size={ICON} />,
    onClick,
  };
}

/** The "edit" entry of a row menu. */
export function editAction(onClick: () => void): RowAction {
  return {
    label: commonText('action.edit'),
    icon: <IconPencil size={ICON} />,
    onClick,
  };
}

/** The "delete" entry of a row menu. */
export function deleteAction(onClick: () => void): RowAction {
  return {
    label: commonText('action.delete'),
    icon: <IconTrash size={ICON} />,
    onClick,
    danger: true,
  };
}
