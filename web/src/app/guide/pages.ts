/** The pages of the user guide. A screen without an entry does not compile. */
import type { Screen } from '../../lib/screen.ts';

/** The folders with the texts of the pages: `pages` holds home and hubs, the others are areas. */
export type GuideFolder =
  | 'pages'
  | 'identity'
  | 'orders'
  | 'production'
  | 'purchasing'
  | 'records'
  | 'registry'
  | 'sales'
  | 'stock';

export type GuideName = Screen['title'];

/** The keys by name; the names are keys of `keys` in the guide's own texts. */
export const KEYS = {
  search: ['/'],
  rows: ['↑', '↓'],
  inRow: ['→', '←'],
  openRow: ['Enter'],
  selectRow: ['Space'],
  selectAll: ['Ctrl', 'A'],
  save: ['Ctrl', 'S'],
  nextCell: ['Enter'],
  cellRows: ['↑', '↓'],
  pasteRows: ['Ctrl', 'V'],
  walkJobs: ['↑', '↓', '→', '←'],
  liftJob: ['Space'],
  toTray: ['/', '↓'],
  countNext: ['Enter'],
  palette: ['Ctrl', 'K'],
  undo: ['Ctrl', 'Z'],
  close: ['Esc'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>;
export type KeyName = keyof typeof KEYS;

const EVERYWHERE = ['palette', 'undo', 'close', 'help'] as const;
/** A list without a selection. */
const ROWS = ['search', 'rows', 'inRow', 'openRow', ...EVERYWHERE] as const;
const LIST = ['search', 'rows', 'inRow', 'openRow', 'selectRow', 'selectAll', ...EVERYWHERE] as const;
const FORM = ['save', ...EVERYWHERE] as const;
const ORDER_FORM = ['save', 'nextCell', 'cellRows', 'pasteRows', ...EVERYWHERE] as const;

interface GuideEntry {
  folder: GuideFolder;
  keys: readonly KeyName[];
}

const ENTRIES = {
  home: { folder: 'pages', keys: EVERYWHERE },
  registry: { folder: 'pages', keys: EVERYWHERE },
  operations: { folder: 'pages', keys: EVERYWHERE },
  reports: { folder: 'pages', keys: EVERYWHERE },
  production: { folder: 'pages', keys: EVERYWHERE },
  customerOrders: { folder: 'pages', keys: EVERYWHERE },
  guide: { folder: 'pages', keys: ['search', ...EVERYWHERE] },

  login: { folder: 'identity', keys: ['close', 'help'] },
  newPassword: { folder: 'identity', keys: ['close', 'help'] },
  account: { folder: 'identity', keys: FORM },
  users: { folder: 'identity', keys: LIST },
  newUser: { folder: 'identity', keys: FORM },
  user: { folder: 'identity', keys: FORM },
  securityEvents: { folder: 'identity', keys: LIST },
  programs: { folder: 'identity', keys: LIST },
  webhooks: { folder: 'identity', keys: LIST },

  products: { folder: 'registry', keys: LIST },
  newProduct: { folder: 'registry', keys: FORM },
  warehouses: { folder: 'registry', keys: LIST },
  newWarehouse: { folder: 'registry', keys: FORM },
  warehouse: { folder: 'registry', keys: FORM },
  company: { folder: 'registry', keys: FORM },
  suppliers: { folder: 'registry', keys: LIST },
  customers: { folder: 'registry', keys: LIST },
  machines: { folder: 'registry', keys: LIST },
  paymentTerms: { folder: 'registry', keys: ['rows', 'inRow', 'openRow', 'selectRow', 'selectAll', ...FORM] },
  vatCodes: { folder: 'registry', keys: LIST },
  declarations: { folder: 'registry', keys: LIST },
  settings: { folder: 'registry', keys: FORM },

  product: { folder: 'records', keys: FORM },
  customer: { folder: 'records', keys: FORM },
  supplier: { folder: 'records', keys: FORM },
  machine: { folder: 'records', keys: FORM },
  batch: { folder: 'records', keys: EVERYWHERE },

  purchaseOrders: { folder: 'purchasing', keys: LIST },
  newPurchaseOrder: { folder: 'purchasing', keys: ORDER_FORM },
  purchaseOrder: { folder: 'purchasing', keys: ORDER_FORM },
  goodsReceipt: { folder: 'purchasing', keys: LIST },
  receiveOrder: { folder: 'purchasing', keys: ['nextCell', ...FORM] },
  itemHistory: { folder: 'purchasing', keys: EVERYWHERE },
  prices: { folder: 'purchasing', keys: LIST },
  newPrice: { folder: 'purchasing', keys: FORM },
  price: { folder: 'purchasing', keys: FORM },
  purchaseInvoices: { folder: 'purchasing', keys: LIST },
  newPurchaseInvoice: { folder: 'purchasing', keys: FORM },
  purchaseInvoice: { folder: 'purchasing', keys: EVERYWHERE },
  notInvoiced: { folder: 'purchasing', keys: LIST },
  valuation: { folder: 'purchasing', keys: LIST },

  sales: { folder: 'sales', keys: LIST },
  payments: { folder: 'sales', keys: LIST },
  aging: { folder: 'sales', keys: LIST },
  reminders: { folder: 'sales', keys: LIST },
  bank: { folder: 'sales', keys: LIST },
  stampDuty: { folder: 'sales', keys: EVERYWHERE },
  vatRegisters: { folder: 'sales', keys: EVERYWHERE },
  entries: { folder: 'sales', keys: EVERYWHERE },
  yearEnd: { folder: 'sales', keys: EVERYWHERE },
  closings: { folder: 'sales', keys: ['save', ...EVERYWHERE] },
  shipments: { folder: 'sales', keys: ['search', ...EVERYWHERE] },
  receipts: { folder: 'sales', keys: LIST },

  movements: { folder: 'stock', keys: LIST },
  newMovement: { folder: 'stock', keys: FORM },
  movement: { folder: 'stock', keys: FORM },
  transfers: { folder: 'stock', keys: FORM },
  scan: { folder: 'stock', keys: EVERYWHERE },
  reels: { folder: 'stock', keys: LIST },
  reel: { folder: 'records', keys: EVERYWHERE },
  purchaseProposals: { folder: 'purchasing', keys: ['search', ...EVERYWHERE] },
  imports: { folder: 'records', keys: LIST },
  outbox: { folder: 'records', keys: LIST },
  trace: { folder: 'records', keys: EVERYWHERE },
  stockLevels: { folder: 'stock', keys: LIST },
  inventory: { folder: 'stock', keys: ['countNext', ...LIST] },

  enterOrder: { folder: 'orders', keys: ['save', 'nextCell', 'cellRows', 'pasteRows', ...LIST] },
  viewOrders: { folder: 'orders', keys: LIST },
  customerPrices: { folder: 'orders', keys: LIST },
  newCustomerPrice: { folder: 'orders', keys: FORM },
  customerPrice: { folder: 'orders', keys: FORM },

  productionLoad: { folder: 'production', keys: ['search', ...EVERYWHERE] },
  priorities: { folder: 'production', keys: LIST },
  productionStatus: { folder: 'production', keys: LIST },
  scheduling: { folder: 'production', keys: ['toTray', 'walkJobs', 'liftJob', ...LIST] },
  materials: { folder: 'production', keys: ROWS },
  runs: { folder: 'production', keys: LIST },
  run: { folder: 'production', keys: EVERYWHERE },
  yields: { folder: 'production', keys: EVERYWHERE },
  margins: { folder: 'production', keys: ROWS },
  machineRun: { folder: 'production', keys: EVERYWHERE },
} satisfies Record<Exclude<GuideName, keyof typeof SAME>, GuideEntry>;

/** Screens that show the same content as another one have the page of that screen. */
const SAME = { customerList: 'customers', guidePage: 'guide' } as const;

export type PageName = keyof typeof ENTRIES;

/** All pages, in the order of the contents. */
export const PAGE_NAMES = Object.keys(ENTRIES) as PageName[];

/** Returns the page that explains the screen. */
export function pageOf(title: GuideName): PageName {
  return title in SAME ? SAME[title as keyof typeof SAME] : (title as PageName);
}

/** Returns the folder of the page's texts and its keys. */
export function guideEntry(page: PageName): GuideEntry {
  return ENTRIES[page];
}

/** Whether the text, such as a part of an address, names a page. */
export function isPageName(text: string): text is PageName {
  return Object.hasOwn(ENTRIES, text);
}
