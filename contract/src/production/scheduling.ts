/** Scheduling of items on machines. */
import { z } from 'zod';
import { del, get, post, put } from '../core/endpoint.ts';
import { audit, day, decimal, id, notes, text, UNITS } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { PRIORITIES, PRODUCTION_STATUSES } from '../orders/statuses.ts';
import { parseTime } from './time.rules.ts';

function productionTime() {
  return requiredAs('time_required', text()).refine((typed) => typeof typed !== 'string' || parseTime(typed) !== null, {
    params: { code: 'time_format' },
  });
}

/** Treats 0 and empty as missing: both fail with the same field code. */
function toProduce() {
  return decimal(null).refine((value) => value > 0, { params: { code: 'to_produce_above' } });
}

const fields = {
  machine_id: requiredAs('machine_required', id()),
  quantity_to_produce: requiredAs('to_produce_required', toProduce()),
  /** As typed: `2 ore e 30 minuti`. */
  production_time: productionTime(),
  notes: notes(),
  /** The board starts the job no sooner than on this day; empty for no limit. */
  not_before: day().nullish(),
};
export const SchedulingInput = z.object({ order_item_id: id(), ...fields }).meta({ id: 'SchedulingInput' });
export type SchedulingInput = z.output<typeof SchedulingInput>;
export const SchedulingChange = z.object(fields).partial().meta({ id: 'SchedulingChange' });
export type SchedulingChange = z.output<typeof SchedulingChange>;

/** A scheduled item with its machine and time. */
export const assignment = {
  machine_id: z.int(),
  machine_code: z.string(),
  machine_description: z.string(),
  quantity_to_produce: z.number(),
  production_time: z.string(),
  production_minutes: z.int(),
  notes: z.string().nullable(),
  /** The day before which the job does not start; null for no limit. */
  not_before: z.string().nullable(),
  /** Position on the machine's board; null until it has been ordered. */
  position: z.int().nullable(),
};

export const Scheduling = z
  .object({
    id: z.int(),
    order_item_id: z.int(),
    ...assignment,
    ...audit,
  })
  .meta({ id: 'Scheduling' });
export type Scheduling = z.infer<typeof Scheduling>;

/** A job on a machine's board; only jobs of open items. */
export const MachineJob = z
  .object({
    scheduling_id: z.int(),
    /** The notes of the scheduling. */
    version: z.int(),
    position: z.int().nullable(),
    item_id: z.int(),
    order_id: z.int(),
    order_number: z.string(),
    customer_id: z.int(),
    customer_name: z.string(),
    product_id: z.int(),
    code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.enum(UNITS),
    item_priority: z.enum(PRIORITIES),
    production_status: z.enum(PRODUCTION_STATUSES),
    delivery_date: z.string(),
    /** The item will not be delivered by its day, independent of this job. */
    is_late: z.boolean(),
    quantity: z.number(),
    /** Of the item: a job of an item that is delivered in full has nothing to serve. */
    delivered_quantity: z.number(),
    quantity_to_produce: z.number(),
    /** What is left of it to produce: less what its runs made, and at most what the item lacks. */
    left_quantity: z.number(),
    production_time: z.string(),
    production_minutes: z.int(),
    /** The time of what is left of a job that its runs have begun, else all of it; 0 for a job that is made. */
    left_minutes: z.int(),
    notes: z.string().nullable(),
    not_before: z.string().nullable(),
  })
  .meta({ id: 'MachineJob' });
export type MachineJob = z.infer<typeof MachineJob>;
export const MachineBoard = z
  .object({
    machine_id: z.int(),
    machine_code: z.string(),
    machine_description: z.string(),
    /** The sum of `left_minutes`. */
    total_minutes: z.int(),
    /** In the stored order; jobs without a position follow, the most urgent first, then by order number. */
    jobs: z.array(MachineJob),
  })
  .meta({ id: 'MachineBoard' });
export type MachineBoard = z.infer<typeof MachineBoard>;

/** Company settings of production, for users without access to all settings: those that convert minutes to days, and a warehouse. */
export const WorkCalendar = z
  .object({
    /** The company's day. */
    today: z.string(),
    working_hours_per_day: z.number(),
    /** ISO weekdays: 1 Monday … 7 Sunday. */
    working_days: z.array(z.int()),
    /** The warehouse for finished goods; null if the settings name none. */
    production_warehouse_id: z.int().nullable(),
  })
  .meta({ id: 'WorkCalendar' });
export type WorkCalendar = z.infer<typeof WorkCalendar>;

export const productionScheduling = {
  create: post('/production/scheduling', {
    summary: 'Schedule an item, or a part of it, on a machine',
    description:
      'Schedules an order line, or a part of it, on a machine. `production_time` is a text such as `2:30`, `90 min` or `2 ore e 30 minuti`.',
    needs: 'production.plan',
    body: SchedulingInput,
    reply: Scheduling,
    errors: { ITEM_COMPLETED: 'The order line is completed.' },
  }),
  update: put('/production/scheduling/{id}', {
    summary: 'Change a scheduling',
    description: 'Changes the machine, the quantity or the time of a scheduled job.',
    needs: 'production.plan',
    body: SchedulingChange,
    reply: Scheduling,
    errors: {
      ITEM_COMPLETED: 'The order line is completed.',
      STALE_VERSION: 'Another user changed the job since the version in `If-Match` was read.',
    },
  }),
  remove: del('/production/scheduling/{id}', {
    summary: 'Remove an item from a machine',
    description: 'Removes a job from its machine.',
    needs: 'production.plan',
  }),
  board: get('/production/board', {
    summary: 'Jobs of each machine, by machine code',
    description: 'Returns the jobs of each machine in their order, with the days on which they start and end.',
    needs: 'production.plan',
    reply: z.array(MachineBoard),
  }),
  order: put('/production/board', {
    summary:
      'Put the jobs of a machine in order, with those taken from other machines; those not named come after them',
    description:
      'Sets the order of the jobs of a machine, including jobs taken from other machines. Jobs that are not named come after them.',
    needs: 'production.plan',
    body: z
      .object({
        machine_id: requiredAs('machine_required', id()),
        schedulings: z.array(id()).min(1).max(5000).prefault([]),
        /** The ids of `schedulings` that move from other machines, in the same act. */
        taken: z.array(id()).max(5000).nullish(),
      })
      .meta({ id: 'BoardOrder' }),
    reply: MachineBoard,
    errors: { ITEM_COMPLETED: 'The order line of a job is completed.' },
  }),
  calendar: get('/production/calendar', {
    summary: 'Today, the working hours and days of the machines, and the warehouse of production',
    description: 'Returns today, the working hours per day, the working days and the warehouse for finished goods.',
    needs: 'production.plan',
    reply: WorkCalendar,
  }),
};
