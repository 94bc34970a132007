import { z } from 'zod';
import { queryClient } from '../../lib/query-client.ts';

export const SALES = '/operazioni/vendite';
/** The address of a document's details. */
export function packingListPath(id: number): string {
  return `${SALES}?open=${id}`;
}
export function invoicePath(id: number): string {
  return `${SALES}?tab=invoices&open=${id}`;
}

export const TABS = ['packing', 'invoices'] as const;
export type Tab = (typeof TABS)[number];
export function day() {
  return z.iso.date().optional().catch(undefined);
}
/** What both lists keep in the address. */
export const sharedFilters = {
  tab: z.enum(TABS).optional().catch(undefined),
  q: text(),
  sort: text(),
  customer_id: z.coerce.number().int().positive().optional().catch(undefined),
  from: day(),
  to: day(),
  /** The dialog of a new one. */
  new: z.literal(true).optional().catch(undefined),
  /** Of which packing list the new invoice is. */
  of: z.coerce.number().int().positive().optional().catch(undefined),
  /** The details of this one. */
  open: z.coerce.number().int().positive().optional().catch(undefined),
};

/** What a document of sale changes: itself, orders, stock. */
export function refreshSales(): void {
  for (const group of ['packingLists', 'invoices', 'customerOrders', 'stock', 'stockMovements', 'productionItems'])
    void queryClient.invalidateQueries({ queryKey: [group] });
}

function text() {
  return z.coerce.string().optional().catch(undefined);
}
