import { Menu } from '@mantine/core';
import { IconApi, IconBaselineDensitySmall, IconDevices, IconHelp, IconKey, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { ACCOUNT } from '../../lib/session.ts';
import { DENSITY, densityOf, useCompact } from '../../ui/density.ts';
import { AnchoredMenu, type AnchoredMenuProps } from '../../ui/overlay/AnchoredMenu.tsx';
import { savePreference } from '../../ui/preferences.ts';
import { openGuide } from '../guide/open-guide.ts';
import { signOut } from '../sign-out.ts';

interface Props extends AnchoredMenuProps {
  user: SignedInUser;
  onPassword: () => void;
}

/** The user menu: density, password, account, guide and sign-out. */
function UserMenuItems({ user, onPassword, ...menu }: Props) {
  const { t } = useTranslation('app');
  const isCompact = useCompact();
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
      <Menu.Item leftSection={<IconDevices size={17} />} renderRoot={(props) => <Link to={ACCOUNT} {...props} />}>
        {t('screens.account')}
      </Menu.Item>
      <Menu.Item leftSection={<IconApi size={17} />} renderRoot={(props) => <Link to="/programmi" {...props} />}>
        {t('screens.programs')}
      </Menu.Item>
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
