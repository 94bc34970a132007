import type { productionItems } from '@bobina/contract/production/items.ts';
import type { productionLoading } from '@bobina/contract/production/loading.ts';
import type { materials } from '@bobina/contract/production/materials.ts';
import type { productionOperations } from '@bobina/contract/production/operations.ts';
import type { productionScheduling } from '@bobina/contract/production/scheduling.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/problem.ts';
import { readCalendar } from '../registry/index.ts';
import { createOperation, deleteOperation, updateOperation } from './enter-operation.ts';
import { forceCompletion, previewCompletion } from './force-completion.ts';
import { listPriorities, listStatus, readItem } from './item-rows.ts';
import { loadItem } from './load-item.ts';
import { calculateMaterials, listMaterialsItems } from './materials.ts';
import { listOperations } from './operation-rows.ts';
import { orderBoard } from './order-board.ts';
import { previewLoad, readLoaded } from './preview-load.ts';
import { readReport } from './print-report.ts';
import { createScheduling, deleteScheduling, updateScheduling } from './schedule-item.ts';
import { readBoards } from './scheduling-rows.ts';
import { setItemPriority, setPriorityOfOrder } from './set-priority.ts';
import { undoLoad } from './undo-load.ts';

const itemHandlers: Handlers<typeof productionItems> = {
  priorities: listPriorities,
  status: listStatus,
  get: ({ itemId }, { db }) => readItem(db, itemId),
  setPriority: ({ itemId, body }, act) => setItemPriority(itemId, body.priority, act),
  setOrderPriority: ({ id, body }, act) => setPriorityOfOrder(id, body.priority, act),
  printReport: ({ body }, { db }) => readReport(db, body.itemIds),
};

const operationHandlers: Handlers<typeof productionOperations> = {
  list: listOperations,
  create: ({ body }, act) => createOperation(body, act),
  update: ({ id, body, version }, act) => updateOperation(id, body, version, act),
  remove: ({ id }, act) => deleteOperation(id, act),
};

const schedulingHandlers: Handlers<typeof productionScheduling> = {
  create: ({ body }, act) => createScheduling(body, act),
  update: ({ id, body, version }, act) => updateScheduling(id, body, version, act),
  remove: ({ id }, act) => deleteScheduling(id, act),
  board: (_input, { db }) => readBoards(db),
  order: ({ body }, act) => orderBoard({ ...body, taken: body.taken ?? [] }, act),
  calendar: (_input, { db }) => readCalendar(db),
};

const loadingHandlers: Handlers<typeof productionLoading> = {
  previewCompletion: ({ itemId }, { db }) => previewCompletion(db, itemId),
  forceCompletion: ({ itemId, body }, act) => forceCompletion(itemId, body.warehouse_id, act),
  load: ({ body }, act) => loadItem(body, act),
  previewLoad: ({ body }, { db }) => previewLoad(db, body),
  loaded: ({ itemId }, { db }) => readLoaded(db, itemId),
  undo: ({ itemId }, act) => undoLoad(itemId, act),
};

const materialHandlers: Handlers<typeof materials> = {
  items: listMaterialsItems,
  calculate: ({ body }, act) => calculateMaterials(body.itemIds, act, act.may('stock.read')),
};

export const productionHandlers = {
  productionItems: itemHandlers,
  productionOperations: operationHandlers,
  productionScheduling: schedulingHandlers,
  productionLoading: loadingHandlers,
  materials: materialHandlers,
};

export const productionConstraints: ConstraintProblems = {
  production_loads_once: () => new Problem('ALREADY_LOADED'),
  production_loads_forced_once: () => new Problem('ALREADY_COMPLETED'),
  // Nor is one that was loaded, undone though it is.
  production_loads_order_item_id_fkey: () =>
    new Problem('IN_USE', { fields: [{ path: 'items', code: 'alreadyUsed' }] }),
  machines_busy: () => new Problem('IN_USE'),
};
