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
import { isOffered, roleCan, type Role } from '@bobina/contract/core/permissions.ts';
import type { SearchResult } from '@bobina/contract/system/search.ts';
import { useFormats, type Formats } from '../../lib/formats.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { isNewForm, mayOpen } from '../../lib/screen.ts';
import { screens } from '../screens.ts';
import { actsOf } from './acts.ts';
import { matchesName, rankOfName } from './palette-words.ts';
import { useCommands } from './use-commands.ts';
import { useFound, useLoaded, useSimilar, type FoundGroup } from './use-found.ts';

interface Offer {
  key: string;
  name: string;
  detail?: string;
  /** The address that it opens, or what it does. */
  does: string | (() => void);
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

/** Lists that share a screen. They have the names of their records. */
const LISTS = [
  { kind: 'packing_list', screen: '/operazioni/vendite', search: '', needs: 'packing_lists.read' },
  { kind: 'invoice', screen: '/operazioni/vendite', search: '?tab=invoices', needs: 'invoices.read' },
] as const;

/**
 * Palette results for a text: matching screens and actions at once, matching records when the server answers, and the
 * commands of the top bar last unless the text names one, so that Enter on the beginning of a record's name does not sign
 * out. Until the answer `isFirstKnown` is false if the first result may be a record. `isSimilar`: nothing matches, and the
 * groups are names with typing mistakes in the text.
 */
export function useOffers(
  role: Role,
  query: string,
): { groups: OfferGroup[]; isFirstKnown: boolean; isSimilar: boolean } {
  const { t } = useTranslation('app');
  const language = useLanguage();
  const formats = useFormats();
  const kinds = Object.keys(ICONS) as FoundGroup['kind'][];
  const titles = Object.fromEntries(kinds.map((kind) => [kind, t(`palette.kinds.${kind}`)])) as Record<
    FoundGroup['kind'],
    string
  >;
  const late = useLoaded(query !== '', loadLate);
  const named = late?.readKind(query, titles, language);
  const plain = useFound(query);
  const ofKind = useFound(named?.rest ?? '', named?.kinds ?? []);
  const commands = useCommands();
  const matching = (offers: Offer[], matches: typeof matchesName = matchesName) =>
    offers
      .filter(({ name }) => matches(query, name, language))
      .toSorted((one, other) => rankOfName(query, one.name, language) - rankOfName(query, other.name, language));
  const offered = screens.filter(
    (screen) => screen.isFound && mayOpen(screen, role) && (!screen.card || isOffered(role, screen.card)),
  );
  const pages = offered.flatMap(({ path, title }) => [
    {
      key: path.replaceAll('/', '-'),
      name: t(`screens.${title}`),
      does: path,
      icon: isNewForm(path) ? IconPlus : IconLayoutGrid,
    },
    ...LISTS.filter(({ screen, needs }) => screen === path && roleCan(role, needs)).map(({ kind, search }) => ({
      key: `list-${kind}`,
      name: titles[kind],
      does: `${path}${search}`,
      icon: IconLayoutGrid,
    })),
  ]);
  const acts: Offer[] = actsOf(role).map(({ title, to }) => ({
    key: `act-${title}`,
    name: t(`palette.acts.${title}`),
    does: to,
    icon: IconPlus,
  }));
  const [forms, places] = [pages.filter(({ does }) => isNewForm(does)), pages.filter(({ does }) => !isNewForm(does))];
  const byTitle = matching(places);
  const meant = late?.offersByOtherNames(query, { role, language, places, byTitle }) ?? [];
  const hasOffers = ({ offers }: OfferGroup) => offers.length > 0;
  // A screen for a new record counts as an action.
  const atOnce = [
    { key: 'screens', title: t('palette.screens'), offers: [...byTitle, ...meant] },
    { key: 'acts', title: t('palette.actions'), offers: matching([...acts, ...forms]) },
  ].filter(hasOffers);
  const groupOf = ({ kind, rows }: FoundGroup) => ({
    key: kind,
    title: titles[kind],
    offers: rows.map((row) => offerOf(row, formats)),
  });
  const found = late?.exactFirst(plain.found, ofKind.found, named?.rest ?? query) ?? plain.found;
  const records = found.map(groupOf);
  const commandGroup = {
    key: 'commands',
    title: t('palette.commands'),
    offers: matching(commands.map(({ key, name, run, icon }) => ({ key: `command-${key}`, name, does: run, icon }))),
  };
  const isNamed = commandGroup.offers.some(({ name }) => rankOfName(query, name, language) === 0);
  const first = isNamed ? [commandGroup, ...atOnce] : atOnce;
  const groups = [...first, ...records, ...(isNamed ? [] : [commandGroup])].filter(hasOffers);
  const isNothing = groups.length === 0 && plain.isCurrent && ofKind.isCurrent;
  const similar = useSimilar(query, isNothing);
  if (isNothing) {
    const screens = { key: 'screens', title: t('palette.screens'), offers: matching(places, similar.resembles) };
    return { groups: [screens, ...similar.found.map(groupOf)].filter(hasOffers), isFirstKnown: true, isSimilar: true };
  }
  return {
    groups,
    isSimilar: false,
    isFirstKnown: (plain.isCurrent && ofKind.isCurrent) || first.length > 0,
  };
}

function loadLate() {
  return import('./palette-late.ts');
}

/** Customers and suppliers are known by their names, other records by their codes. */
function offerOf({ kind, id, code, label, detail, day, path }: FoundGroup['rows'][number], formats: Formats): Offer {
  const isPartner = kind === 'customer' || kind === 'supplier';
  const named: [string, SearchResult['code']] = code === null || isPartner ? [label, code] : [code, label];
  const details = [named[1], detail, day && formats.day(day)].filter(Boolean);
  return { key: `${kind}-${id}`, name: named[0], detail: details.join(' · '), does: path, icon: ICONS[kind] };
}
