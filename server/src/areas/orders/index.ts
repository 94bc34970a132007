export { setForced, setOrderPriority, setPriority } from './change-lines.ts';
export {
  boardOrder,
  findLate,
  lateLine,
  leftMinutes,
  leftOfJob,
  madeOfJob,
  readJobStarts,
  readLateness,
  type Lateness,
} from './late-lines.ts';
export { lockItem, type OrderLine } from './lock-item.ts';
export { orderFor, readOrder } from './order-rows.ts';
export { countDelivered, countInvoiced, lockLines, type OrderToDeliver } from './lock-lines.ts';
