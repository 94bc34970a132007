/**
 * Locates the texts of each area. The namespace is the area's folder name; `app` holds the shell's texts and the titles of
 * all screens, which the build takes from the areas' guides; `offline` holds those of the entries that wait on the device,
 * `guide` those around the pages of the guide.
 */
const areas = import.meta.glob<object>('../areas/*/*.json', { import: 'default' });
/** Screens with many texts, which the other screens of their area do not load. */
const parts = import.meta.glob<object>(
  [
    '../areas/registry/settings/*.json',
    '../areas/orders/import/*.json',
    '../areas/production/reports/*.json',
    '../areas/purchasing/{invoices,proposals,receipts,supply,valuation}/*.json',
    '../areas/sales/{accounting,bank,shipments}/*.json',
  ],
  {
    import: 'default',
  },
);
/** The sentences of the cards, which only the hubs load: `build/screen-texts.ts` gathers them. */
const cards = import.meta.glob<object>('./texts/*.json', { query: '?cards', import: 'default' });
const own = import.meta.glob<object>('./{texts,offline,guide/texts}/*.json', { import: 'default' });

const PARTS: Record<string, string> = {
  settings: 'registry/settings',
  purchaseInvoices: 'purchasing/invoices',
  purchaseProposals: 'purchasing/proposals',
  productSupply: 'purchasing/supply',
  valuation: 'purchasing/valuation',
  receiptHistory: 'purchasing/receipts',
  orderImport: 'orders/import',
  accounting: 'sales/accounting',
  bank: 'sales/bank',
  shipments: 'sales/shipments',
  productionReports: 'production/reports',
};
const FOLDERS: Record<string, string> = { app: 'texts', offline: 'offline', guide: 'guide/texts' };

/** Loads the catalogue of a namespace in one language. */
export function loadCatalogue(language: string, namespace: string): Promise<object> {
  const folder = FOLDERS[namespace];
  const part = PARTS[namespace];
  const load =
    namespace === 'cards'
      ? cards[`./texts/${language}.json`]
      : folder
        ? own[`./${folder}/${language}.json`]
        : part
          ? parts[`../areas/${part}/${language}.json`]
          : areas[`../areas/${namespace}/${language}.json`];
  return load ? load() : Promise.reject(new Error(`No texts: ${namespace}/${language}`));
}
