/** The history of a record: who changed which field, and when. */
import { z } from 'zod';
import { GROWING_ROWS, list } from '../core/endpoint.ts';
import type { Capability } from '../core/permissions.ts';

interface HistoryAccess {
  /** The capability that reading the record requires. */
  needs: Capability;
  /** Fields, of the record or of its lines, that only users with this further capability may see. */
  hidden?: { unless: Capability; fields: readonly string[] }[];
}

const AMOUNTS = ['unit_price', 'price_per_pack', 'total', 'total_price', 'net_amount', 'vat_amount', 'total_amount'];

/** The records with a history, by the name of their list, and the capability to read it. */
export const HISTORY_ENTITIES = {
  products: { needs: 'registry.read' },
  warehouses: { needs: 'registry.read' },
  suppliers: { needs: 'registry.read' },
  customers: { needs: 'registry.read' },
  'destinazioni-merce': { needs: 'registry.read' },
  machines: { needs: 'registry.read', hidden: [{ unless: 'costs.read', fields: ['cost_per_hour'] }] },
  'condizioni-pagamento': { needs: 'registry.read' },
  'vat-codes': { needs: 'registry.read' },
  company: { needs: 'registry.read' },
  settings: { needs: 'settings.manage', hidden: [{ unless: 'costs.read', fields: ['wages_per_hour'] }] },
  users: { needs: 'users.manage' },
  prices: { needs: 'prices.read' },
  'customer-prices': { needs: 'customer_prices.read' },
  'purchase-orders': {
    needs: 'purchase_orders.read',
    hidden: [{ unless: 'purchase_orders.amounts', fields: AMOUNTS }],
  },
  'goods-receipts': {
    needs: 'purchase_orders.read',
    hidden: [{ unless: 'purchase_orders.amounts', fields: AMOUNTS }],
  },
  'purchase-invoices': { needs: 'purchase_invoices.read' },
  'stock-movements': { needs: 'stock.read' },
  'stock-counts': { needs: 'stock.read' },
  batches: { needs: 'stock.read' },
  reels: { needs: 'stock.read' },
  'customer-orders': {
    needs: 'customer_orders.read',
    hidden: [{ unless: 'customer_orders.amounts', fields: AMOUNTS }],
  },
  production: { needs: 'production.plan' },
  'packing-lists': {
    needs: 'packing_lists.read',
    hidden: [
      { unless: 'packing_lists.amounts', fields: AMOUNTS },
      { unless: 'invoices.read', fields: ['invoice_id', 'invoice_number', 'invoice_status'] },
    ],
  },
  invoices: { needs: 'invoices.read' },
  payments: { needs: 'payments.read' },
  reminders: { needs: 'payments.read' },
  'bank-slips': { needs: 'payments.read' },
} as const satisfies Record<string, HistoryAccess>;
export type HistoryEntity = keyof typeof HISTORY_ENTITIES;

export const FieldChange = z
  .object({
    /** The field, or `items.<line id>.<field>` for a line. */
    field: z.string(),
    /** Null before the record or line existed. */
    before: z.unknown(),
    /** Null after a deletion. */
    after: z.unknown(),
  })
  .meta({ id: 'FieldChange' });
export type FieldChange = z.infer<typeof FieldChange>;

export const HistoryEntry = z
  .object({
    id: z.int(),
    at: z.string(),
    user_id: z.int(),
    user_name: z.string(),
    /** The service token of the call. */
    token_name: z.string().nullable(),
    action: z.string(),
    changes: z.array(FieldChange),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const history = {
  list: list('/history/{entity:text}/{id}', {
    summary: 'History of a record, newest first',
    description:
      'Lists the acts that created or changed a record, newest first, with the old and new value of every changed field. Fields of lines are named `items.<line id>.<field>`. `entity` is the name of the list of the record, for example `products` or `packing-lists`; its read capability is required. Amounts that the caller may not see are left out, passwords are never contained. Acts from before the history was kept have no `changes`. An unknown entity and an unknown or deleted record are a 404.',
    needs: 'signed-in',
    row: HistoryEntry,
    sort: ['at'],
    most: GROWING_ROWS,
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
};
