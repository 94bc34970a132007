import { api } from '../../../lib/api/api.ts';

const MOST = 500;

/** Returns the query for the open invoices of a customer in all currencies, oldest first. */
export function openInvoicesOf(customer_id: number) {
  return api.invoices.list.query({ query: { customer_id, open: true, sort: 'due_date', limit: MOST } });
}
