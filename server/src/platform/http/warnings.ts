import { z } from 'zod';

/** The warnings that the answer of an act carries. */
export const Warnings = z
  .array(
    z.object({
      code: z.string(),
      message: z.string(),
      path: z.string().optional(),
      deviation_percent: z
        .number()
        .optional()
        .describe('reel_deviation: the difference in percent of the booked metres'),
      m: z.number().optional().describe('reel_deviation: the metres that the other measurement gives'),
    }),
  )
  .meta({ id: 'Warnings' });

/** The schema of an act's answer with its warnings. A reply that has `warnings` of its own keeps them. */
export function withWarnings(reply: z.ZodType): z.ZodType {
  return reply instanceof z.ZodObject ? z.object({ warnings: Warnings.optional(), ...reply.shape }) : reply;
}
