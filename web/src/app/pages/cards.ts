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
import type appTexts from '../texts/it.json';

type Title = Screen['title'];
interface ScreenCard {
  to: string;
  /** The key of its title. */
  title: `screens.${Title}` | 'cardTitles.priorities';
  /** Its sentence in `cards`. */
  text: keyof (typeof appTexts)['cards'];
  icon: Icon;
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

/** The icons of the cards of the hubs by the title of the screen, in their order. */
const ICONS: Partial<Record<Title, Icon>> = {
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
  purchaseOrders: IconClipboardList,
  purchaseProposals: IconShoppingCart,
  goodsReceipt: IconPackageImport,
  purchaseInvoices: IconFileDollar,
  prices: IconCashBanknote,
  sales: IconFileInvoice,
  shipments: IconPackageExport,
  payments: IconCash,
  aging: IconCalendarDue,
  reminders: IconMailExclamation,
  bank: IconBuildingBank,
  movements: IconTransfer,
  transfers: IconArrowsExchange,
  reels: IconDisc,
  productionLoad: IconTruckLoading,
  scan: IconBarcode,
  stockLevels: IconStack2,
  valuation: IconCoins,
  inventory: IconClipboardCheck,
  stampDuty: IconRubberStamp,
  vatRegisters: IconReceiptTax,
  entries: IconNotebook,
  yearEnd: IconCalendarCheck,
  closings: IconLock,
  trace: IconBinaryTree,
  yields: IconScale,
  margins: IconPercentage,
  scheduling: IconCalendarStats,
  priorities: IconFlag3,
  productionStatus: IconListCheck,
  materials: IconCalculator,
  runs: IconPlayerPlay,
  enterOrder: IconPlus,
  viewOrders: IconClipboardList,
  customerPrices: IconCashBanknote,
};
const ORDER = Object.keys(ICONS);

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
      icon: ICONS[title] ?? IconFolders,
      card,
    }))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ text }: ScreenCard) {
  const place = ORDER.indexOf(text);
  return place === -1 ? ORDER.length : place;
}

function parentOf(path: string) {
  return path.slice(0, path.lastIndexOf('/'));
}
