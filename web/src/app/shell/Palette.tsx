import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconBuildingFactory2, IconLayoutGrid, IconPackage, IconSearch, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffered, mayEnter, type Role } from '@bobina/contract/core/permissions.ts';
import { screenExists, screens } from '../screens.ts';
import { useFound } from './use-found.ts';

const [store, spotlight] = createSpotlight();
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const ICONS = { products: IconPackage, customers: IconUsers, suppliers: IconBuildingFactory2 };

/** Ctrl-K: the screens that the role may enter, and what the server finds among products, customers and suppliers. */
const Palette = ({ role, start, onClose }: { role: Role; start: string; onClose: () => void }) => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const [query, setQuery] = useState(start);
  const groups = useFound(query, mayEnter(role, 'REGISTRY') ? screenExists : () => false);
  useEffect(() => spotlight.open(), []);
  const wanted = plain(query.trim());
  const pages = screens
    .filter(({ isFound, needs, card }) => isFound && needs !== 'public' && mayEnter(role, needs) && (!card || isOffered(role, card)))
    .map(({ path, title }) => ({ path, name: t(`screens.${title}`) }))
    .filter(({ name }) => plain(name).includes(wanted));
  const go = (to: string) => void navigate({ to });
  const isEmpty = pages.length === 0 && groups.every(({ rows }) => rows.length === 0);
  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} onSpotlightClose={onClose} shortcut={null} centered={false} yOffset="10dvh" scrollable maxHeight="60dvh" attributes={{ content: { 'aria-label': t('palette.placeholder') }, header: { role: 'none' } }}>
      <Spotlight.Search placeholder={t('palette.placeholder')} aria-label={t('palette.placeholder')} leftSection={<IconSearch size={20} aria-hidden />} />
      <Spotlight.ActionsList>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.screens')}>
            {pages.map(({ path, name }) => <Spotlight.Action key={path} label={name} onClick={() => go(path)} leftSection={<IconLayoutGrid size={18} aria-hidden />} />)}
          </Spotlight.ActionsGroup>
        )}
        {groups.filter(({ rows }) => rows.length > 0).map(({ kind, rows }) => {
          const Icon = ICONS[kind];
          return (
            <Spotlight.ActionsGroup key={kind} label={t(`palette.${kind}`)}>
              {rows.map(({ id, name, detail, to }) => <Spotlight.Action key={id} label={name} description={detail} onClick={() => go(to)} leftSection={<Icon size={18} aria-hidden />} />)}
            </Spotlight.ActionsGroup>
          );
        })}
        {isEmpty && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};
export default Palette;
