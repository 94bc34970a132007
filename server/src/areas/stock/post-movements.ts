import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { MovementSource, MovementType } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { refusalOf } from './refusals.ts';

/** A movement to be booked. */
export interface PostingLine {
  movement_type: MovementType;
  source_type: MovementSource;
  movement_date: Day;
  product_id: number;
  warehouse_id: number;
  destination_warehouse_id?: number | null | undefined;
  /** Empty for a product that is not managed by batch. */
  batch_number?: string | null | undefined;
  production_date?: Day | null | undefined;
  expiry_date?: Day | null | undefined;
  /** A load whose batch may exist with other dates: its own stand. */
  keep_dates?: boolean;
  /** Above zero; a text where it was worked out. */
  quantity: number | string;
  notes?: string | null | undefined;
  /** The document that books it; none for a manual one. */
  document_id?: number;
  document_number?: string;
  /** The movement that it takes the place of, whose id it keeps. */
  movement_id?: number;
  /** Where a refusal of it belongs in what was sent. */
  paths?: { quantity: string; batch_number: string };
}

/**
 * Books movements in the caller's transaction, in one round trip: the only way into the ledger, for every area.
 * Locks batches and stock keys in their own order, so the caller locks its document, products and warehouses before,
 * and takes its number after.
 * @param undone movements taken back in the same step, dated as they were
 * @returns the movements' numbers, in the order of the lines
 * @throws INSUFFICIENT_STOCK (now, or at the end of a past day), BATCH_DATES
 */
export const postMovements = async (act: Act, lines: readonly PostingLine[], undone: readonly number[] = []): Promise<number[]> => {
  const sent = JSON.stringify(lines.map(({ paths: _, ...line }) => ({ ...line, batch_number: line.batch_number ?? '' })));
  const { rows } = await sql<{ posted: number[] }>`
    select post_stock(${act.user.id}, ${sent}::jsonb, ${undone}::integer[]) as posted`
    .execute(act.tx)
    .catch((error: unknown) => {
      throw refusalOf(error, lines) ?? error;
    });
  act.changed('stock-movements');
  act.changed('stock');
  return rows[0]!.posted;
};
