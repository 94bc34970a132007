import { Menu } from '@mantine/core';
import { IconBaselineDensitySmall, IconKey, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DENSITY, densityOf, useCompact } from '../../ui/density.ts';
import { savePreference } from '../../ui/preferences.ts';
import { signOut } from '../sign-out.ts';

interface Props {
  onPassword: () => void;
  onHelp: () => void;
}

/** The items of the user menu: density, password, help and sign-out. */
function UserMenuItems({ onPassword, onHelp }: Props) {
  const { t } = useTranslation('app');
  const isCompact = useCompact();
  return (
    <>
      <Menu.Item
        leftSection={<IconBaselineDensitySmall size={17} />}
        onClick={() => savePreference(DENSITY, densityOf(!isCompact))}
      >
        {isCompact ? t('shell.normal') : t('shell.compact')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={17} />} onClick={onPassword}>
        {t('shell.changePassword')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard size={17} />} onClick={onHelp}>
        {t('shell.shortcuts')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconLogout size={17} />} onClick={() => void signOut()}>
        {t('shell.logout')}
      </Menu.Item>
    </>
  );
}
export default UserMenuItems;
