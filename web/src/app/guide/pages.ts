/** The pages of the user guide: one for each screen. */
import { isNewForm, type Screen } from '../../lib/screen.ts';
import { areas, areaScreens } from '../area-screens.ts';

export type GuideName = Screen['title'];

/** Screens that show the same content as another one have the page of that screen. */
const SAME = { customerList: 'customers', guidePage: 'guide' } as const;

export type PageName = Exclude<GuideName, keyof typeof SAME>;

/** The pages that no area has: home, the hubs and the guide. Their texts are in the folder `pages`. */
const OWN = [
  'home',
  'registry',
  'operations',
  'reports',
  'production',
  'customerOrders',
  'guide',
] as const satisfies PageName[];

/** The areas whose pages are among those of another one. */
const TOGETHER: Record<string, GuideFolder> = { reels: 'stock', runs: 'production' };

/** The folders with the texts of the pages: `pages`, the others are areas. */
export type GuideFolder = 'pages' | Exclude<keyof typeof areas, 'reels' | 'runs'>;

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

/** Keys of screens that are neither a list nor the form of one row. */
const KEYS_OF: Partial<Record<PageName, readonly KeyName[]>> = {
  ...Object.fromEntries(OWN.map((name) => [name, EVERYWHERE])),
  guide: ['search', ...EVERYWHERE],

  login: ['close', 'help'],
  newPassword: ['close', 'help'],
  account: FORM,

  company: FORM,
  paymentTerms: ['rows', 'inRow', 'openRow', 'selectRow', 'selectAll', ...FORM],
  settings: FORM,

  batch: EVERYWHERE,
  reel: EVERYWHERE,
  trace: EVERYWHERE,

  newPurchaseOrder: ORDER_FORM,
  purchaseOrder: ORDER_FORM,
  receiveOrder: ['nextCell', ...FORM],
  itemHistory: EVERYWHERE,
  purchaseInvoice: EVERYWHERE,
  purchaseProposals: ['search', ...EVERYWHERE],

  stampDuty: EVERYWHERE,
  vatRegisters: EVERYWHERE,
  entries: EVERYWHERE,
  yearEnd: EVERYWHERE,
  closings: ['save', ...EVERYWHERE],
  shipments: ['search', ...EVERYWHERE],

  transfers: FORM,
  scan: EVERYWHERE,
  inventory: ['countNext', ...LIST],

  enterOrder: ['save', 'nextCell', 'cellRows', 'pasteRows', ...LIST],

  productionLoad: ['search', ...EVERYWHERE],
  scheduling: ['toTray', 'walkJobs', 'liftJob', ...LIST],
  materials: ROWS,
  run: EVERYWHERE,
  yields: EVERYWHERE,
  margins: ROWS,
  machineRun: EVERYWHERE,
};

const FOLDERS = new Map<PageName, GuideFolder>(OWN.map((name) => [name, 'pages']));
for (const [area, screens] of Object.entries(areas))
  for (const { title } of screens) if (hasPage(title)) FOLDERS.set(title, TOGETHER[area] ?? (area as GuideFolder));

/** All pages, in the order of the contents. */
export const PAGE_NAMES = [...FOLDERS.keys()];

/** Returns the page that explains the screen. */
export function pageOf(title: GuideName): PageName {
  return hasPage(title) ? title : SAME[title];
}

/** Returns the folder of the page's texts. */
export function guideFolder(page: PageName): GuideFolder {
  return FOLDERS.get(page)!;
}

/** Returns the keys that the page explains. */
export function guideKeys(page: PageName): readonly KeyName[] {
  const { path = '' } = areaScreens.find(({ title }) => title === page) ?? {};
  return KEYS_OF[page] ?? (path.includes('$') || isNewForm(path) ? FORM : LIST);
}

/** Whether the text, such as a part of an address, names a page. */
export function isPageName(text: string): text is PageName {
  return FOLDERS.has(text as PageName);
}

function hasPage(title: GuideName): title is PageName {
  return !Object.hasOwn(SAME, title);
}
