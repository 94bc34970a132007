import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { choiceFilter, dayFilter, flagFilter, rowFilter, textFilter } from '../../ui/page/filter-fields.ts';

export const PAYMENTS = '/operazioni/pagamenti';
export const BANK = '/operazioni/banca';
export const REMINDERS = '/operazioni/solleciti';
export const SALES = '/operazioni/vendite';
export const RECEIPTS = `${SALES}/ricevute`;
/** The drafts among the invoices. */
export const DRAFTS = `${SALES}?tab=invoices&status=draft`;
/** The dialog that invoices all packing lists up to a day. */
export const INVOICE_UNTIL = `${SALES}?tab=invoices&until=true`;
/** Returns the URL of a packing list's details. */
export function packingListPath(id: number): string {
  return `${SALES}?open=${id}`;
}
/** Returns the URL of the form of a new packing list, filled in with the lines of a cancelled one. */
export function sameLinesPath(id: number): string {
  return `${SALES}?new=true&like=${id}`;
}
/** Returns the URL of an invoice's details. */
export function invoicePath(id: number): string {
  return `${SALES}?tab=invoices&open=${id}`;
}

/** Returns the URL for another draft of a cancelled one: the form, or the open packing lists of the customer if there were several. */
export function draftAgainPath({ packing_lists: lists, customer_id }: Pick<Invoice, 'packing_lists' | 'customer_id'>) {
  const [only, second] = lists;
  return only && !second
    ? `${SALES}?tab=invoices&new=true&of=${only.id}`
    : `${SALES}?status=to_invoice&customer_id=${customer_id}`;
}

export const TABS = ['packing', 'invoices'] as const;
export type Tab = (typeof TABS)[number];
/** Search parameters that both lists share. */
export const sharedFilters = {
  tab: choiceFilter(TABS),
  q: textFilter(),
  sort: textFilter(),
  customer_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
  /** Whether the dialog of a new document is open. */
  new: flagFilter(),
  /** Id of the packing list that the new invoice is for. */
  of: rowFilter(),
  /** Id of the cancelled packing list whose lines the new one repeats. */
  like: rowFilter(),
  /** Id of the document whose details are open. */
  open: rowFilter(),
};

/** The call groups that a sales document changes: documents, orders and stock. */
export const CHANGED_BY_SALES = [
  'payments',
  'receivables',
  'reminders',
  'packingLists',
  'shipments',
  'invoices',
  'documentFiles',
  'transmissions',
  'customerOrders',
  'stock',
  'stockMovements',
  'productionItems',
] as const;

/** Refetches all queries that a sales document changes. */
export function refreshSales(): void {
  for (const group of CHANGED_BY_SALES) void queryClient.invalidateQueries({ queryKey: [group] });
}

/** Refetches all queries that a payment changes. */
export function refreshPayments(): void {
  for (const group of ['payments', 'invoices', 'receivables', 'reminders', 'bank'])
    void queryClient.invalidateQueries({ queryKey: [group] });
}

/** Refetches all queries that a bank slip changes. */
export function refreshSlips(): void {
  for (const group of ['bank', 'bankSlips', 'purchaseInvoices'])
    void queryClient.invalidateQueries({ queryKey: [group] });
  refreshPayments();
}
