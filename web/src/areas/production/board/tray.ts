/** The lines to schedule as a lane of the board, so that the pointer and the keys move them like jobs. */
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import { formatMinutes, minutesFor } from '@bobina/contract/production/time.rules.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Lane } from './moves.ts';

/** The id of the tray among the machines. */
export const TRAY = 0;

/** Returns the lane of the tray. Its jobs hold what is left of each line; it accepts no jobs. */
export function trayLane(items: readonly ProductionItem[], title: string, language: Language): Lane {
  return {
    machine_id: TRAY,
    machine_code: '',
    machine_description: title,
    is_active: false,
    total_minutes: 0,
    jobs: items.map((item) => trayJob(item, language)),
  };
}

/** Returns the line of a job of the tray; undefined for a scheduled job. */
export function trayItem(scheduling: number): number | undefined {
  return scheduling < 0 ? -scheduling : undefined;
}

/** A job that does not exist yet: its id is the negative id of the line. */
function trayJob(item: ProductionItem, language: Language): MachineJob {
  const minutes = minutesFor(item.minuti_x_confezione, item.remaining_to_schedule) ?? 0;
  const { item_id, order_id, order_number, customer_id, customer_name, product_id, code, product_name } = item;
  const { unit_of_measure, item_priority, production_status, delivery_date, is_late, quantity, delivered_quantity } =
    item;
  return {
    ...{ item_id, order_id, order_number, customer_id, customer_name, product_id, code, product_name },
    ...{ unit_of_measure, item_priority, production_status, delivery_date, is_late, quantity, delivered_quantity },
    scheduling_id: -item_id,
    version: 0,
    position: null,
    quantity_to_produce: item.remaining_to_schedule,
    left_quantity: item.remaining_to_schedule,
    production_time: minutes ? formatMinutes(minutes, language) : '',
    production_minutes: minutes,
    left_minutes: minutes,
    notes: null,
    not_before: null,
  };
}
