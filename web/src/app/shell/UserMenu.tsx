import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconHelp, IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { openGuide } from '../guide/open-guide.ts';
import { signOut } from '../sign-out.ts';
import classes from './shell.module.css';

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

/** The user menu of the top bar: password, guide and sign-out. */
export function UserMenu({ user }: { user: SignedInUser }) {
  const { t } = useTranslation('app');
  const [isChanging, { open, close }] = useDisclosure(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <UnstyledButton className={classes.user!} aria-label={`${user.name} (${t(`roles.${user.role}`)})`}>
            <IconUserCircle size={20} aria-hidden />
            <span className={classes.userName}>
              {user.name} ({t(`roles.${user.role}`)})
            </span>
            <IconChevronDown size={14} aria-hidden className={classes.userName} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {user.name} ({t(`roles.${user.role}`)})
          </Menu.Label>
          <Menu.Item leftSection={<IconKey size={17} />} onClick={open}>
            {t('shell.changePassword')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHelp size={17} />} onClick={openGuide}>
            {t('shell.guide')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconLogout size={17} />} onClick={() => void signOut()}>
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChanging && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
