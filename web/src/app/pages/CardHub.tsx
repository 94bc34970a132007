import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/session.ts';
import { HubPage } from '../../ui/page/HubPage.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { offeredCards, type Hub } from './offered-cards.ts';

/** A hub page with the cards that exist and are offered to the role. */
export function CardHub({
  hub,
  title,
  subtitle,
  children,
}: {
  hub: Hub;
  title?: string;
  subtitle?: string;
  /** Content above the cards. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('app');
  const user = useUser();
  const { mayOpen } = useScreen();
  const definitions = user ? offeredCards(hub, user.role, mayOpen) : [];
  const cards = definitions.map(({ to, text, icon }) => ({
    to,
    icon,
    title: t(`cards.${text}.title`),
    text: t(`cards.${text}.text`),
  }));
  return (
    <HubPage cards={cards} empty={t('hub.empty')} {...(title && { title })} {...(subtitle && { subtitle })}>
      {children}
    </HubPage>
  );
}
