import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconChevronDown, IconKey, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { DENSITY, densityOf, useCompact } from '../../ui/density.ts';
import { savePreference } from '../../ui/views/preferences.ts';
import { signOut } from '../sign-out.ts';
import classes from './shell.module.css';

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

/** The user menu of the top bar: density, password, help and sign-out. */
export function UserMenu({ user, onHelp }: { user: SignedInUser; onHelp: () => void }) {
  const { t } = useTranslation('app');
  const [isChanging, { open, close }] = useDisclosure(false);
  const isCompact = useCompact();
  const Density = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <>
      <Menu>
        <Menu.Target>
          <UnstyledButton className={classes.user!} aria-label={`${user.name} (${t(`roles.${user.role}`)})`}>
            <span className={classes.initials} aria-hidden>
              {initialsOf(user.name)}
            </span>
            <span className={classes.userName}>
              <b>{user.name}</b> ({t(`roles.${user.role}`)})
            </span>
            <IconChevronDown size={14} aria-hidden className={classes.userName} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {user.name} ({t(`roles.${user.role}`)})
          </Menu.Label>
          <Menu.Item
            leftSection={<Density size={17} />}
            onClick={() => savePreference(DENSITY, densityOf(!isCompact))}
          >
            {isCompact ? t('shell.normal') : t('shell.compact')}
          </Menu.Item>
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

/** The first letters of the first two words of a name. */
function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase();
}
