import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { NavMenu } from './NavMenu.tsx';
import { SectionLink } from './SectionLink.tsx';
import { sectionAt, sectionsOf } from './sections.ts';
import classes from './shell.module.css';

/** The sections of the role in the top bar. Each hub has a link and a menu of its screens. */
export function NavLinks({ role }: { role: Role }) {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const sections = sectionsOf(role);
  const here = sectionAt(sections, path);
  return (
    <nav aria-label={t('shell.navigation')} className={classes.nav}>
      {sections.map((section) =>
        section.title === 'home' ? (
          <div key={section.path} className={classes.section} data-here={section === here || undefined}>
            <SectionLink section={section} isHere={section === here} />
          </div>
        ) : (
          <NavMenu key={section.path} section={section} isHere={section === here} role={role} />
        ),
      )}
    </nav>
  );
}
