import 'i18next';
import type home from '../areas/home/it.json';
import type identity from '../areas/identity/it.json';
import type orders from '../areas/orders/it.json';
import type production from '../areas/production/it.json';
import type productionReports from '../areas/production/reports/it.json';
import type accounting from '../areas/sales/accounting/it.json';
import type bank from '../areas/sales/bank/it.json';
import type purchaseInvoices from '../areas/purchasing/invoices/it.json';
import type orderImport from '../areas/orders/import/it.json';
import type productSupply from '../areas/purchasing/supply/it.json';
import type valuation from '../areas/purchasing/valuation/it.json';
import type receiptHistory from '../areas/purchasing/receipts/it.json';
import type purchaseProposals from '../areas/purchasing/proposals/it.json';
import type purchasing from '../areas/purchasing/it.json';
import type records from '../areas/records/it.json';
import type reels from '../areas/reels/it.json';
import type registry from '../areas/registry/it.json';
import type settings from '../areas/registry/settings/it.json';
import type runs from '../areas/runs/it.json';
import type sales from '../areas/sales/it.json';
import type stock from '../areas/stock/it.json';
import type common from '../lib/i18n/common/it.json';
import type files from '../lib/i18n/files/it.json';
import type imports from '../lib/i18n/imports/it.json';
import type mail from '../lib/i18n/mail/it.json';
import type notes from '../lib/i18n/notes/it.json';
import type persons from '../lib/i18n/persons/it.json';
import type numbers from '../lib/i18n/numbers/it.json';
import type unsaved from '../lib/i18n/unsaved/it.json';
import type lists from '../lib/i18n/lists/it.json';
import type guide from './guide/texts/it.json';
import type offline from './offline/it.json';
import type { CardTexts, ScreenTitles } from './screen-texts.ts';
import type app from './texts/it.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** One line per area, so that the compiler checks its keys. */
    resources: {
      common: typeof common;
      lists: typeof lists;
      imports: typeof imports;
      files: typeof files;
      notes: typeof notes;
      persons: typeof persons;
      numbers: typeof numbers;
      unsaved: typeof unsaved;
      mail: typeof mail;
      app: Omit<typeof app, 'hubCards'> & { screens: ScreenTitles };
      cards: Pick<typeof app, 'hubCards'> & { cards: CardTexts };
      home: typeof home;
      guide: typeof guide;
      offline: typeof offline;
      identity: typeof identity;
      records: typeof records;
      reels: typeof reels;
      registry: typeof registry;
      settings: typeof settings;
      purchasing: typeof purchasing;
      purchaseInvoices: typeof purchaseInvoices;
      orderImport: typeof orderImport;
      productSupply: typeof productSupply;
      valuation: typeof valuation;
      receiptHistory: typeof receiptHistory;
      purchaseProposals: typeof purchaseProposals;
      stock: typeof stock;
      orders: typeof orders;
      production: typeof production;
      productionReports: typeof productionReports;
      runs: typeof runs;
      sales: typeof sales;
      accounting: typeof accounting;
      bank: typeof bank;
    };
  }
}
