/** Sums of sales documents for the accountant. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { queryWhole } from '../core/fields.ts';

export const StampDuty = z
  .object({
    /** Always four. */
    quarters: z.array(z.object({ quarter: z.int(), count: z.int(), amount: z.number() })),
    amount: z.number(),
  })
  .meta({ id: 'StampDuty' });
export type StampDuty = z.infer<typeof StampDuty>;

export const accounting = {
  stampDuty: get('/accounting/stamp-duty', {
    summary: 'Italian stamp duty by quarter',
    description:
      'Returns the documents of a year that are subject to Italian stamp duty, and its amount in EUR, by quarter of their day.',
    needs: 'accounting.read',
    query: z.object({ year: queryWhole(1900, 9999) }),
    reply: StampDuty,
  }),
};
