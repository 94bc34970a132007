import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, password, text, unlessEmpty } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';

export const User = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    is_active: z.boolean(),
    /** A live session used in the last five minutes. */
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
    role: unlessEmpty(z.enum(ROLES)),
    is_active: unlessEmpty(z.boolean()),
  })
  .meta({ id: 'UserInput' });
/** An empty password keeps the one that is. */
export const UserUpdate = UserInput.extend({ password: password().nullish() }).partial().meta({ id: 'UserUpdate' });

export const Activity = z
  .object({
    id: z.int(),
    action: z.string(),
    entity_type: z.string(),
    entity_id: z.int().nullable(),
    /** What it was done to, and what changed, for people. */
    details: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const users = {
  list: list('/users', {
    summary: 'Users',
    needs: 'users.manage',
    row: User,
    sort: ['username', 'name', 'role', 'is_active', 'last_login'],
  }),
  get: get('/users/{id}', { summary: 'One user', needs: 'users.manage', reply: User }),
  create: post('/users', {
    summary: 'Create a user',
    needs: 'users.manage',
    body: UserInput,
    reply: User,
    errors: ['CODE_EXISTS'],
  }),
  update: put('/users/{id}', {
    summary: 'Change a user; a new role, password or deactivation ends its sessions',
    needs: 'users.manage',
    body: UserUpdate,
    reply: User,
    errors: ['CODE_EXISTS', 'IN_USE', 'STALE_VERSION'],
  }),
  remove: del('/users/{id}', { summary: 'Delete a user', needs: 'users.manage', errors: ['IN_USE'] }),
  activities: list('/users/{id}/activities', {
    summary: 'What a user did, newest first',
    needs: 'users.manage',
    row: Activity,
    sort: ['created_at', 'action', 'entity_type', 'details'],
    most: GROWING_ROWS,
  }),
};
