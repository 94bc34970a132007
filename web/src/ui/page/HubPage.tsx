import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { LinkAnchor } from '../link.tsx';
import classes from './hub.module.css';
import { Page } from './Page.tsx';

/** Possible numbers of columns, the usual one first. */
const COLUMNS = [4, 5, 3];

export interface HubCard {
  to: string;
  title: string;
  text: string;
  icon: Icon;
  /** Heading of the adjacent cards with the same group. */
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
  isCompact,
  children,
  below,
}: {
  cards: readonly HubCard[];
  title?: string;
  subtitle?: string;
  empty?: string;
  /** Whether a phone shows the cards as a short list of names, because the page is about its other content. */
  isCompact?: boolean;
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
      <div className={classes.groups} data-compact={isCompact || undefined}>
        {groups.map((group) => (
          <section key={group ?? ''} aria-label={group}>
            {group && <h2 className={classes.heading}>{group}</h2>}
            <CardGrid cards={cards.filter((card) => card.group === group)} {...(group && { columns: 2 })} />
          </section>
        ))}
      </div>
      {below}
    </Page>
  );
}

/** @param columns the most columns of the cards; default: those that their number fills best */
function CardGrid({ cards, columns = columnsFor(cards.length) }: { cards: readonly HubCard[]; columns?: number }) {
  return (
    <ul className={classes.grid} style={{ '--columns': columns } as CSSProperties}>
      {cards.map((card) => (
        <Card key={card.to} {...card} />
      ))}
    </ul>
  );
}

/** The number of columns on a wide screen whose last row is the fullest. */
function columnsFor(count: number): number {
  const missing = (columns: number) => (columns - (count % columns)) % columns;
  return COLUMNS.toSorted((a, b) => missing(a) - missing(b))[0]!;
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
