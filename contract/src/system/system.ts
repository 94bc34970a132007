import { z } from 'zod';
import { get } from '../core/endpoint.ts';

/** A committed change of somebody, a hint to read again: it carries no data. */
export const ChangeEvent = z
  .object({ entity: z.string(), id: z.int().nullable(), version: z.int().nullable() })
  .meta({ id: 'ChangeEvent' });
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const system = {
  health: get('/health', {
    summary: 'Ready: the database is migrated and reachable',
    needs: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  events: get('/events', {
    summary: 'Live changes: a stream of Server-Sent Events',
    needs: 'events.read',
    reply: ChangeEvent,
    errors: ['TOO_MANY_REQUESTS'],
  }),
};
