import {
  IconArrowsExchange,
  IconBarcode,
  IconBinaryTree,
  IconBuilding,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalculator,
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
  IconFileInvoice,
  IconFlag3,
  IconFolders,
  IconListCheck,
  IconMailExclamation,
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
export interface CardDefinition {
  to: string;
  text: CardText;
  icon: Icon;
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
    { to: '/anagrafica/prodotti', text: 'products', icon: IconPackage },
    { to: '/anagrafica/magazzini', text: 'warehouses', icon: IconBuildingWarehouse },
    { to: '/anagrafica/azienda', text: 'company', icon: IconBuilding },
    { to: '/anagrafica/fornitori', text: 'suppliers', icon: IconTruckDelivery },
    { to: '/anagrafica/clienti', text: 'customers', icon: IconUsers },
    { to: '/anagrafica/macchinari', text: 'machines', icon: IconBuildingFactory2 },
    { to: '/anagrafica/condizioni-pagamento', text: 'paymentTerms', icon: IconCreditCard },
    { to: '/anagrafica/codici-iva', text: 'vatCodes', icon: IconReceiptTax },
    { to: '/anagrafica/dichiarazioni-intento', text: 'declarations', icon: IconCertificate },
    { to: '/anagrafica/impostazioni', text: 'settings', icon: IconSettings, card: 'settings' },
  ],
  operations: [
    { to: '/operazioni/ordini-fornitori', text: 'purchaseOrders', icon: IconClipboardList, card: 'purchaseOrders' },
    { to: '/operazioni/proposte', text: 'purchaseProposals', icon: IconShoppingCart, card: 'purchaseProposals' },
    { to: '/operazioni/ricezione-merce', text: 'goodsReceipt', icon: IconPackageImport, card: 'goodsReceipt' },
    { to: '/operazioni/prezzi', text: 'prices', icon: IconCashBanknote, card: 'prices' },
    { to: '/operazioni/vendite', text: 'sales', icon: IconFileInvoice, card: 'sales' },
    { to: '/operazioni/spedizioni', text: 'shipments', icon: IconPackageExport, card: 'shipments' },
    { to: '/operazioni/pagamenti', text: 'payments', icon: IconCash, card: 'payments' },
    { to: '/operazioni/scadenzario', text: 'aging', icon: IconCalendarDue, card: 'payments' },
    { to: '/operazioni/solleciti', text: 'reminders', icon: IconMailExclamation, card: 'payments' },
    { to: '/operazioni/movimenti', text: 'stockMovements', icon: IconTransfer, card: 'stockMovements' },
    { to: '/operazioni/trasferimenti', text: 'transfers', icon: IconArrowsExchange, card: 'transfers' },
    { to: '/operazioni/bobine', text: 'reels', icon: IconDisc },
    { to: '/operazioni/carico-produzione', text: 'productionLoad', icon: IconTruckLoading, card: 'productionLoad' },
    { to: '/operazioni/scansiona', text: 'scan', icon: IconBarcode, card: 'scan' },
  ],
  reports: [
    { to: '/report/giacenze', text: 'stockLevels', icon: IconStack2, card: 'stockLevels' },
    { to: '/report/valorizzazione', text: 'valuation', icon: IconCoins, card: 'valuation' },
    { to: '/report/inventario', text: 'inventory', icon: IconClipboardCheck, card: 'inventory' },
    { to: '/report/imposta-bollo', text: 'stampDuty', icon: IconRubberStamp, card: 'sales' },
    { to: '/report/tracciabilita', text: 'trace', icon: IconBinaryTree },
    { to: '/report/rese', text: 'yields', icon: IconScale, card: 'yields' },
    { to: '/report/margini', text: 'margins', icon: IconPercentage, card: 'margins' },
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
