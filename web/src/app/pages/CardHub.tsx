import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { figuresOfRole } from '../../areas/home/figures-of-role.ts';
import { HubOverview } from '../../areas/home/HubOverview.tsx';
import { api } from '../../lib/api/api.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { useFormats } from '../../lib/formats.ts';
import { isNewForm } from '../../lib/screen.ts';
import { useUser } from '../../lib/session.ts';
import { HubPage } from '../../ui/page/HubPage.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { areaScreens } from '../area-screens.ts';
import { actsOf } from '../shell/acts.ts';
import { offeredCards, type ScreenCard } from './cards.ts';

/**
 * A hub page: the cards that the role is offered, each with its open work and its actions, and below them the lists and
 * charts of today.
 */
export function CardHub({
  hub,
  title,
  subtitle,
  children,
  below,
}: {
  /** Its path. */
  hub: string;
  title?: string;
  subtitle?: string;
  /** Content above the cards. */
  children?: ReactNode;
  /** Content below the cards. Default: what the hub is about today. */
  below?: ReactNode;
}) {
  const { t } = useTranslation(['app', 'home', 'cards']);
  const formats = useFormats();
  const user = useUser();
  const { mayOpen } = useScreen();
  const definitions = user ? offeredCards(hub, user.role, mayOpen) : [];
  // The home shows the figures above its cards.
  const { data: today } = useQuery({ ...api.dashboard.get.query({}), enabled: hub !== '/' });
  const figures = today && user && hub !== '/' ? figuresOfRole(today, user.role) : [];
  const registers = definitions.flatMap(({ list }) => list ?? []);
  const counts = useQueries({
    queries: registers.map((list) => (api[list].list as ListCall<unknown>).query({ query: { limit: 1 } })),
  });
  const countOf = (list: ScreenCard['list']) => {
    const total = list && counts[registers.indexOf(list)]?.data?.total;
    return total === undefined ? {} : { count: formats.number(total) };
  };
  const actsIn = (to: string) => {
    const form = areaScreens.find(({ path }) => isNewForm(path) && path.slice(0, path.lastIndexOf('/')) === to);
    return [
      ...(form && mayOpen(form.path) ? [{ to: form.path, label: t(`screens.${form.title}`) }] : []),
      ...(user ? actsOf(user.role) : [])
        .filter(({ screen }) => screen === to)
        .map((act) => ({ to: act.to, label: t(`palette.acts.${act.title}`) })),
    ];
  };
  const cards = definitions.map(({ to, title: key, text, icon, group, list }) => ({
    to,
    icon,
    ...countOf(list),
    ...(group && { group: t(`hubCards.groups.${group}`, { ns: 'cards' }) }),
    acts: hub === '/' ? [] : actsIn(to),
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
    <HubPage
      cards={cards}
      empty={t('hubCards.empty', { ns: 'cards' })}
      isCompact={hub === '/'}
      {...(title && { title })}
      {...(subtitle && { subtitle })}
      below={below ?? (today && user && hub !== '/' && <HubOverview hub={hub} today={today} role={user.role} />)}
    >
      {children}
    </HubPage>
  );
}
