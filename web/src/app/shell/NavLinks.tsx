import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isOffered, type Role } from '@bobina/contract/core/permissions.ts';
import { SECTIONS } from './sections.ts';
import classes from './shell.module.css';

/** Home, Registry, Operations, Reports: those that the role may enter. */
export function NavLinks({ role, onFollow, vertical }: { role: Role; onFollow?: () => void; vertical?: boolean }) {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isHere = (section: string) =>
    section === '/' ? path === '/' : path === section || path.startsWith(`${section}/`);
  return (
    <nav aria-label={t('shell.navigation')} className={vertical ? classes.vertical : classes.nav}>
      {SECTIONS.filter(({ card }) => card === null || isOffered(role, card)).map(({ path: to, title }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          onClick={onFollow}
          {...(isHere(to) && { 'aria-current': 'page' as const, 'data-here': true })}
        >
          {t(`nav.${title}`)}
        </Link>
      ))}
    </nav>
  );
}
