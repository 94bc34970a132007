import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { figuresOfRole } from '../../areas/home/figures-of-role.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUser } from '../../lib/session.ts';
import { HubPage } from '../../ui/page/HubPage.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { offeredCards } from './cards.ts';

/** A hub page with the cards that exist and are offered to the role, and what waits in the screen of each. */
export function CardHub({
  hub,
  title,
  subtitle,
  children,
}: {
  /** Its path. */
  hub: string;
  title?: string;
  subtitle?: string;
  /** Content above the cards. */
  children?: ReactNode;
}) {
  const { t } = useTranslation(['app', 'home', 'cards']);
  const formats = useFormats();
  const user = useUser();
  const { mayOpen } = useScreen();
  const definitions = user ? offeredCards(hub, user.role, mayOpen) : [];
  // The home shows the figures above its cards.
  const { data: today } = useQuery({ ...api.dashboard.get.query({}), enabled: hub !== '/' });
  const figures = today && user && hub !== '/' ? figuresOfRole(today, user.role) : [];
  const cards = definitions.map(({ to, title: key, text, icon }) => ({
    to,
    icon,
    title: t(key),
    text: t(`cards.${text}`, { ns: 'cards' }),
    figures: figures
      .filter(({ count, screen }) => count > 0 && screen.split('?')[0] === to)
      .map(({ key, count, screen, isUrgent }) => ({
        to: screen,
        label: t(`figures.${key}`, { ns: 'home' }),
        count: formats.number(count),
        isUrgent,
      })),
  }));
  return (
    <HubPage cards={cards} empty={t('hub.empty')} {...(title && { title })} {...(subtitle && { subtitle })}>
      {children}
    </HubPage>
  );
}
