import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { offeredCards } from '../pages/cards.ts';
import { mayOpenPath } from '../screens.ts';
import { SectionLink } from './SectionLink.tsx';
import { isWithin, sectionAt, sectionsOf, type Section } from './sections.ts';
import classes from './shell.module.css';

/** The sections of the role with their screens, for the drawer. The current section is expanded. */
function NavTree({ role, onFollow }: { role: Role; onFollow: () => void }) {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const sections = sectionsOf(role);
  const here = sectionAt(sections, path);
  return (
    <nav aria-label={t('shell.navigation')} className={classes.vertical}>
      {sections.map((section) => (
        <Branch key={section.path} {...{ section, role, path, onFollow }} isHere={section === here} />
      ))}
    </nav>
  );
}
export default NavTree;

interface Props {
  section: Section;
  role: Role;
  path: string;
  isHere: boolean;
  onFollow: () => void;
}

function Branch({ section, role, path, isHere, onFollow }: Props) {
  const { t } = useTranslation('app');
  const id = useId();
  const [isOpen, setOpen] = useState(isHere);
  const link = <SectionLink section={section} isHere={isHere} onFollow={onFollow} />;
  if (section.title === 'home')
    return (
      <div className={classes.section} data-here={isHere || undefined}>
        {link}
      </div>
    );
  return (
    <div>
      <div className={classes.section} data-here={isHere || undefined}>
        {link}
        <UnstyledButton
          className={classes.more!}
          aria-label={t('shell.screensOf', { name: t(`screens.${section.title}`) })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
      </div>
      <ul id={id} className={classes.branch} hidden={!isOpen}>
        {offeredCards(section.path, role, (to) => mayOpenPath(to, role)).map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.leaf}
              onClick={onFollow}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={isWithin(to, path) ? 'true' : undefined}
            >
              <Icon size={18} aria-hidden />
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
