import { ActionIcon, Burger, Group, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { PendingMark } from '../offline/PendingMark.tsx';
import { openGuide } from '../guide/open-guide.ts';
import { signOut } from '../sign-out.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { Logo } from './Logo.tsx';
import { NavLinks } from './NavLinks.tsx';
import { NoticesBell } from './NoticesBell.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { isWithin } from './sections.ts';
import classes from './shell.module.css';
import { Hint } from '../../ui/overlay/Hint.tsx';
import { prepared } from '../../ui/prepared.tsx';
import { UserMenu } from './UserMenu.tsx';

const NavDrawer = prepared(() => import('./NavDrawer.tsx'));

interface Props {
  user: SignedInUser;
  /** Whether the screen has rendered, so that deferred parts can be mounted. */
  isReady: boolean;
  onSearch: () => void;
}

/** The top bar: logo, navigation, search, language, colour scheme and user menu. */
export function Header({ user, isReady, onSearch }: Props) {
  const { t } = useTranslation('app');
  // Where the bar has no burger, the drawer is not needed.
  const isNarrow = useNarrow('78em');
  const isGuide = useRouterState({ select: ({ location }) => isWithin('/guida', location.pathname) });
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <header className={classes.header}>
      <Burger className={classes.burger!} size="sm" opened={isOpen} onClick={toggle} aria-label={t('shell.menu')} />
      <Link to="/" className={classes.brand}>
        <Logo />
        <span className={classes.name}>Bobina</span>
      </Link>
      <NavLinks role={user.role} />
      <Group gap={4} ml="auto" wrap="nowrap" miw={0}>
        <UnstyledButton className={classes.search!} onClick={onSearch} aria-keyshortcuts="Control+K">
          <IconSearch size={17} aria-hidden />
          <span className={classes.searchText}>{t('shell.searchShort')}</span>
          <Kbd className={`${classes.searchText} ${classes.searchKey}`} size="xs">
            Ctrl K
          </Kbd>
        </UnstyledButton>
        <div className={classes.wide}>
          <SchemeToggle />
        </div>
        <div className={classes.wide}>
          <LanguageSelect />
        </div>
        <NoticesBell isReady={isReady} />
        <PendingMark />
        <Hint label={t('shell.guide')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('shell.guide')}
            aria-keyshortcuts="?"
            aria-current={isGuide || undefined}
            className={classes.guide!}
            onClick={openGuide}
          >
            <IconHelp size={20} />
          </ActionIcon>
        </Hint>
        <UserMenu user={user} />
        <Hint label={t('shell.logout')}>
          <ActionIcon
            variant="outline"
            className={classes.logout!}
            size="lg"
            aria-label={t('shell.logout')}
            onClick={() => void signOut()}
          >
            <IconLogout size={18} />
          </ActionIcon>
        </Hint>
      </Group>
      <Suspense fallback={null}>
        {isReady && (isNarrow || isOpen) && <NavDrawer role={user.role} opened={isOpen} onClose={close} />}
      </Suspense>
    </header>
  );
}
