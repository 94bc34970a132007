import { sql } from 'kysely';
import type {
  Machine,
  machines as machinesContract,
  Warehouse,
  warehouses as warehousesContract,
} from '@bobina/contract/registry/places-and-machines.ts';
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page, type PageQuery } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  nullableNumeric,
  readOneOf,
  readOne,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { Problem } from '../../platform/problem.ts';

function warehouseRows(db: Db) {
  return registerRows(db, 'warehouses').select(['t.id', 't.name', 't.description', 't.is_active', ...AUDIT]);
}

const WAREHOUSES: List<SortOf<typeof warehousesContract.list>> = {
  columns: {
    name: text('t.name'),
    description: text('t.description'),
    is_active: value('t.is_active'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  codes: ['t.name'],
  order: 'name',
};

const warehouseEntity: MasterData<Warehouse, 'warehouses'> = {
  name: 'warehouses',
  table: 'warehouses',
  one: readOneOf(warehouseRows),
  label: ({ name }) => name,
};

/** Calls a database function, because the registry must not import the stock area. */
async function holdsStock(tx: Tx, warehouse: number): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select warehouse_holds_stock(${warehouse}) as holds`.execute(tx);
  return rows[0]!.holds;
}

export const warehouseHandlers: Handlers<typeof warehousesContract> = {
  list: ({ query }, reading) => {
    let rows = warehouseRows(reading.db);
    if (query.is_active !== undefined) rows = rows.where('t.is_active', '=', query.is_active);
    if (query.except !== undefined) rows = rows.where('t.id', '!=', query.except);
    return page(reading, rows, query, WAREHOUSES);
  },
  get: ({ id }, { db }) => readOne(db, warehouseEntity, id),
  create: ({ body }, act) => createOne(act, warehouseEntity, body),
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, warehouseEntity, id, version);
    if (before.is_active && body.is_active === false && (await holdsStock(act.tx, id)))
      act.warn('warehouse_has_stock', {}, 'is_active');
    return changeOne(act, warehouseEntity, before, body);
  },
  /**
   * Refused while it is the default warehouse of production. The trigger `warehouses_not_empty` refuses a warehouse
   * with stock.
   */
  remove: async ({ id }, act) => {
    const warehouse = await lockOne(act, warehouseEntity, id);
    const { rows } = await sql`select 1 from settings where production_warehouse_id = ${id}`.execute(act.tx);
    if (rows.length > 0) throw new Problem('IN_USE');
    await deleteOne(act, warehouseEntity, warehouse);
  },
};

/** The rows of machines; their cost per hour only for callers who may read costs. */
function machineRows(db: Db, user: Rights) {
  return registerRows(db, 'machines')
    .select(['t.id', 't.code', 't.description', 't.abbreviation', 't.area', 't.is_active', 't.people', ...AUDIT])
    .$if(can(user, 'costs.read'), (rows) => rows.select(nullableNumeric('t.cost_per_hour', 'cost_per_hour')));
}

type MachineSort = SortOf<typeof machinesContract.list>;
const MACHINES: List<MachineSort> = {
  columns: {
    code: text('t.code'),
    description: text('t.description'),
    abbreviation: text('t.abbreviation'),
    area: text('t.area'),
    is_active: value('t.is_active'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  codes: ['t.code'],
  order: 'code',
};

function machineEntity(user: Rights): MasterData<Machine, 'machines'> {
  return {
    name: 'machines',
    table: 'machines',
    one: readOneOf((db) => machineRows(db, user)),
    label: ({ code, description }) => `${code} ${description}`,
  };
}

/** Refuses a cost per hour from a caller who may not read costs. @throws FORBIDDEN */
function refuseHiddenCost(act: Act, { cost_per_hour }: { cost_per_hour?: number | null | undefined }): void {
  if (cost_per_hour !== undefined && !act.may('costs.read')) throw new Problem('FORBIDDEN');
}

function machinePage(reading: Reading, query: PageQuery<MachineSort>, isActive?: boolean) {
  let rows = machineRows(reading.db, reading.user);
  if (isActive !== undefined) rows = rows.where('t.is_active', '=', isActive);
  return page(reading, rows, query, MACHINES);
}

export const machineHandlers: Handlers<typeof machinesContract> = {
  list: ({ query }, reading) => machinePage(reading, query, query.is_active),
  active: ({ query }, reading) => machinePage(reading, query, true),
  get: ({ id }, { db, user }) => readOne(db, machineEntity(user), id),
  create: ({ body }, act) => {
    refuseHiddenCost(act, body);
    return createOne(act, machineEntity(act.user), body);
  },
  update: async ({ id, body, version }, act) => {
    refuseHiddenCost(act, body);
    const entity = machineEntity(act.user);
    return changeOne(act, entity, await lockOne(act, entity, id, version), body);
  },
  remove: async ({ id }, act) => {
    const entity = machineEntity(act.user);
    await deleteOne(act, entity, await lockOne(act, entity, id));
  },
};
