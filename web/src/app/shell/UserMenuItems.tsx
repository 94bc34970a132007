import { Menu } from '@mantine/core';
import {
  IconApi,
  IconBaselineDensitySmall,
  IconDevices,
  IconHelp,
  IconKey,
  IconLogout,
  IconUserCog,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { ACCOUNT } from '../../lib/session.ts';
import { DENSITY, densityOf, useCompact } from '../../ui/density.ts';
import { AnchoredMenu, type AnchoredMenuProps } from '../../ui/overlay/AnchoredMenu.tsx';
import { savePreference } from '../../ui/preferences.ts';
import { openGuide } from '../guide/open-guide.ts';
import { mayOpenPath } from '../screens.ts';
import { signOut } from '../sign-out.ts';
import { isWithin, PROGRAMS, USERS } from './sections.ts';
import classes from './shell.module.css';

const PLACES = [
  { to: ACCOUNT, title: 'account', icon: IconDevices },
  { to: PROGRAMS, title: 'programs', icon: IconApi },
  { to: USERS, title: 'users', icon: IconUserCog },
] as const;

interface Props extends AnchoredMenuProps {
  user: SignedInUser;
  onPassword: () => void;
}

/** The user menu: density, password, account, programs, users, guide and sign-out. */
function UserMenuItems({ user, onPassword, ...menu }: Props) {
  const { t } = useTranslation('app');
  const isCompact = useCompact();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <AnchoredMenu {...menu}>
      <Menu.Label>
        {user.name} ({t(`roles.${user.role}`)})
      </Menu.Label>
      <Menu.Item
        leftSection={<IconBaselineDensitySmall size={17} />}
        onClick={() => savePreference(DENSITY, densityOf(!isCompact))}
      >
        {isCompact ? t('shell.normal') : t('shell.compact')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={17} />} onClick={onPassword}>
        {t('shell.changePassword')}
      </Menu.Item>
      {PLACES.filter(({ to }) => mayOpenPath(to, user.role)).map(({ to, title, icon: Icon }) => (
        <Menu.Item
          key={to}
          className={classes.item!}
          leftSection={<Icon size={17} />}
          renderRoot={(props) => <Link to={to} aria-current={isWithin(to, path) ? 'true' : undefined} {...props} />}
        >
          {t(`screens.${title}`)}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconHelp size={17} />} onClick={openGuide}>
        {t('shell.guide')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconLogout size={17} />} onClick={() => void signOut()}>
        {t('shell.logout')}
      </Menu.Item>
    </AnchoredMenu>
  );
}
export default UserMenuItems;
