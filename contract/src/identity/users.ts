import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, email, password, text, unlessEmpty } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';
import { Erasure, PersonalData } from '../system/personal-data.ts';

/** Days for which a password works that another user has set and that must be changed. */
export const FIRST_PASSWORD_DAYS = 7;

export const User = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    /** Where mails about the sign-in and copies of sent mails go. */
    email: z.string().nullable(),
    /** The user's identity at the sign-in provider; null for a user who does not sign in by OpenID Connect. */
    oidc_subject: z.string().nullable(),
    role: z.enum(ROLES),
    is_active: z.boolean(),
    /** Has a valid session that was used in the last five minutes. */
    is_online: z.boolean(),
    last_login: z.string().nullable(),
    ...audit,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const UserInput = z
  .object({
    username: text(),
    password: password(),
    name: text(),
    email: email().nullish(),
    /** Links the user to a person of the sign-in provider; only an administrator changes it. */
    oidc_subject: text(255).nullish(),
    role: unlessEmpty(z.enum(ROLES)),
    is_active: unlessEmpty(z.boolean()),
    /** With `password`: the user must change it at the next sign-in; false when absent. Without `password` no effect. */
    must_change_password: unlessEmpty(z.boolean()),
  })
  .meta({ id: 'UserInput' });
/** An empty password keeps the stored one. */
export const UserUpdate = UserInput.extend({ password: password().nullish() }).partial().meta({ id: 'UserUpdate' });

export const Activity = z
  .object({
    id: z.int(),
    action: z.string(),
    entity_type: z.string(),
    entity_id: z.int().nullable(),
    /** Human-readable: the changed entity and its changes. */
    details: z.string(),
    /** The service token of the call. */
    token_name: z.string().nullable(),
    created_at: z.string(),
    /** Whether `POST /undo/{id}` has a reversal for it and was not called yet. The state can still forbid it. */
    can_undo: z.boolean(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const users = {
  list: list('/users', {
    shownAs: 'user',
    summary: 'Users',
    description:
      'Lists all users that are not deleted, with their role and last sign-in. Passwords are never returned.',
    needs: 'users.manage',
    row: User,
    sort: ['username', 'name', 'role', 'is_active', 'last_login'],
  }),
  get: get('/users/{id}', {
    summary: 'One user',
    description: 'Returns a user with role and last sign-in. A deleted user is not found.',
    needs: 'users.manage',
    reply: User,
  }),
  create: post('/users', {
    summary: 'Create a user',
    description:
      'Creates a user with a role and a first password of 8 to 128 characters. With `must_change_password` the user must change it at the first sign-in, and it works for 7 days. Only an administrator can create an administrator.',
    needs: 'users.manage',
    body: UserInput,
    reply: User,
    errors: {
      CODE_EXISTS: 'Another user has this username, where case is ignored, or this `oidc_subject`.',
      NOT_CONFIGURED: 'With `oidc_subject`: the server has no `OIDC_ISSUER`.',
    },
  }),
  update: put('/users/{id}', {
    summary: 'Change a user; a new role, password or deactivation ends its sessions',
    description:
      "Changes a user. A new role, a new password or a deactivation ends all sessions of that user immediately. With a new password and `must_change_password` the user must change it at the next sign-in, within 7 days. Changing one's own password, username, mail address or person of the provider needs a session that was opened or confirmed within 30 minutes.",
    needs: 'users.manage',
    body: UserUpdate,
    reply: User,
    errors: {
      CODE_EXISTS: 'Another user has this username or this `oidc_subject`.',
      NOT_CONFIGURED: 'With a new `oidc_subject`: the server has no `OIDC_ISSUER`.',
      IN_USE: 'This is the last active administrator: the role cannot change and the user cannot be deactivated.',
      CONFIRMATION_REQUIRED:
        "This is the caller's own user, the change affects how the caller signs in, and the session was not confirmed within 30 minutes.",
      STALE_VERSION: 'Another user changed the user since the version in `If-Match` was read.',
    },
  }),
  remove: del('/users/{id}', {
    summary: 'Delete a user',
    description: 'Deletes a user and ends all sessions of that user. Documents keep the name.',
    needs: 'users.manage',
    errors: { IN_USE: 'This is your own user or the last active administrator.' },
  }),
  removeSecondFactor: del('/users/{id}/second-factor', {
    summary: "Remove a user's second factor",
    description:
      'Removes the second factor of a user who has lost it. Only an administrator can do this for an administrator.',
    needs: 'users.manage',
    errors: {
      CONFIRMATION_REQUIRED: "This is the caller's own user, and the session was not confirmed within 30 minutes.",
    },
  }),
  endSessions: del('/users/{id}/sessions', {
    summary: 'End all sessions of a user',
    description:
      "Ends all sessions of a user immediately, its sign-ins that wait for a second factor and its links for a new password. Service tokens stay. A call for the caller's own user keeps the session of the call. Only an administrator can do this for an administrator. Recorded as a security event.",
    needs: 'users.manage',
    errors: {
      CONFIRMATION_REQUIRED: "This is the caller's own user, and the session was not confirmed within 30 minutes.",
    },
  }),
  personalData: get('/users/{id}/personal-data', {
    summary: 'Personal data of a user',
    description:
      "Returns all data about a user, also a deleted one: the user, its sessions, activities, notes, mails, views, tokens and calendars; of each kind at most the newest 100,000 rows. Requires `users.manage`, except for the caller's own user.",
    needs: 'signed-in',
    reply: PersonalData,
    takesTurns: true,
    errors: { FORBIDDEN: 'This is another user, and the caller lacks `users.manage`.' },
  }),
  erase: del('/users/{id}/personal-data', {
    summary: 'Erase the personal data of a user',
    description:
      'Replaces a deactivated or deleted user by a pseudonym in every answer, activity and new backup, and deletes its sessions, second factors, tokens, views and copies of mails. Cannot be undone. `kept` lists the data that still name the person, with the reason: documents that a law keeps, acts that the hash chain covers, words that users wrote, and existing backups.',
    needs: 'users.manage',
    status: 200,
    reply: Erasure,
    takesTurns: true,
    errors: { IN_USE: 'This is your own user, or the user is still active.' },
  }),
  activities: list('/users/{id}/activities', {
    summary: 'Activities of a user, newest first',
    description:
      'Lists the activities of a user, newest first: sign-ins, and every row that the user created, changed or deleted.',
    needs: 'users.manage',
    row: Activity,
    sort: ['created_at', 'action', 'entity_type', 'details'],
    most: GROWING_ROWS,
  }),
};
