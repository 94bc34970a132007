/** Committed acts in the order of their commits, for programs that poll for changes. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { queryText, queryWhole } from '../core/fields.ts';
import type { Capability } from '../core/permissions.ts';
import { HISTORY_ENTITIES } from './history.ts';

/** For how many days `GET /changes` without a cursor goes back. */
export const CHANGE_DAYS = 30;

/** The entities of the activity log that other programs are notified of, and the capability to read each. */
export const CHANGE_NEEDS: Readonly<Record<string, Capability>> = {
  ...Object.fromEntries(Object.entries(HISTORY_ENTITIES).map(([entity, { needs }]) => [entity, needs])),
  'accounting-periods': 'accounting.read',
  calendars: 'users.manage',
  contacts: 'registry.read',
  'declarations-of-intent': 'invoices.read',
  recalls: 'trace.read',
  runs: 'runs.read',
  transmissions: 'invoices.read',
  // And the record of the note or file.
  attachments: 'registry.read',
  notes: 'registry.read',
  outbox: 'settings.manage',
  tokens: 'users.manage',
  webhooks: 'settings.manage',
};

export const Change = z
  .object({
    /** The wire name of the list: `products`, `purchase-orders`. */
    entity: z.string(),
    id: z.int(),
    /** As in the activity log. */
    action: z.string(),
    at: z.string(),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

export const changes = {
  list: get('/changes', {
    summary: 'Changes since a cursor',
    description: `Returns committed acts in the order of their commits, at most five seconds after the commit: each is answered exactly once. Contains only entities that the caller may read, and no sign-ins. Send the \`cursor\` of the answer as \`since\` in the next call; it is opaque and stays the same while nothing is new. Without \`since\` the answer begins with the oldest act of the last ${CHANGE_DAYS} days; \`since=now\` answers the cursor of now and no changes. \`limit\` is 100 by default.`,
    needs: 'signed-in',
    query: z.object({ since: queryText().optional(), limit: queryWhole(1, 1000).optional() }),
    reply: z.object({ cursor: z.string(), changes: z.array(Change) }).meta({ id: 'Changes' }),
  }),
};
