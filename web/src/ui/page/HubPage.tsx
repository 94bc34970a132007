import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './hub.module.css';
import { Page } from './Page.tsx';

export interface HubCard {
  to: string;
  title: string;
  text: string;
  icon: Icon;
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
        {cards.map(({ to, title: name, text, icon: CardIcon }) => (
          <li key={to}>
            <Link to={to} className={classes.card}>
              <span className={classes.icon}>
                <CardIcon size={26} stroke={1.6} aria-hidden />
              </span>
              <span>
                <span className={classes.name}>{name}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
