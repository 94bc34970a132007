import type { payments } from '@bobina/contract/sales/payments.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { allotPayment, recordPayment } from './record-payment.ts';
import { listPayments, readPayment } from './payment-rows.ts';
import { reversePayment } from './reverse-payment.ts';

export const paymentHandlers: Handlers<typeof payments> = {
  list: (input, reading) => listPayments(reading, input),
  get: ({ id }, { db }) => readPayment(db, id),
  create: ({ body }, act) => recordPayment(act, body),
  allot: (input, act) => allotPayment(act, input),
  remove: ({ id }, act) => reversePayment(act, id),
};
