import type { auth } from '@bobina/contract/identity/auth.ts';
import type { users } from '@bobina/contract/identity/users.ts';
import { searchedValue, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { readOne } from '../../platform/master-data.ts';
import { Problem } from '../../platform/problem.ts';
import { endSession } from '../../platform/sessions/sessions.ts';
import { changePassword } from './change-password.ts';
import { deleteUser } from './delete-user.ts';
import { createUser, updateUser } from './save-user.ts';
import { signIn } from './sign-in.ts';
import { signedInUser, userEntity, userRows } from './users.ts';

export const authHandlers: Handlers<typeof auth> = {
  login: ({ body }, visit) => signIn(visit, body),
  logout: async (_input, act) => {
    await endSession(act.tx, act.user.tokenHash);
    act.did('logout', 'users', act.user.id, act.user.username);
  },
  me: (_input, { user }) => signedInUser(user),
  changePassword: ({ body }, trial) => changePassword(trial, body),
};

const USERS: List<SortOf<typeof users.list>> = {
  columns: {
    username: text('t.username'),
    name: text('t.name'),
    role: searchedValue('t.role'),
    is_active: value('t.is_active'),
    last_login: value('t.last_login'),
  },
  order: 'username',
};

const ACTIVITIES: List<SortOf<typeof users.activities>> = {
  columns: {
    created_at: value('t.id'),
    action: searchedValue('t.action'),
    entity_type: searchedValue('t.entity_type'),
    details: text('t.details'),
  },
  order: '-created_at',
};

export const usersHandlers: Handlers<typeof users> = {
  list: ({ query }, reading) => page(reading, userRows(reading.db), query, USERS),
  get: ({ id }, { db }) => readOne(db, userEntity, id),
  create: ({ body }, act) => createUser(act, body),
  update: (input, act) => updateUser(act, input),
  remove: ({ id }, act) => deleteUser(act, id),
  activities: async ({ id, query }, reading) => {
    await readOne(reading.db, userEntity, id);
    const rows = reading.db
      .selectFrom('activities as t')
      .select(['t.id', 't.action', 't.entity_type', 't.entity_id', 't.details', 't.created_at'])
      .where('t.user_id', '=', id);
    return page(reading, rows, query, ACTIVITIES);
  },
};

export const identityConstraints: ConstraintProblems = {
  views_name_unique: () =>
    new Problem('CODE_EXISTS', { text: 'VIEW_EXISTS', fields: [{ path: 'name', code: 'exists' }] }),
  users_username_unique: () =>
    new Problem('CODE_EXISTS', { text: 'USERNAME_EXISTS', fields: [{ path: 'username', code: 'username_exists' }] }),
};
