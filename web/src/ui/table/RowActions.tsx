import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowActive } from './row-active.ts';

export interface RowAction {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** The menu of one row. */
export const RowActions = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => {
  const { t } = useTranslation();
  const active = useContext(RowActive);
  if (actions.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          color="gray"
          aria-label={t('action.more', { name })}
          tabIndex={active ? 0 : -1}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
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
      </Menu.Dropdown>
    </Menu>
  );
};
