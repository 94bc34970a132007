import { sql } from 'kysely';
import type {
  Machine,
  machines as machinesContract,
  Warehouse,
  warehouses as warehousesContract,
} from '@bobina/contract/registry/places-and-machines.ts';
import type { Reading } from '../../platform/context.ts';
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

function machineRows(db: Db) {
  return registerRows(db, 'machines').select([
    't.id',
    't.code',
    't.description',
    't.abbreviation',
    't.area',
    't.is_active',
    ...AUDIT,
  ]);
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

const machineEntity: MasterData<Machine, 'machines'> = {
  name: 'machines',
  table: 'machines',
  one: readOneOf(machineRows),
  label: ({ code, description }) => `${code} ${description}`,
};

function machinePage(reading: Reading, query: PageQuery<MachineSort>, isActive?: boolean) {
  let rows = machineRows(reading.db);
  if (isActive !== undefined) rows = rows.where('t.is_active', '=', isActive);
  return page(reading, rows, query, MACHINES);
}

export const machineHandlers: Handlers<typeof machinesContract> = {
  list: ({ query }, reading) => machinePage(reading, query, query.is_active),
  active: ({ query }, reading) => machinePage(reading, query, true),
  get: ({ id }, { db }) => readOne(db, machineEntity, id),
  create: ({ body }, act) => createOne(act, machineEntity, body),
  update: async ({ id, body, version }, act) =>
    changeOne(act, machineEntity, await lockOne(act, machineEntity, id, version), body),
  remove: async ({ id }, act) => deleteOne(act, machineEntity, await lockOne(act, machineEntity, id)),
};
