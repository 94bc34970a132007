import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useContext, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { deferred } from '../deferred.tsx';
import { menuButton } from '../overlay/menu-button.ts';
import { RowActive } from './row-active.ts';
import type { RowAction } from './RowMenu.tsx';

const RowMenu = deferred(async () => (await import('./RowMenu.tsx')).RowMenu);

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
        {...menuButton(id, isOpen)}
        color="gray"
        aria-label={t('action.more', { name })}
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
      {isNear && <RowMenu id={id} button={button} opened={isOpen} onChange={set} actions={actions} />}
    </>
  );
}
