import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Section } from './sections.ts';
import classes from './shell.module.css';

/** The link to a section, marked as the current page, or as the current place when a screen below it is open. */
export function SectionLink({
  section,
  isHere,
  onFollow,
  onKeyDown,
}: {
  section: Section;
  isHere: boolean;
  onFollow?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { t } = useTranslation('app');
  return (
    <Link
      to={section.path}
      className={classes.link}
      onClick={onFollow}
      onKeyDown={onKeyDown}
      // Only an exact match is the current page; otherwise the router would mark screens below it as well.
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isHere ? 'true' : undefined}
    >
      {t(`screens.${section.title}`)}
    </Link>
  );
}
