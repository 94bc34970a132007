/** The rule for "late": a line that will not be delivered by its delivery day. */
import type { Day } from '../core/dates.ts';
import { decimalOf } from '../core/decimal.ts';
import type { ProductionStatus } from './statuses.ts';

/** A line of a customer order with its progress. */
export interface LineInTime {
  quantity: number | string;
  delivered_quantity: number | string;
  /** Nothing more of it is delivered. */
  is_closed: boolean;
  delivery_date: Day;
  production_status: ProductionStatus;
}

/**
 * A line is late when it is neither closed nor delivered in full and either its delivery day is past, or it is still to be produced
 * and the last of its jobs on the board ends after that day. An order is late when one of its lines is.
 * @param today the company's day
 * @param lastEnd the day on which the last of its jobs ends; a line without jobs counts as done today
 */
export function isLate(line: LineInTime, today: Day, lastEnd: Day = today): boolean {
  if (line.is_closed || decimalOf(line.delivered_quantity).gte(line.quantity)) return false;
  if (line.delivery_date < today) return true;
  return line.production_status !== 'completato' && lastEnd > line.delivery_date;
}
