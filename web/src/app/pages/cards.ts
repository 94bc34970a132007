import {
  IconArrowsExchange,
  IconBarcode,
  IconBinaryTree,
  IconBuilding,
  IconBuildingBank,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalculator,
  IconCalendarCheck,
  IconCalendarStats,
  IconCalendarDue,
  IconCash,
  IconCashBanknote,
  IconChartBar,
  IconCertificate,
  IconClipboardCheck,
  IconClipboardList,
  IconCoins,
  IconCreditCard,
  IconDisc,
  IconFileDollar,
  IconFileInvoice,
  IconFlag3,
  IconFolders,
  IconListCheck,
  IconLock,
  IconMailExclamation,
  IconNotebook,
  IconPackage,
  IconPackageExport,
  IconPackageImport,
  IconPlayerPlay,
  IconPlus,
  IconPercentage,
  IconReceiptTax,
  IconScale,
  IconRubberStamp,
  IconSettings,
  IconShoppingCart,
  IconStack2,
  IconTransfer,
  IconTruckDelivery,
  IconTruckLoading,
  IconUserCog,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { isOffered, type Card, type Role } from '@bobina/contract/core/permissions.ts';
import type { Screen } from '../../lib/screen.ts';
import { areaScreens } from '../area-screens.ts';
import type { CardTexts } from '../screen-texts.ts';
import type appTexts from '../texts/it.json';

type Title = Screen['title'];
type Group = keyof (typeof appTexts)['hubCards']['groups'];
export interface ScreenCard {
  to: string;
  /** The key of its title. */
  title: `screens.${Title}` | 'cardTitles.priorities';
  /** Its sentence in `cards`. */
  text: keyof CardTexts;
  icon: Icon;
  /** Heading of the adjacent cards with the same group. */
  group?: Group | undefined;
  /** The register whose rows the card counts. */
  list?: (typeof LISTS)[keyof typeof LISTS] | undefined;
  /** Limits the card to the roles of this permission card. Default: all roles that may open the screen. */
  card?: Card | undefined;
}

/** The cards of home. Each name is that of the title, of the sentence and of the permission card. */
const HUBS = [
  ['/anagrafica', 'registry', IconFolders],
  ['/operazioni', 'operations', IconArrowsExchange],
  ['/report', 'reports', IconChartBar],
  ['/users', 'users', IconUserCog],
  ['/ordiniclienti', 'customerOrders', IconShoppingCart],
  ['/produzione', 'production', IconBuildingFactory2],
] as const;

/** The icons of the cards of the hubs by the title of the screen, in their order, under the headings that they share. */
const ICONS: readonly { group?: Group; icons: Partial<Record<Title, Icon>> }[] = [
  {
    icons: {
      products: IconPackage,
      warehouses: IconBuildingWarehouse,
      company: IconBuilding,
      suppliers: IconTruckDelivery,
      customers: IconUsers,
      machines: IconBuildingFactory2,
      paymentTerms: IconCreditCard,
      vatCodes: IconReceiptTax,
      declarations: IconCertificate,
      settings: IconSettings,
    },
  },
  {
    group: 'purchases',
    icons: {
      purchaseOrders: IconClipboardList,
      purchaseProposals: IconShoppingCart,
      goodsReceipt: IconPackageImport,
      purchaseInvoices: IconFileDollar,
      prices: IconCashBanknote,
    },
  },
  {
    group: 'sales',
    icons: {
      sales: IconFileInvoice,
      shipments: IconPackageExport,
      payments: IconCash,
      aging: IconCalendarDue,
      reminders: IconMailExclamation,
      bank: IconBuildingBank,
    },
  },
  {
    group: 'stock',
    icons: {
      movements: IconTransfer,
      transfers: IconArrowsExchange,
      reels: IconDisc,
      productionLoad: IconTruckLoading,
      scan: IconBarcode,
      stockLevels: IconStack2,
      valuation: IconCoins,
      inventory: IconClipboardCheck,
    },
  },
  {
    group: 'accounting',
    icons: {
      stampDuty: IconRubberStamp,
      vatRegisters: IconReceiptTax,
      entries: IconNotebook,
      yearEnd: IconCalendarCheck,
      closings: IconLock,
    },
  },
  {
    group: 'production',
    icons: {
      trace: IconBinaryTree,
      yields: IconScale,
      margins: IconPercentage,
    },
  },
  {
    icons: {
      scheduling: IconCalendarStats,
      priorities: IconFlag3,
      productionStatus: IconListCheck,
      materials: IconCalculator,
      runs: IconPlayerPlay,
      enterOrder: IconPlus,
      viewOrders: IconClipboardList,
      customerPrices: IconCashBanknote,
    },
  },
];
const ORDER = ICONS.flatMap(({ group, icons }) =>
  Object.entries(icons).map(([title, icon]) => ({ title, icon, group })),
);

/** The registers whose rows the cards count. */
const LISTS = {
  products: 'products',
  warehouses: 'warehouses',
  suppliers: 'suppliers',
  customers: 'customers',
  machines: 'machines',
  paymentTerms: 'paymentTerms',
  vatCodes: 'vatCodes',
  declarations: 'declarationsOfIntent',
} as const satisfies Partial<Record<Title, string>>;

/** The titles of cards that are shorter than those of their screens. */
const SHORT: Partial<Record<Title, ScreenCard['title']>> = { priorities: 'cardTitles.priorities' };

/** The cards of a hub that are offered to the role and whose screen the role may open, in the hub's order. */
export function offeredCards(hub: string, role: Role, mayOpen: (path: string) => boolean): ScreenCard[] {
  return cardsOf(hub).filter(({ to, card }) => mayOpen(to) && (!card || isOffered(role, card)));
}

/**
 * All cards of a hub: the screens right below it that the palette finds. Those without an icon of their own come last.
 * @param hub its path
 */
export function cardsOf(hub: string): readonly ScreenCard[] {
  if (hub === '/')
    return HUBS.map(([to, name, icon]) => ({ to, title: `screens.${name}`, text: name, icon, card: name }));
  return areaScreens
    .filter(({ path, isFound, hasCard }) => isFound && hasCard !== false && parentOf(path) === hub)
    .map(({ path, title, card }) => ({
      to: path,
      title: SHORT[title] ?? `screens.${title}`,
      text: title as ScreenCard['text'],
      icon: ORDER[placeOf(title)]?.icon ?? IconFolders,
      group: ORDER[placeOf(title)]?.group,
      list: (LISTS as Partial<Record<Title, ScreenCard['list']>>)[title],
      card,
    }))
    .toSorted((one, other) => placeOf(one.text) - placeOf(other.text));
}

function placeOf(title: string) {
  const place = ORDER.findIndex((one) => one.title === title);
  return place === -1 ? ORDER.length : place;
}

function parentOf(path: string) {
  return path.slice(0, path.lastIndexOf('/'));
}
