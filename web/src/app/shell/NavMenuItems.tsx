import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { AnchoredMenu, type AnchoredMenuProps } from '../../ui/overlay/AnchoredMenu.tsx';
import { offeredCards } from '../pages/cards.ts';
import { mayOpenPath } from '../screens.ts';
import { isWithin } from './sections.ts';
import classes from './shell.module.css';

interface Props {
  /** The path of the hub. */
  hub: string;
  role: Role;
  /** The item that gets the focus when the menu opens. */
  focused: 'first' | 'last';
}

/** The menu of a hub's screens. */
function NavMenuItems({ hub, role, focused, ...menu }: Props & AnchoredMenuProps) {
  return (
    <AnchoredMenu {...menu}>
      <Items hub={hub} role={role} focused={focused} />
    </AnchoredMenu>
  );
}
export default NavMenuItems;

function Items({ hub, role, focused }: Props) {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const cards = offeredCards(hub, role, (to) => mayOpenPath(to, role));
  const start = focused === 'first' ? 0 : cards.length - 1;
  return cards.map(({ to, title, icon: Icon }, index) => (
    <Menu.Item
      key={to}
      className={classes.item!}
      leftSection={<Icon size={17} aria-hidden />}
      data-autofocus={index === start || undefined}
      onKeyDown={followBySpace}
      renderRoot={(props) => (
        <Link
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={isWithin(to, path) ? 'true' : undefined}
          {...props}
        />
      )}
    >
      {t(title)}
    </Menu.Item>
  ));
}

/** Space activates a menu item, but the browser follows links only on Enter. */
function followBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
