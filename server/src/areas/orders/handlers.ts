import type { customerPrices } from '@bobina/contract/orders/customer-prices.ts';
import type { customerOrders } from '@bobina/contract/orders/orders.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { readOne } from '../../platform/master-data.ts';
import { Problem } from '../../platform/problem.ts';
import { overlappingPrice } from '../../platform/raise-prices.ts';
import { closeLines } from './close-lines.ts';
import { createOrder } from './create-order.ts';
import { customerPriceEntity, listCustomerPrices } from './customer-price-rows.ts';
import { deleteOrder } from './delete-order.ts';
import { importOrders } from './import-orders.ts';
import { listOrders, orderFor, readOrder } from './order-rows.ts';
import { findPriceForCustomer } from './price-for-customer.ts';
import { raiseCustomerPrices } from './raise-customer-prices.ts';
import { repeatOrder } from './repeat-order.ts';
import { createCustomerPrice, deleteCustomerPrice, updateCustomerPrice } from './save-customer-price.ts';
import { updateOrder } from './update-order.ts';

const orderHandlers: Handlers<typeof customerOrders> = {
  list: (input, reading) => listOrders(reading, input),
  get: ({ id }, reading) => inSnapshot(reading.db, async (tx) => orderFor(reading, await readOrder(tx, id))),
  create: ({ body }, act) => createOrder(act, body),
  update: (input, act) => updateOrder(act, input),
  closeLines: (input, act) => closeLines(act, input),
  remove: ({ id }, act) => deleteOrder(act, id),
  repeat: ({ id }, act) => repeatOrder(act, id),
  bulkImport: ({ body }, act) => importOrders(act, body),
};

const customerPriceHandlers: Handlers<typeof customerPrices> = {
  list: (input, reading) => listCustomerPrices(reading, input),
  for: ({ query }, { db }) => findPriceForCustomer(db, query),
  get: ({ id }, { db }) => readOne(db, customerPriceEntity, id),
  create: ({ body }, act) => createCustomerPrice(act, body),
  update: (input, act) => updateCustomerPrice(act, input),
  raise: ({ body }, acts) => raiseCustomerPrices(acts, body),
  remove: ({ id }, act) => deleteCustomerPrice(act, id),
};

export const ordersHandlers = { customerOrders: orderHandlers, customerPrices: customerPriceHandlers };

function inUse() {
  return new Problem('IN_USE');
}
export const ordersConstraints: ConstraintProblems = {
  customer_orders_used: inUse,
  customer_order_items_used: inUse,
  customer_order_items_scheduled: inUse,
  products_awaited: inUse,
  customers_waiting: inUse,
  customer_prices_no_overlap: overlappingPrice,
};
