import type { purchaseOrders } from '@bobina/contract/purchasing/orders.ts';
import type { prices } from '@bobina/contract/purchasing/prices.ts';
import type { goodsReceipts } from '@bobina/contract/purchasing/receipts.ts';
import type { productSupply } from '@bobina/contract/purchasing/supply.ts';
import type { valuation } from '@bobina/contract/purchasing/valuation.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/problem.ts';
import { overlappingPrice } from '../../platform/raise-prices.ts';
import { cancelReceipt } from './cancel-receipt.ts';
import { createOrder } from './create-order.ts';
import { deleteOrder } from './delete-order.ts';
import { deletePrice } from './delete-price.ts';
import { listOrders, readOrder } from './order-rows.ts';
import { pickPrice } from './pick-price.ts';
import { listPrices, listPricesOfProduct, readPrice } from './price-rows.ts';
import { raisePurchasePrices } from './raise-prices.ts';
import { readGoodsReceipt, readItemHistory, readOrderToReceive } from './receipt-rows.ts';
import { receiveGoods } from './receive-goods.ts';
import { createPrice, updatePrice } from './save-price.ts';
import { setCompleted } from './set-completed.ts';
import { readMaterials, readSupply, saveMaterials, saveSupply } from './supply.ts';
import { updateOrder } from './update-order.ts';
import { valueStock } from './valuation.ts';

const priceHandlers: Handlers<typeof prices> = {
  list: ({ query }, reading) => listPrices(reading, query),
  ofProduct: (input, reading) => listPricesOfProduct(reading, input),
  get: ({ id }, { db }) => readPrice(db, id),
  create: ({ body }, act) => createPrice(act, body),
  update: (input, act) => updatePrice(act, input),
  raise: ({ body }, acts) => raisePurchasePrices(acts, body),
  remove: ({ id }, act) => deletePrice(act, id),
};

const orderHandlers: Handlers<typeof purchaseOrders> = {
  list: ({ query }, reading) => listOrders(reading, query),
  price: ({ query }, { db }) => pickPrice(db, query),
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readOrder({ ...reading, db }, id)),
  create: ({ body }, act) => createOrder(act, body),
  update: (input, act) => updateOrder(act, input),
  remove: ({ id }, act) => deleteOrder(act, id),
};

const receiptHandlers: Handlers<typeof goodsReceipts> = {
  orderDetails: ({ orderId }, { db }) => inSnapshot(db, (tx) => readOrderToReceive(tx, orderId)),
  receive: ({ body }, act) => receiveGoods(act, body),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readGoodsReceipt(tx, id)),
  cancel: ({ id, body }, act) => cancelReceipt(act, { id, reason: body.reason }),
  setCompleted: ({ id, body, version }, act) => setCompleted(act, { id, completed: body.completed, version }),
  itemHistory: ({ itemId }, { db }) => inSnapshot(db, (tx) => readItemHistory(tx, itemId)),
};

const valuationHandlers: Handlers<typeof valuation> = {
  get: ({ query }, { db }) => inSnapshot(db, (tx) => valueStock(tx, query)),
};

const supplyHandlers: Handlers<typeof productSupply> = {
  get: ({ id }, { db }) => readSupply(db, id),
  update: (input, act) => saveSupply(act, input),
  materials: ({ id }, { db }) => readMaterials(db, id),
  setMaterials: (input, act) => saveMaterials(act, input),
};

export const purchasingHandlers = {
  prices: priceHandlers,
  purchaseOrders: orderHandlers,
  goodsReceipts: receiptHandlers,
  valuation: valuationHandlers,
  productSupply: supplyHandlers,
};

export const purchasingConstraints: ConstraintProblems = {
  prices_no_overlap: overlappingPrice,
  purchase_orders_number_unique: () =>
    new Problem('CODE_EXISTS', { fields: [{ path: 'order_number', code: 'exists' }] }),
  goods_receipts_once: () =>
    new Problem('DUPLICATE_DOCUMENT', { fields: [{ path: 'document_number', code: 'exists' }] }),
  products_on_order: () => new Problem('IN_USE'),
  suppliers_on_order: () => new Problem('IN_USE'),
};
