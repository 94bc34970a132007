import type { customerOrders } from '@bobina/contract/orders/orders.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/problem.ts';
import { createOrder } from './create-order.ts';
import { deleteOrder } from './delete-order.ts';
import { importOrders } from './import-orders.ts';
import { listOrders, readOrder } from './order-rows.ts';
import { updateOrder } from './update-order.ts';

const orderHandlers: Handlers<typeof customerOrders> = {
  list: (input, reading) => listOrders(reading, input),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readOrder(tx, id)),
  create: ({ body }, act) => createOrder(act, body),
  update: (input, act) => updateOrder(act, input),
  remove: ({ id }, act) => deleteOrder(act, id),
  bulkImport: ({ body }, act) => importOrders(act, body),
};

export const ordersHandlers = { customerOrders: orderHandlers };

function inUse() {
  return new Problem('IN_USE');
}
export const ordersConstraints: ConstraintProblems = {
  customer_orders_used: inUse,
  customer_order_items_used: inUse,
  customer_order_items_scheduled: inUse,
  products_awaited: inUse,
  customers_waiting: inUse,
};
