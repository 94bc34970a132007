import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import {
  audit,
  bestFirst,
  decimal,
  notes,
  optionalText,
  queryFlag,
  queryId,
  text,
  unlessEmpty,
  whole,
} from '../core/fields.ts';

export const WarehouseInput = z
  .object({ name: text(), description: notes(), is_active: unlessEmpty(z.boolean()) })
  .meta({ id: 'WarehouseInput' });
export const Warehouse = z
  .object({ id: z.int(), name: z.string(), description: z.string().nullable(), is_active: z.boolean(), ...audit })
  .meta({ id: 'Warehouse' });
export type Warehouse = z.infer<typeof Warehouse>;

export const warehouses = {
  list: list('/warehouses', {
    shownAs: 'warehouse',
    summary: 'Warehouses',
    description:
      'Lists warehouses by name. `q` searches name and description, `is_active` selects active or inactive ones, and `except` leaves out one warehouse.',
    needs: 'registry.read',
    row: Warehouse,
    sort: ['name', 'description', 'is_active', 'created_at', 'modified_at'],
    /** `except`: leaves out this warehouse, for a destination that must differ from its source. */
    filters: { is_active: queryFlag().optional(), except: queryId().optional(), ...bestFirst() },
  }),
  get: get('/warehouses/{id}', {
    summary: 'One warehouse',
    description: 'Returns a warehouse. `GET /stock` lists its contents.',
    needs: 'registry.read',
    reply: Warehouse,
  }),
  create: post('/warehouses', {
    summary: 'Create a warehouse',
    description: 'Creates a warehouse. Without `is_active` it is active.',
    needs: 'warehouses.write',
    body: WarehouseInput,
    reply: Warehouse,
  }),
  update: put('/warehouses/{id}', {
    summary: 'Change a warehouse; deactivating one with stock causes a warning',
    description: 'Changes a warehouse. The answer carries a warning when a warehouse with stock is made inactive.',
    needs: 'warehouses.write',
    body: WarehouseInput.partial(),
    reply: Warehouse,
    errors: { STALE_VERSION: 'Another user changed the warehouse since the version in `If-Match` was read.' },
  }),
  remove: del('/warehouses/{id}', {
    summary: 'Delete an empty warehouse',
    description: 'Deletes a warehouse without stock. Documents and movements that name it keep it.',
    needs: 'warehouses.write',
    errors: {
      WAREHOUSE_NOT_EMPTY: 'The warehouse still holds stock.',
      IN_USE: 'The settings name the warehouse as the production warehouse, or an open document uses it.',
    },
  }),
};

export const MachineInput = z
  .object({
    code: text(),
    description: text(),
    abbreviation: optionalText(),
    area: optionalText(),
    is_active: unlessEmpty(z.boolean()),
    /** How many people work at it. */
    people: whole().max(99).nullish(),
    /** In EUR; needs `costs.read`. */
    cost_per_hour: decimal().nullish(),
  })
  .meta({ id: 'MachineInput' });
export const Machine = z
  .object({
    id: z.int(),
    code: z.string(),
    description: z.string(),
    abbreviation: z.string().nullable(),
    area: z.string().nullable(),
    is_active: z.boolean(),
    people: z.int().nullable(),
    /** In EUR; absent without `costs.read`. */
    cost_per_hour: z.number().nullable().optional(),
    ...audit,
  })
  .meta({ id: 'Machine' });
export type Machine = z.infer<typeof Machine>;

const MACHINE_SORT = ['code', 'description', 'abbreviation', 'area', 'is_active', 'created_at', 'modified_at'] as const;

export const machines = {
  list: list('/machines', {
    shownAs: 'machine',
    summary: 'Machines',
    description:
      'Lists machines by code. `q` searches code, description, abbreviation and department (`area`); `is_active` selects active or inactive ones.',
    needs: 'registry.read',
    row: Machine,
    hidden: { cost_per_hour: 'costs.read' },
    sort: MACHINE_SORT,
    filters: { is_active: queryFlag().optional(), ...bestFirst() },
  }),
  active: list('/machines/active/list', {
    summary: 'Active machines',
    description: 'Lists the active machines, on which production can be scheduled.',
    needs: 'registry.read',
    row: Machine,
    hidden: { cost_per_hour: 'costs.read' },
    sort: MACHINE_SORT,
    filters: bestFirst(),
  }),
  get: get('/machines/{id}', {
    summary: 'One machine',
    description: 'Returns a machine. `cost_per_hour` is absent without `costs.read`.',
    needs: 'registry.read',
    reply: Machine,
  }),
  create: post('/machines', {
    summary: 'Create a machine',
    description: 'Creates a machine. Without `is_active` it is active, so production can be scheduled on it.',
    needs: 'machines.write',
    body: MachineInput,
    reply: Machine,
    errors: {
      CODE_EXISTS: 'Another machine has this code. Case is ignored.',
      FORBIDDEN: 'The caller lacks the capability, or sends `cost_per_hour` without `costs.read`.',
    },
  }),
  update: put('/machines/{id}', {
    summary: 'Change a machine',
    description: 'Changes a machine. Absent fields keep their value. An inactive machine gets no new jobs.',
    needs: 'machines.write',
    body: MachineInput.partial(),
    reply: Machine,
    errors: {
      CODE_EXISTS: 'Another machine has this code.',
      FORBIDDEN: 'The caller lacks the capability, or sends `cost_per_hour` without `costs.read`.',
      STALE_VERSION: 'Another user changed the machine since the version in `If-Match` was read.',
    },
  }),
  remove: del('/machines/{id}', {
    summary: 'Delete a machine',
    description: 'Deletes a machine without open jobs and runs. Its code can be used again.',
    needs: 'machines.write',
    errors: { IN_USE: 'The machine has scheduled jobs.' },
  }),
};
