/** The screens that list the rows behind the figures, and the addresses of filtered lists. */
import type { Day } from '@bobina/contract/core/dates.ts';

export const ORDERS = '/ordiniclienti/visualizza-ordini';
export const STOCK = '/report/giacenze';
export const COUNTS = '/report/inventario';
export const SALES = '/operazioni/vendite';
export const SHIPMENTS = '/operazioni/spedizioni';
export const RECEIPTS = '/operazioni/ricezione-merce';
export const IMPORTED = '/report/importazioni';
export const ITEMS = '/produzione/stato';
export const OUTBOX = '/report/posta-in-uscita';

/** Returns a path with its filters as query parameters; leaves out undefined ones. */
export function withFilters(path: string, filters: Record<string, string | boolean | undefined>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`;
}

/** Returns the list and the screen of the invoices with an open instalment that is due in a range of days. */
export function invoicesDue(range: { due_from?: Day; due_until?: Day }): { path: string; screen: string } {
  return {
    path: withFilters('/invoices', { open: true, open_from: range.due_from, open_until: range.due_until }),
    screen: withFilters(SALES, { tab: 'invoices', status: 'open', ...range }),
  };
}
