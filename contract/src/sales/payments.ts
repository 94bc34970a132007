/** Payments of customers, and the invoices that they settle. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, CURRENCIES, day, id, notes, optionalText, positive, queryFlag, queryId } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';

/** The maximum number of invoices that one call allots. */
const ALLOTTED_TOGETHER = 500;

/** An amount of money: at most two decimals. */
function money() {
  return positive().refine((value) => Math.round(value * 100) / 100 === value, {
    params: { code: 'decimals', values: { max: 2 } },
  });
}

export const AllocationInput = z.object({ invoice_id: id(), amount: money() }).meta({ id: 'AllocationInput' });

export const PaymentInput = z
  .object({
    customer_id: requiredAs('selectCustomer', id()),
    /** The day on which the money arrived: not in the future. */
    day: day(),
    amount: money(),
    /** EUR when absent. */
    currency: z.enum(CURRENCIES).nullish(),
    bank: optionalText(),
    /** The means of payment, as free text. */
    method: optionalText(),
    notes: notes(),
    /** The settled amount; the rest is an advance. */
    allocations: z.array(AllocationInput).max(ALLOTTED_TOGETHER).nullish(),
  })
  .meta({ id: 'PaymentInput' });
export type PaymentInput = z.output<typeof PaymentInput>;

export const PaymentAllocationsInput = z
  .object({ allocations: z.array(AllocationInput).min(1).max(ALLOTTED_TOGETHER) })
  .meta({ id: 'PaymentAllocationsInput' });

/** The allocation of a payment to an invoice, today. */
export const Allocation = z
  .object({ invoice_id: z.int(), invoice_number: z.string(), amount: z.number() })
  .meta({ id: 'Allocation' });

export const Payment = z
  .object({
    id: z.int(),
    customer_id: z.int(),
    customer_name: z.string(),
    day: z.string(),
    amount: z.number(),
    currency: z.enum(CURRENCIES),
    bank: z.string().nullable(),
    method: z.string().nullable(),
    notes: z.string().nullable(),
    /** `flag`: made by marking an invoice as paid; `slip`: made by a credited bank slip. */
    origin: z.enum(['user', 'flag', 'slip']),
    allocations: z.array(Allocation),
    /** The remaining advance; 0 after a reversal. */
    unallocated_amount: z.number(),
    /** When it was reversed; a reversed payment settles nothing. */
    reversed_at: z.string().nullable(),
    ...audit,
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

export const payments = {
  list: list('/payments', {
    summary: 'Payments of customers, newest first',
    description: 'Lists payments of customers, newest first, reversed ones included.',
    needs: 'payments.read',
    row: Payment,
    most: GROWING_ROWS,
    sort: ['day', 'customer_name', 'amount', 'bank', 'method', 'created_at'],
    filters: {
      customer_id: queryId().optional(),
      /** Payments that settle this invoice today. */
      invoice_id: queryId().optional(),
      /** Only payments with a part that is not allotted. */
      unallocated: queryFlag().optional(),
      reversed: queryFlag().optional(),
      from: day().optional(),
      to: day().optional(),
    },
  }),
  get: get('/payments/{id}', {
    summary: 'One payment',
    description: 'Returns one payment with the invoices that it settles.',
    needs: 'payments.read',
    reply: Payment,
  }),
  create: post('/payments', {
    summary: 'Record a payment of a customer',
    description:
      'Records money received from a customer and allots it to issued invoices. The part that is not allotted is an advance. The invoices become `partly_paid` or `paid`.',
    needs: 'payments.write',
    body: PaymentInput,
    reply: Payment,
    errors: {
      OVER_PAYMENT: 'An allocation is above the open amount of its invoice.',
      PERIOD_CLOSED: 'The day of the payment is in a closed accounting period.',
    },
  }),
  allot: put('/payments/{id}', {
    summary: 'Allot an advance to invoices',
    description:
      'Adds allocations to those that the payment has. Nothing else of the payment changes: a wrong payment is reversed and recorded again.',
    needs: 'payments.write',
    body: PaymentAllocationsInput,
    reply: Payment,
    errors: {
      OVER_PAYMENT: 'An allocation is above the open amount of its invoice.',
      INVALID_TRANSITION: 'The payment was reversed.',
      STALE_VERSION: 'Another user changed the payment since the version in `If-Match` was read.',
    },
  }),
  remove: del('/payments/{id}', {
    summary: 'Reverse a payment',
    description:
      'Records a reversal, dated today, and frees the invoices that the payment settled. The payment stays in the list with `reversed_at`.',
    needs: 'payments.write',
    errors: {
      INVALID_TRANSITION: 'The payment was reversed already.',
      PERIOD_CLOSED: 'The day of the reversal is in a closed accounting period.',
    },
  }),
};
