import type { Day } from '@bobina/contract/core/dates.ts';
import type { MovementSource, MovementType } from '@bobina/contract/stock/movements.ts';

/** A movement to post. */
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
  /** A load that accepts an existing batch with other dates; the batch keeps its dates. */
  keep_dates?: boolean;
  /** Above zero; a text when it is computed. */
  quantity: number | string;
  notes?: string | null | undefined;
  /** The document that posts the movement; undefined for a manual movement. */
  document_id?: number;
  document_number?: string;
  /** The movement that it replaces, whose id it keeps. */
  movement_id?: number;
  /** Request paths for errors of this line. */
  paths?: { quantity: string; batch_number: string };
}
