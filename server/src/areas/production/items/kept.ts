/** The values that acts of production keep for their reversal (`Act.keep`). */
/** Kept by a load for its reversal. */
export interface KeptLoad {
  movements: readonly number[];
}
/** Kept by the deletion of an operation for its reversal: the row, and whether the item was completed by force. */
export interface KeptOperation {
  operation: { batch_number: string; quantity_produced: number; is_completed: boolean; notes: string | null };
  production_date: string;
  forced: boolean;
  /** The run whose output it was; absent in acts of earlier releases. */
  run_id?: number | null;
  /** The weight of that output. */
  kg?: string | null;
}
/** Kept by the deletion of a scheduling for its reversal: the row, and whether its item was completed. */
export interface KeptScheduling {
  scheduling: {
    machine_id: number;
    quantity_to_produce: number;
    production_time: string;
    production_minutes: number;
    notes: string | null;
    position: number | null;
  };
  was_completed: boolean;
}
