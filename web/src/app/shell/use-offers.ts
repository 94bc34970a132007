import {
  IconBarcode,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconChecklist,
  IconClipboardList,
  IconFileInvoice,
  IconLayoutGrid,
  IconPackage,
  IconPackageImport,
  IconPlus,
  IconSettingsAutomation,
  IconShoppingCart,
  IconTruckDelivery,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOffered, type Role } from '@bobina/contract/core/permissions.ts';
import type { SearchResult } from '@bobina/contract/system/search.ts';
import { foldForSearch } from '../../lib/fold-for-search.ts';
import { useFormats, type Formats } from '../../lib/formats.ts';
import { isNewForm, mayOpen } from '../../lib/screen.ts';
import { screens } from '../screens.ts';
import { actsOf } from './acts.ts';
import { useFound, type FoundGroup } from './use-found.ts';

interface Offer {
  key: string;
  name: string;
  detail?: string;
  to: string;
  icon: Icon;
}
interface OfferGroup {
  key: string;
  title: string;
  offers: Offer[];
}

const ICONS: Record<FoundGroup['kind'], Icon> = {
  product: IconPackage,
  customer_order: IconClipboardList,
  customer: IconUsers,
  supplier: IconBuildingFactory2,
  purchase_order: IconShoppingCart,
  goods_receipt: IconPackageImport,
  purchase_invoice: IconFileInvoice,
  packing_list: IconTruckDelivery,
  invoice: IconFileInvoice,
  batch: IconBarcode,
  reel: IconBarcode,
  machine: IconSettingsAutomation,
  warehouse: IconBuildingWarehouse,
  stock_count: IconChecklist,
};

/**
 * Palette results for a text: matching screens and actions at once, matching records when the server answers. Until then
 * `isFirstKnown` is false if the first result may be a record.
 */
export function useOffers(role: Role, query: string): { groups: OfferGroup[]; isFirstKnown: boolean } {
  const { t } = useTranslation('app');
  const formats = useFormats();
  const { found, isCurrent } = useFound(query);
  const sought = foldForSearch(query.trim());
  const words = sought.split(/\s+/);
  const matches = ({ name }: Offer) => words.every((word) => foldForSearch(name).includes(word));
  /** A name that is the text comes first, then those that begin with it. */
  const rankOf = ({ name }: Offer) =>
    foldForSearch(name) === sought ? 0 : foldForSearch(name).startsWith(sought) ? 1 : 2;
  const pages: Offer[] = screens
    .filter((screen) => screen.isFound && mayOpen(screen, role) && (!screen.card || isOffered(role, screen.card)))
    .map(({ path, title }) => ({
      key: path.replaceAll('/', '-'),
      name: t(`screens.${title}`),
      to: path,
      icon: isNewForm(path) ? IconPlus : IconLayoutGrid,
    }));
  const acts: Offer[] = actsOf(role).map(({ title, to }) => ({
    key: `act-${title}`,
    name: t(`palette.acts.${title}`),
    to,
    icon: IconPlus,
  }));
  // A screen for a new record counts as an action.
  const own: OfferGroup[] = [
    { key: 'screens', title: t('palette.screens'), offers: pages.filter(({ to }) => !isNewForm(to)) },
    { key: 'acts', title: t('palette.actions'), offers: [...acts, ...pages.filter(({ to }) => isNewForm(to))] },
  ];
  const records = found.map(({ kind, rows }) => ({
    key: kind,
    title: t(`palette.kinds.${kind}`),
    offers: rows.map((row) => offerOf(row, formats)),
  }));
  const hasOffers = ({ offers }: OfferGroup) => offers.length > 0;
  const atOnce = own
    .map((group) => ({
      ...group,
      offers: group.offers.filter(matches).toSorted((one, other) => rankOf(one) - rankOf(other)),
    }))
    .filter(hasOffers);
  return { groups: [...atOnce, ...records.filter(hasOffers)], isFirstKnown: isCurrent || atOnce.length > 0 };
}

/** Customers and suppliers are known by their names, other records by their codes. */
function offerOf({ kind, id, code, label, detail, day, path }: FoundGroup['rows'][number], formats: Formats): Offer {
  const isPartner = kind === 'customer' || kind === 'supplier';
  const named: [string, SearchResult['code']] = code === null || isPartner ? [label, code] : [code, label];
  const details = [named[1], detail, day && formats.day(day)].filter(Boolean);
  return { key: `${kind}-${id}`, name: named[0], detail: details.join(' · '), to: path, icon: ICONS[kind] };
}
