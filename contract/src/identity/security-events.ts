import { z } from 'zod';
import { GROWING_ROWS, list } from '../core/endpoint.ts';
import { queryId, queryText } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';

export const SECURITY_EVENT_KINDS = ['sign_in', 'sign_in_failed', 'role_changed', 'password_changed'] as const;

export const SecurityEvent = z
  .object({
    id: z.int(),
    at: z.string(),
    kind: z.enum(SECURITY_EVENT_KINDS),
    /** Whom it concerns; null when the account is unknown. */
    user_id: z.int().nullable(),
    /** The username at that time; of an unknown account a keyed hash, `sha256:…`. */
    account: z.string(),
    /** The client's; empty for what was done on the server's machine. */
    address: z.string(),
    /** Who did it, when it was another user. */
    actor_id: z.int().nullable(),
    actor: z.string().nullable(),
    /** Of a change of role. */
    role_before: z.enum(ROLES).nullable(),
    role_after: z.enum(ROLES).nullable(),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const securityEvents = {
  list: list('/security-events', {
    summary: 'Sign-ins, failed sign-ins, changes of roles and passwords, newest first',
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
