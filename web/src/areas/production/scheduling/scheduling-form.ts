import { z } from 'zod';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { decimal } from '@bobina/contract/core/fields.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import { isAboveZero, requiredAs } from '@bobina/contract/core/required-as.ts';
import type { ItemScheduling, ProductionItem } from '@bobina/contract/production/items.ts';
import { SchedulingInput } from '@bobina/contract/production/scheduling.ts';
import { formatMinutes, minutesFor } from '@bobina/contract/production/time.rules.ts';

/** Minimum quantity to schedule, unless less remains. */
const LEAST = 1;

/** Returns the maximum quantity: the remainder plus the quantity of the scheduling that is being changed. */
export function mostOf(item: ProductionItem, job: ItemScheduling | undefined): number {
  return toNumber(decimalOf(item.remaining_to_schedule).plus(job?.quantity_to_produce ?? 0));
}

/** Returns the schema of the contract with the limits of the item. @param unit displayed name of the unit */
export function schedulingSchema(item: ProductionItem, job: ItemScheduling | undefined, unit: string) {
  const most = mostOf(item, job);
  const least = most > 0 ? Math.min(LEAST, most) : LEAST;
  const quantity = decimal()
    .refine((value) => value <= most, { params: { code: 'over_remaining', values: { max: most, unit } } })
    .refine((value) => value >= least, { params: { code: 'min', values: { min: least } } })
    .refine((value) => !isRefusedFraction(item.unit_of_measure, value, [most, job?.quantity_to_produce]), {
      params: { code: 'whole' },
    });
  return z.object({
    ...SchedulingInput.shape,
    quantity_to_produce: requiredAs('to_produce_required', quantity, isAboveZero),
  });
}

/** Returns the calculated time as text for the field; '' when the product has no minutes per pack. */
export function timeFor(item: ProductionItem, quantity: number, language: Language): string {
  const minutes = minutesFor(item.minuti_x_confezione, quantity);
  return minutes ? formatMinutes(minutes, language) : '';
}

/** Returns the initial form values, of an existing scheduling or for the remaining quantity. */
export function initialOf(item: ProductionItem, job: ItemScheduling | undefined, language: Language) {
  return job
    ? {
        order_item_id: item.item_id,
        machine_id: job.machine_id,
        quantity_to_produce: job.quantity_to_produce,
        production_time: job.production_time,
        notes: job.notes ?? '',
        not_before: job.not_before,
      }
    : {
        order_item_id: item.item_id,
        machine_id: null as unknown as number,
        quantity_to_produce: item.remaining_to_schedule || (null as unknown as number),
        production_time: timeFor(item, item.remaining_to_schedule, language),
        notes: '',
        not_before: null,
      };
}
