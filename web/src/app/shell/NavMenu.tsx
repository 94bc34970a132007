import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { menuButton } from '../../ui/overlay/menu-button.ts';
import { prepared } from '../../ui/prepared.tsx';
import { SectionLink } from './SectionLink.tsx';
import type { Section } from './sections.ts';
import classes from './shell.module.css';

// The menu, its cards and their icons are loaded with the first menu, not with the first screen.
const NavMenuItems = prepared(() => import('./NavMenuItems.tsx'));

interface Props {
  section: Exclude<Section, { title: 'home' }>;
  isHere: boolean;
  role: Role;
}

/**
 * A section of the top bar: the link to its hub, and a button that opens the menu of its screens. The down and up
 * arrows open the menu from both, at its first or last screen.
 */
export function NavMenu({ section, isHere, role }: Props) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [focused, setFocused] = useState<'first' | 'last' | null>(null);
  const isOpen = focused !== null;
  const close = () => setFocused(null);
  const open = async (at: 'first' | 'last') => {
    try {
      await NavMenuItems.prepare();
      setLoaded(true);
      setFocused(at);
    } catch {
      // The code of the menu cannot be loaded: the hub has the same links, or reports the failure.
      await navigate({ to: section.path });
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <div className={classes.section} data-here={isHere || undefined}>
      <SectionLink section={section} isHere={isHere} onKeyDown={onKeyDown} />
      <UnstyledButton
        ref={button}
        {...menuButton(id, isOpen)}
        className={classes.more!}
        aria-label={t('shell.screensOf', { name: t(`screens.${section.title}`) })}
        onClick={() => (isOpen ? close() : void open('first'))}
        onKeyDown={onKeyDown}
      >
        <IconChevronDown size={15} aria-hidden />
      </UnstyledButton>
      {isLoaded && (
        <NavMenuItems
          id={id}
          button={button}
          opened={isOpen}
          onChange={close}
          hub={section.path}
          role={role}
          focused={focused ?? 'first'}
        />
      )}
    </div>
  );
}
