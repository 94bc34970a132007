import type { productionItems } from '@bobina/contract/production/items.ts';
import type { productionLoading } from '@bobina/contract/production/loading.ts';
import type { materials } from '@bobina/contract/production/materials.ts';
import type { productionOperations } from '@bobina/contract/production/operations.ts';
import type { productionScheduling } from '@bobina/contract/production/scheduling.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/problem.ts';
import { readCalendar } from '../registry/index.ts';
import { createOperation, deleteOperation, updateOperation } from './items/enter-operation.ts';
import { forceCompletion, previewCompletion } from './force-completion.ts';
import { listPriorities, listStatus, readItem } from './items/item-rows.ts';
import { loadItem } from './load-item.ts';
import { calculateMaterials, listMaterialsItems } from './materials.ts';
import { listOperations } from './items/operation-rows.ts';
import { orderBoard } from './order-board.ts';
import { previewLoad, readLoaded } from './preview-load.ts';
import { readReport } from './print-report.ts';
import { createScheduling, deleteScheduling, updateScheduling } from './schedule-item.ts';
import { readBoards } from './scheduling-rows.ts';
import { setItemPriority, setPriorityOfOrder } from './set-priority.ts';
import { undoLoad } from './undo-load.ts';
import { runHandlers } from './runs/handlers.ts';

const itemHandlers: Handlers<typeof productionItems> = {
  priorities: (input, reading) => listPriorities(reading, input),
  status: (input, reading) => listStatus(reading, input),
  get: ({ itemId }, { db }) => readItem(db, itemId),
  setPriority: ({ itemId, body }, act) => setItemPriority(act, { id: itemId, ...body }),
  setOrderPriority: ({ id, body }, act) => setPriorityOfOrder(act, { id, priority: body.priority }),
  printReport: ({ body }, { db }) => readReport(db, body.itemIds),
};

const operationHandlers: Handlers<typeof productionOperations> = {
  list: (input, reading) => listOperations(reading, input),
  create: ({ body }, act) => createOperation(act, body),
  update: (input, act) => updateOperation(act, input),
  remove: ({ id }, act) => deleteOperation(act, id),
};

const schedulingHandlers: Handlers<typeof productionScheduling> = {
  create: ({ body }, act) => createScheduling(act, body),
  update: (input, act) => updateScheduling(act, input),
  remove: ({ id }, act) => deleteScheduling(act, id),
  board: (_input, { db }) => readBoards(db),
  order: ({ body }, act) => orderBoard(act, { ...body, taken: body.taken ?? [] }),
  calendar: (_input, { db }) => readCalendar(db),
};

const loadingHandlers: Handlers<typeof productionLoading> = {
  previewCompletion: ({ itemId }, { db }) => previewCompletion(db, itemId),
  forceCompletion: ({ itemId, body }, act) => forceCompletion(act, { id: itemId, warehouse_id: body.warehouse_id }),
  load: ({ body }, act) => loadItem(act, body),
  previewLoad: ({ body }, { db }) => previewLoad(db, body),
  loaded: ({ itemId }, { db }) => readLoaded(db, itemId),
  undo: ({ itemId }, act) => undoLoad(act, itemId),
};

const materialHandlers: Handlers<typeof materials> = {
  items: (input, reading) => listMaterialsItems(reading, input),
  calculate: ({ body }, act) => calculateMaterials(act, { sent: body.itemIds, showsStock: act.may('stock.read') }),
};

export const productionHandlers = {
  productionItems: itemHandlers,
  productionOperations: operationHandlers,
  productionScheduling: schedulingHandlers,
  runs: runHandlers,
  productionLoading: loadingHandlers,
  materials: materialHandlers,
};

export const productionConstraints: ConstraintProblems = {
  production_loads_once: () => new Problem('ALREADY_LOADED'),
  production_loads_forced_once: () => new Problem('ALREADY_COMPLETED'),
  // A load refers to the item even after the load was undone.
  production_loads_order_item_id_fkey: () =>
    new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] }),
  machines_busy: () => new Problem('IN_USE'),
  production_runs_order_item_id_fkey: () => new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] }),
  run_outputs_order_item_id_fkey: () => new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] }),
  // An act that waited for the end of its run.
  production_runs_ended: () => new Problem('INVALID_TRANSITION'),
};
