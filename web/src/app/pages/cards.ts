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
import type { Card } from '@bobina/contract/core/permissions.ts';
import type appTexts from '../texts/it.json';

export type CardText = keyof (typeof appTexts)['cards'];
type Register =
  | 'products'
  | 'warehouses'
  | 'suppliers'
  | 'customers'
  | 'machines'
  | 'paymentTerms'
  | 'vatCodes'
  | 'declarationsOfIntent';
export interface CardDefinition {
  to: string;
  text: CardText;
  icon: Icon;
  /** Heading of the neighbouring cards with the same group. */
  group?: keyof (typeof appTexts)['hub']['groups'];
  /** The register whose rows the card counts. */
  list?: Register;
  /** Limits the card to the roles of this permission card. Default: all roles that see the hub. */
  card?: Card;
}

/** The cards of home and the hubs. Cards whose screen does not exist are left out. */
export const CARDS_OF = {
  home: [
    { to: '/anagrafica', text: 'registry', icon: IconFolders, card: 'registry' },
    { to: '/operazioni', text: 'operations', icon: IconArrowsExchange, card: 'operations' },
    { to: '/report', text: 'reports', icon: IconChartBar, card: 'reports' },
    { to: '/users', text: 'users', icon: IconUserCog, card: 'users' },
    { to: '/ordiniclienti', text: 'customerOrders', icon: IconShoppingCart, card: 'customerOrders' },
    { to: '/produzione', text: 'production', icon: IconBuildingFactory2, card: 'production' },
  ],
  registry: [
    { to: '/anagrafica/prodotti', text: 'products', icon: IconPackage, list: 'products' },
    { to: '/anagrafica/magazzini', text: 'warehouses', icon: IconBuildingWarehouse, list: 'warehouses' },
    { to: '/anagrafica/azienda', text: 'company', icon: IconBuilding },
    { to: '/anagrafica/fornitori', text: 'suppliers', icon: IconTruckDelivery, list: 'suppliers' },
    { to: '/anagrafica/clienti', text: 'customers', icon: IconUsers, list: 'customers' },
    { to: '/anagrafica/macchinari', text: 'machines', icon: IconBuildingFactory2, list: 'machines' },
    { to: '/anagrafica/condizioni-pagamento', text: 'paymentTerms', icon: IconCreditCard, list: 'paymentTerms' },
    { to: '/anagrafica/codici-iva', text: 'vatCodes', icon: IconReceiptTax, list: 'vatCodes' },
    {
      to: '/anagrafica/dichiarazioni-intento',
      text: 'declarations',
      icon: IconCertificate,
      list: 'declarationsOfIntent',
    },
    { to: '/anagrafica/impostazioni', text: 'settings', icon: IconSettings, card: 'settings' },
  ],
  operations: [
    {
      to: '/operazioni/ordini-fornitori',
      text: 'purchaseOrders',
      icon: IconClipboardList,
      group: 'purchases',
      card: 'purchaseOrders',
    },
    {
      to: '/operazioni/proposte',
      text: 'purchaseProposals',
      icon: IconShoppingCart,
      group: 'purchases',
      card: 'purchaseProposals',
    },
    {
      to: '/operazioni/ricezione-merce',
      text: 'goodsReceipt',
      icon: IconPackageImport,
      group: 'purchases',
      card: 'goodsReceipt',
    },
    {
      to: '/operazioni/fatture-acquisto',
      text: 'purchaseInvoices',
      icon: IconFileDollar,
      group: 'purchases',
      card: 'purchaseInvoices',
    },
    { to: '/operazioni/prezzi', text: 'prices', icon: IconCashBanknote, group: 'purchases', card: 'prices' },
    { to: '/operazioni/vendite', text: 'sales', icon: IconFileInvoice, group: 'sales', card: 'sales' },
    { to: '/operazioni/spedizioni', text: 'shipments', icon: IconPackageExport, group: 'sales', card: 'shipments' },
    { to: '/operazioni/pagamenti', text: 'payments', icon: IconCash, group: 'sales', card: 'payments' },
    { to: '/operazioni/scadenzario', text: 'aging', icon: IconCalendarDue, group: 'sales', card: 'payments' },
    { to: '/operazioni/solleciti', text: 'reminders', icon: IconMailExclamation, group: 'sales', card: 'payments' },
    { to: '/operazioni/banca', text: 'bank', icon: IconBuildingBank, group: 'sales', card: 'payments' },
    { to: '/operazioni/movimenti', text: 'stockMovements', icon: IconTransfer, group: 'stock', card: 'stockMovements' },
    { to: '/operazioni/trasferimenti', text: 'transfers', icon: IconArrowsExchange, group: 'stock', card: 'transfers' },
    { to: '/operazioni/bobine', text: 'reels', icon: IconDisc, group: 'stock' },
    {
      to: '/operazioni/carico-produzione',
      text: 'productionLoad',
      icon: IconTruckLoading,
      group: 'stock',
      card: 'productionLoad',
    },
    { to: '/operazioni/scansiona', text: 'scan', icon: IconBarcode, group: 'stock', card: 'scan' },
  ],
  reports: [
    { to: '/report/giacenze', text: 'stockLevels', icon: IconStack2, group: 'stock', card: 'stockLevels' },
    { to: '/report/valorizzazione', text: 'valuation', icon: IconCoins, group: 'stock', card: 'valuation' },
    { to: '/report/inventario', text: 'inventory', icon: IconClipboardCheck, group: 'stock', card: 'inventory' },
    { to: '/report/imposta-bollo', text: 'stampDuty', icon: IconRubberStamp, group: 'accounting', card: 'sales' },
    { to: '/report/registri-iva', text: 'vatRegisters', icon: IconReceiptTax, group: 'accounting', card: 'accounting' },
    { to: '/report/scritture', text: 'entries', icon: IconNotebook, group: 'accounting', card: 'accounting' },
    { to: '/report/fine-anno', text: 'yearEnd', icon: IconCalendarCheck, group: 'accounting', card: 'accounting' },
    { to: '/report/chiusure', text: 'closings', icon: IconLock, group: 'accounting', card: 'accounting' },
    { to: '/report/tracciabilita', text: 'trace', icon: IconBinaryTree, group: 'production' },
    { to: '/report/rese', text: 'yields', icon: IconScale, group: 'production', card: 'yields' },
    { to: '/report/margini', text: 'margins', icon: IconPercentage, group: 'production', card: 'margins' },
  ],
  production: [
    { to: '/produzione/programmazione', text: 'scheduling', icon: IconCalendarStats },
    { to: '/produzione/priorita', text: 'priorities', icon: IconFlag3 },
    { to: '/produzione/stato', text: 'productionStatus', icon: IconListCheck },
    { to: '/produzione/calcolo-materiali', text: 'materials', icon: IconCalculator },
    { to: '/produzione/lavorazioni', text: 'runs', icon: IconPlayerPlay, card: 'runs' },
  ],
  customerOrders: [
    { to: '/ordiniclienti/inserimento-ordine', text: 'enterOrder', icon: IconPlus, card: 'customerOrders' },
    { to: '/ordiniclienti/visualizza-ordini', text: 'viewOrders', icon: IconClipboardList },
    { to: '/ordiniclienti/prezzi', text: 'customerPrices', icon: IconCashBanknote },
  ],
} as const satisfies Record<string, readonly CardDefinition[]>;
