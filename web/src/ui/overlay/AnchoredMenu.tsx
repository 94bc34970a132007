import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import { MenuAnchor } from './MenuAnchor.tsx';

/** What a menu needs of its button. */
export interface AnchoredMenuProps extends Pick<MenuProps, 'opened' | 'onChange'> {
  id: string;
  button: RefObject<HTMLElement | null>;
}
interface Props extends AnchoredMenuProps, Pick<MenuProps, 'width'> {
  dropdown?: MenuDropdownProps;
  children: ReactNode;
}

/** A menu at an existing button with `menuButton(id, isOpen)`. Import it from modules that load when their menu opens. */
export function AnchoredMenu({ button, opened = false, dropdown, children, ...menu }: Props) {
  // Opens after its mount: Mantine returns the focus only from a menu whose opening it has seen.
  const isMounted = useMounted();
  return (
    <Menu {...menu} opened={isMounted && opened}>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}
