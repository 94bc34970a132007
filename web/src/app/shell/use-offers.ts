import {
  IconBuildingFactory2,
  IconClipboardList,
  IconLayoutGrid,
  IconPackage,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOffered, type Role } from '@bobina/contract/core/permissions.ts';
import { mayOpen } from '../../lib/screen.ts';
import { mayOpenPath, screens } from '../screens.ts';
import { useFound, type FoundGroup } from './use-found.ts';

interface Offer {
  key: string;
  name: string;
  detail?: string;
  to: string;
  icon: Icon;
}
interface OfferGroup {
  kind: 'screens' | FoundGroup['kind'];
  offers: Offer[];
}

const ICONS: Record<FoundGroup['kind'], Icon> = {
  products: IconPackage,
  orders: IconClipboardList,
  customers: IconUsers,
  suppliers: IconBuildingFactory2,
};

/** What the palette offers for a text: screens by their name, at once; rows of the registry as the server finds them. */
export function useOffers(role: Role, query: string): OfferGroup[] {
  const { t } = useTranslation('app');
  const found = useFound(query, (path) => mayOpenPath(path, role));
  const wanted = plain(query.trim());
  const pages = screens
    .filter((screen) => screen.isFound && mayOpen(screen, role) && (!screen.card || isOffered(role, screen.card)))
    .map(({ path, title }) => ({
      key: path.replaceAll('/', '-'),
      name: t(`screens.${title}`),
      to: path,
      icon: IconLayoutGrid,
    }))
    .filter(({ name }) => plain(name).includes(wanted));
  const rows = found.map(({ kind, rows: those }) => ({
    kind,
    offers: those.map(({ id, name, detail, to }) => ({ key: `${kind}-${id}`, name, detail, to, icon: ICONS[kind] })),
  }));
  return [{ kind: 'screens' as const, offers: pages }, ...rows].filter(({ offers }) => offers.length > 0);
}

function plain(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
