import { z } from 'zod';
import { GROWING_ROWS, list } from '../core/endpoint.ts';
import { queryId, queryText } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';
import { SECURITY_EVENT_KINDS } from './security-event-kinds.ts';

export const SecurityEvent = z
  .object({
    id: z.int(),
    at: z.string(),
    kind: z.enum(SECURITY_EVENT_KINDS),
    /** The affected user; null when the account is unknown. */
    user_id: z.int().nullable(),
    /** The username at that time; for an unknown account a keyed hash, `sha256:…`. */
    account: z.string(),
    /** Address of the client; empty for commands on the server's machine. */
    address: z.string(),
    /** The acting user, when it was another one. */
    actor_id: z.int().nullable(),
    actor: z.string().nullable(),
    /** Only for a change of role. */
    role_before: z.enum(ROLES).nullable(),
    role_after: z.enum(ROLES).nullable(),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const securityEvents = {
  list: list('/security-events', {
    summary: 'Sign-ins, failed sign-ins, changes of roles and passwords, ended sessions, newest first',
    description:
      'Lists security events, newest first. The account of a failed sign-in is a hash when no such user exists.',
    needs: 'users.manage',
    row: SecurityEvent,
    sort: ['at', 'kind', 'account', 'address', 'actor'],
    most: GROWING_ROWS,
    filters: {
      kind: z.enum(SECURITY_EVENT_KINDS).optional(),
      account: queryText().optional(),
      address: queryText().optional(),
      user_id: queryId().optional(),
    },
  }),
};
