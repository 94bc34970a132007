import type { Day } from '@bobina/contract/core/dates.ts';
import type { MovementSource, MovementType } from '@bobina/contract/stock/movements.ts';

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
