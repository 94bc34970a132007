import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useContext, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuAnchor } from './MenuAnchor.tsx';
import { RowActive } from './row-active.ts';

export interface RowAction {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/**
 * The menu of one row. It mounts when the pointer or the focus approaches its button: an idle menu costs as much as a
 * row of cells and adds listeners to the whole page.
 */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const active = useContext(RowActive);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isNear, { open: come }] = useDisclosure(false);
  const [isOpen, { toggle, set }] = useDisclosure(false);
  if (actions.length === 0) return null;
  return (
    <>
      <ActionIcon
        ref={button}
        id={id}
        color="gray"
        aria-label={t('action.more', { name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': `${id}-dropdown` })}
        tabIndex={active ? 0 : -1}
        onPointerEnter={come}
        onFocus={come}
        onClick={(event) => {
          event.stopPropagation();
          come();
          toggle();
        }}
      >
        <IconDots size={18} />
      </ActionIcon>
      {isNear && (
        <Menu id={id} opened={isOpen} onChange={set}>
          <Menu.Target>
            <MenuAnchor button={button} />
          </Menu.Target>
          <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
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
      )}
    </>
  );
}
