import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { signOut } from '../sign-out.ts';
import classes from './shell.module.css';

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

export function UserMenu({ user, onHelp }: { user: SignedInUser; onHelp: () => void }) {
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
          <Menu.Item leftSection={<IconKeyboard size={17} />} onClick={onHelp}>
            {t('shell.shortcuts')}
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
