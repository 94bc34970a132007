import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkAnchor } from '../link.tsx';
import classes from './hub.module.css';
import { Page } from './Page.tsx';

export interface HubCard {
  to: string;
  title: string;
  text: string;
  icon: Icon;
  /** What waits in the screen, with the address of the list of it. */
  figures?: readonly { to: string; label: string; count: string; isUrgent: boolean }[];
}

/** A page of cards that link to other screens. */
export function HubPage({
  cards,
  title,
  subtitle,
  empty,
  children,
}: {
  cards: readonly HubCard[];
  title?: string;
  subtitle?: string;
  empty?: string;
  /** Content above the cards. */
  children?: ReactNode;
}) {
  return (
    <Page title={title} subtitle={subtitle}>
      {children}
      {cards.length === 0 && empty && <Text c="dimmed">{empty}</Text>}
      <ul className={classes.grid}>
        {cards.map(({ to, title: name, text, icon: CardIcon, figures = [] }) => (
          <li key={to}>
            <Link to={to} className={classes.card}>
              <span className={classes.icon}>
                <CardIcon size={20} stroke={1.7} aria-hidden />
              </span>
              <span>
                <span className={classes.name}>{name}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
            {figures.length > 0 && (
              <span className={classes.figures}>
                {figures.map((figure) => (
                  <LinkAnchor key={figure.to} to={figure.to} inherit data-urgent={figure.isUrgent || undefined}>
                    {figure.label} <strong>{figure.count}</strong>
                  </LinkAnchor>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Page>
  );
}
