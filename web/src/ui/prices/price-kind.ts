/** What the screens of suppliers' and customers' prices have in common, and what differs between them. */
import type { Acts } from '../../lib/api/acts.ts';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { PricesRaise } from '@bobina/contract/core/price-period.ts';
import type { PriceStatus } from '@bobina/contract/core/price-statuses.ts';
import type { Call, ListCall } from '../../lib/api/client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** What a list of prices reads of a row beside its columns: for its name, its menu and the question before it is deleted. */
export const PRICE_ROW = [
  'id',
  'version',
  'product_code',
  'product_name',
  'price',
  'currency',
  'start_date',
  'end_date',
] as const;
export interface PriceRow {
  id: number;
  product_id: number;
  product_code: string;
  product_name: string;
  price: number;
  currency: string;
  start_date: string;
  end_date: string | null;
  status: PriceStatus;
  version: number;
  /** Only of suppliers' prices. */
  from_quantity?: number;
  /** A price has one of the two parties. */
  supplier_id?: number;
  supplier_name?: string;
  customer_id?: number;
  customer_name?: string;
}
export type SeenPrice = Pick<PriceRow, (typeof PRICE_ROW)[number] | 'supplier_name' | 'customer_name'>;

/** The result of a price that was raised. */
export interface RaisedPrice {
  id: number;
  code: string | null;
  message: string | null;
  new_price: number | null;
  /** What a raise that was written is undone by. */
  activity_id: number | null;
}

/** One of the two kinds of prices. A party is the supplier or the customer. */
export interface PriceKind<Row extends PriceRow> {
  /** The address of the list. The form of a new price is at `/nuovo`, that of a row at its id. */
  path: string;
  /** The capability to create, change and delete prices. */
  writing: Capability;
  list: ListCall<Row>;
  get: Call<{ id: number }, Row>;
  update: (input: { id: number; body: { price: number }; version: number }) => Promise<unknown>;
  remove: (input: { id: number }, options: Acts['options']) => Promise<unknown>;
  /** Raises prices by a percentage from a day on. */
  raise: (input: { body: PricesRaise }, options: { timeout: number }) => Promise<{ results: RaisedPrice[] }>;
  /** Field with the id of the party. */
  partyId: 'supplier_id' | 'customer_id';
  /** Column with the name of the party. */
  partyName: 'supplier_name' | 'customer_name';
  /** Call groups that show or use the prices. */
  shownIn: readonly string[];
}

/** Refetches all queries that show or use prices of this kind. */
export async function invalidatePrices({ shownIn }: Pick<PriceKind<never>, 'shownIn'>): Promise<void> {
  for (const entity of shownIn) await queryClient.invalidateQueries({ queryKey: [entity] });
}
