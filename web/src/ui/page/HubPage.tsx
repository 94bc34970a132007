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
  /** Heading of the neighbouring cards with the same group. */
  group?: string;
  /** The number of rows of the screen's list. */
  count?: string;
  /** What waits in the screen, with the address of the list of it. */
  figures?: readonly { to: string; label: string; count: string; isUrgent: boolean }[];
  /** Actions that start in the screen. */
  acts?: readonly { to: string; label: string }[];
}

/** A page of cards that link to other screens, in their groups. */
export function HubPage({
  cards,
  title,
  subtitle,
  empty,
  children,
  below,
}: {
  cards: readonly HubCard[];
  title?: string;
  subtitle?: string;
  empty?: string;
  /** Content above the cards. */
  children?: ReactNode;
  /** Content below the cards. */
  below?: ReactNode;
}) {
  const groups = [...new Set(cards.map(({ group }) => group))];
  return (
    <Page title={title} subtitle={subtitle}>
      {children}
      {cards.length === 0 && empty && <Text c="dimmed">{empty}</Text>}
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group ?? ''} className={group && classes.group} aria-label={group}>
            {group && <h2 className={classes.heading}>{group}</h2>}
            <ul className={classes.grid}>
              {cards
                .filter((card) => card.group === group)
                .map((card) => (
                  <Card key={card.to} {...card} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      {below}
    </Page>
  );
}

function Card({ to, title, text, icon: CardIcon, count, figures = [], acts = [] }: HubCard) {
  return (
    <li>
      <Link to={to} className={classes.card}>
        <span className={classes.icon}>
          <CardIcon size={20} stroke={1.7} aria-hidden />
        </span>
        <span>
          <span className={classes.name}>{title}</span>
          <span className={classes.text}>{text}</span>
        </span>
        {count && <span className={classes.count}>{count}</span>}
      </Link>
      {figures.length + acts.length > 0 && (
        <span className={classes.links}>
          {figures.map((figure) => (
            <LinkAnchor key={figure.to} to={figure.to} inherit data-urgent={figure.isUrgent || undefined}>
              {figure.label} <strong>{figure.count}</strong>
            </LinkAnchor>
          ))}
          {acts.map((act) => (
            <LinkAnchor key={act.to} to={act.to} inherit data-act>
              {act.label}
            </LinkAnchor>
          ))}
        </span>
      )}
    </li>
  );
}
