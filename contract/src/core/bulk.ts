/** Calls that run one act per item of a list: their ids and their results. */
import { z } from 'zod';
import { id } from './fields.ts';

/** The maximum number of items of one call. */
export const BULK_MOST = 500;

const Missing = z.object({ field: z.string(), message: z.string(), path: z.string().nullable() });

/** The ids of the items, in the order in which they are processed. */
export function bulkIds() {
  return z.array(id()).min(1).max(BULK_MOST);
}

/** The answer: one result per item, in the order sent. @param named the id of the item and further fields of a result */
export function bulkResults<const Named extends z.ZodRawShape>(named: Named) {
  return z.object({
    results: z.array(
      z.object({
        ...named,
        /** The HTTP status that the act alone would have answered. */
        status: z.int(),
        /** The error code; null when the act was done. */
        code: z.string().nullable(),
        message: z.string().nullable(),
        /** INCOMPLETE_DOCUMENT: the missing values. */
        missing: z.array(Missing).optional(),
      }),
    ),
  });
}
