import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchoredMenu, type AnchoredMenuProps } from '../overlay/AnchoredMenu.tsx';

export interface RowAction {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** The menu of one row. */
export function RowMenu({ actions, ...menu }: AnchoredMenuProps & { actions: readonly RowAction[] }) {
  return (
    <AnchoredMenu {...menu} dropdown={{ onClick: (event) => event.stopPropagation() }}>
      {actions.map(({ label, icon, onClick, danger, disabled }) => (
        <Menu.Item
          key={label}
          leftSection={icon}
          onClick={onClick}
          {...(danger && { 'data-danger': true })}
          {...(disabled && { disabled })}
        >
          {label}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}
