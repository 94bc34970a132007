/** The whole contract: every call that the API answers, by area. */
import { tokens } from './identity/tokens.ts';
import { auth } from './identity/auth.ts';
import { preferences } from './identity/preferences.ts';
import { securityEvents } from './identity/security-events.ts';
import { users } from './identity/users.ts';
import { views } from './identity/views.ts';
import { customerPrices } from './orders/customer-prices.ts';
import { customerOrders } from './orders/orders.ts';
import { productionItems } from './production/items.ts';
import { productionLoading } from './production/loading.ts';
import { materials } from './production/materials.ts';
import { productionOperations } from './production/operations.ts';
import { runReports } from './production/run-reports.ts';
import { runs } from './production/runs.ts';
import { productionScheduling } from './production/scheduling.ts';
import { prices } from './purchasing/prices.ts';
import { purchaseInvoices } from './purchasing/purchase-invoices.ts';
import { purchaseOrders } from './purchasing/orders.ts';
import { purchaseProposals } from './purchasing/proposals.ts';
import { productSupply } from './purchasing/supply.ts';
import { goodsReceipts } from './purchasing/receipts.ts';
import { valuation } from './purchasing/valuation.ts';
import { company, settings } from './registry/company.ts';
import { contacts } from './registry/contacts.ts';
import { customers, destinations, suppliers } from './registry/parties.ts';
import { machines, warehouses } from './registry/places-and-machines.ts';
import { products } from './registry/products.ts';
import { paymentTerms, vatCodes } from './registry/terms.ts';
import { bank, bankSlips } from './sales/bank.ts';
import { documentFiles } from './sales/document-files.ts';
import { documents } from './sales/documents.ts';
import { invoices } from './sales/invoices.ts';
import { payments } from './sales/payments.ts';
import { receivables, reminders } from './sales/receivables.ts';
import { packingLists } from './sales/packing-lists.ts';
import { batches } from './stock/batches.ts';
import { shipments } from './sales/shipments.ts';
import { transmissions } from './sales/transmissions.ts';
import { stockCounts } from './stock/counts.ts';
import { stock } from './stock/levels.ts';
import { stockMovements } from './stock/movements.ts';
import { pallets } from './stock/pallets.ts';
import { reels } from './stock/reels.ts';
import { accounting } from './sales/accounting.ts';
import { declarationsOfIntent } from './registry/declarations.ts';
import { attachments } from './system/attachments.ts';
import { calendars } from './system/calendars.ts';
import { changes } from './system/changes.ts';
import { webhooks } from './system/webhooks.ts';
import { dashboard } from './system/dashboard.ts';
import { health } from './system/health.ts';
import { figures } from './system/figures.ts';
import { history } from './system/history.ts';
import { imports } from './system/imports.ts';
import { notes } from './system/notes.ts';
import { notices } from './system/notices.ts';
import { mails, outbox } from './system/outbox.ts';
import { search } from './system/search.ts';
import { system } from './system/system.ts';
import { usedValues } from './system/used-values.ts';
import { recalls, trace } from './system/trace.ts';
import { undo } from './system/undo.ts';

export const contract = {
  system,
  auth,
  users,
  securityEvents,
  views,
  preferences,
  tokens,
  products,
  warehouses,
  suppliers,
  customers,
  destinations,
  contacts,
  machines,
  paymentTerms,
  vatCodes,
  company,
  settings,
  declarationsOfIntent,
  stockMovements,
  stock,
  stockCounts,
  batches,
  reels,
  pallets,
  prices,
  purchaseOrders,
  purchaseInvoices,
  goodsReceipts,
  purchaseProposals,
  productSupply,
  valuation,
  customerOrders,
  customerPrices,
  packingLists,
  shipments,
  invoices,
  payments,
  receivables,
  reminders,
  bank,
  bankSlips,
  documents,
  documentFiles,
  transmissions,
  accounting,
  productionItems,
  productionOperations,
  productionScheduling,
  runs,
  runReports,
  productionLoading,
  materials,
  dashboard,
  health,
  notes,
  usedValues,
  attachments,
  notices,
  mails,
  outbox,
  search,
  imports,
  trace,
  recalls,
  history,
  undo,
  figures,
  changes,
  calendars,
  webhooks,
};
