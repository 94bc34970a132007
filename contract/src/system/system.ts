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
    description:
      'Answers 200 once the database is migrated and the server can write to it. Load balancers and monitors call it without signing in.',
    needs: 'public',
    reply: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  events: get('/events', {
    summary: 'Live changes: a stream of Server-Sent Events',
    description:
      'Streams the changes of all users as Server-Sent Events, so that open screens refresh their data. Each event names an entity and an id; read the row again to get its content.',
    needs: 'events.read',
    reply: ChangeEvent,
    errors: { TOO_MANY_REQUESTS: 'The session has 8 open streams, or the user 50.' },
  }),
};
