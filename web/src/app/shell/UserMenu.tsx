import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { menuButton } from '../../ui/overlay/menu-button.ts';
import { prepared } from '../../ui/prepared.tsx';
import { toast } from '../../ui/toasts.ts';
import { isWithin, USER_PLACES } from './sections.ts';
import classes from './shell.module.css';

const PasswordDialog = prepared(() => import('./PasswordDialog.tsx'));
// The code of the menu and its icons is loaded when it is first opened.
const UserMenuItems = prepared(() => import('./UserMenuItems.tsx'));

/** The user menu of the top bar. */
export function UserMenu({ user }: { user: SignedInUser }) {
  const { t } = useTranslation('app');
  const [isChanging, { open, close }] = useDisclosure(false);
  const isHere = useRouterState({
    select: ({ location }) => USER_PLACES.some((place) => isWithin(place, location.pathname)),
  });
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const openMenu = async () => {
    try {
      await UserMenuItems.prepare();
      setLoaded(true);
      setOpen(true);
    } catch (error) {
      toast.problem(error, commonText('problem.unexpected'));
    }
  };
  return (
    <>
      <UnstyledButton
        ref={button}
        {...menuButton(id, isOpen)}
        className={classes.user!}
        aria-current={isHere || undefined}
        aria-label={`${user.name} (${t(`roles.${user.role}`)})`}
        onClick={() => (isOpen ? setOpen(false) : void openMenu())}
      >
        <span className={classes.initials} aria-hidden data-initials={initialsOf(user.name)} />
        <span className={classes.userName}>
          <strong>{user.name}</strong> <span>({t(`roles.${user.role}`)})</span>
        </span>
        <IconChevronDown size={14} aria-hidden className={classes.userName} />
      </UnstyledButton>
      {isLoaded && (
        <UserMenuItems id={id} button={button} opened={isOpen} onChange={setOpen} user={user} onPassword={open} />
      )}
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
  return name.replace(/^\s*(.)\S*\s*(.?).*$/u, '$1$2').toUpperCase();
}
