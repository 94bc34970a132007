/** The order of the home, by role. Figures that the server does not answer for a role are skipped. */
import type { Capability, Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';

export type FigureKey =
  | 'late_arrivals'
  | 'arrivals_today'
  | 'to_receive'
  | 'to_ship'
  | 'open_counts'
  | 'new_orders'
  | 'promised_this_week'
  | 'to_invoice'
  | 'draft_invoices'
  | 'not_handed_over'
  | 'rejected_documents'
  | 'dead_messages'
  | 'failed_imports'
  | 'overdue'
  | 'to_order';
export type PanelKey = Extract<
  keyof Dashboard,
  'late_orders' | 'low_stock' | 'expiring_batches' | 'open_invoices' | 'week_production'
>;
export const CHARTS = ['turnover', 'margins', 'orders', 'cash', 'stockValue', 'load'] as const;
export type ChartKey = (typeof CHARTS)[number];

const ARRIVING: FigureKey[] = ['late_arrivals', 'arrivals_today', 'to_receive', 'to_ship', 'open_counts'];
const ORDERED: FigureKey[] = ['new_orders', 'promised_this_week'];
const INVOICED: FigureKey[] = ['to_invoice', 'draft_invoices', 'overdue', 'not_handed_over', 'rejected_documents'];
const SOLD: PanelKey[] = ['open_invoices', 'late_orders'];
const STOCKED: PanelKey[] = ['expiring_batches', 'low_stock'];

/** The acts that figures ask for. They are nothing to do for roles without the capability, which still see the count. */
export const ACT_OF: Partial<Record<FigureKey, Capability>> = {
  late_arrivals: 'goods_receipts.write',
  arrivals_today: 'goods_receipts.write',
  open_counts: 'stock.write',
  to_invoice: 'invoices.write',
  draft_invoices: 'invoices.write',
  not_handed_over: 'transmissions.write',
  rejected_documents: 'transmissions.write',
  to_order: 'purchase_orders.write',
};
/** The work of each role: its figures above zero come first, after those that are urgent for everybody. */
export const WORK_OF: Record<Role, readonly FigureKey[]> = {
  admin: ['new_orders', 'to_ship'],
  direction: ['new_orders', 'to_invoice'],
  administration: ['not_handed_over'],
  orders: ['new_orders', 'promised_this_week', 'to_ship'],
  warehouse: ['arrivals_today', 'to_ship', 'open_counts'],
  sales: ['to_invoice', 'draft_invoices', 'not_handed_over', 'new_orders'],
};
/** The figures of each role, the most important first. */
export const FIGURES: Record<Role, readonly FigureKey[]> = {
  admin: [...ORDERED, 'dead_messages', 'failed_imports', ...ARRIVING, ...INVOICED],
  direction: [...INVOICED, ...ORDERED, ...ARRIVING, 'dead_messages', 'failed_imports'],
  administration: [...INVOICED, ...ORDERED, 'dead_messages', 'failed_imports'],
  orders: [
    ...ORDERED,
    'dead_messages',
    'failed_imports',
    'to_ship',
    ...ARRIVING.filter((key) => key !== 'to_ship'),
    ...INVOICED,
  ],
  warehouse: [...ARRIVING, ...ORDERED, 'dead_messages', 'failed_imports'],
  sales: [...INVOICED, ...ORDERED, ...ARRIVING, 'dead_messages', 'failed_imports'],
};
/** The lists of each role, the most important first. */
export const PANELS: Record<Role, readonly PanelKey[]> = {
  admin: ['late_orders', ...STOCKED, 'open_invoices', 'week_production'],
  direction: ['late_orders', 'open_invoices', 'week_production', ...STOCKED],
  administration: [...SOLD, 'week_production'],
  orders: ['late_orders', 'low_stock', 'expiring_batches', 'open_invoices'],
  warehouse: [...STOCKED, 'late_orders', 'week_production'],
  sales: [...SOLD, 'low_stock', 'expiring_batches'],
};
/** The charts of each role; each needs the capability of its call. */
export const CHARTS_OF: Record<Role, readonly ChartKey[]> = {
  admin: CHARTS,
  direction: CHARTS,
  administration: ['cash', 'margins'],
  orders: [],
  warehouse: [],
  sales: ['cash'],
};
/** The lists and charts below the cards of a hub, for roles that see them at home. */
export const OF_HUB: Partial<Record<string, { panels: readonly PanelKey[]; charts: readonly ChartKey[] }>> = {
  '/operazioni': { panels: ['open_invoices'], charts: ['cash'] },
  '/report': { panels: STOCKED, charts: ['stockValue', 'turnover'] },
  '/ordiniclienti': { panels: ['late_orders'], charts: ['orders'] },
  '/produzione': { panels: ['week_production', 'late_orders'], charts: ['load'] },
};
