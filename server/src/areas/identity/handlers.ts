import type { auth } from '@bobina/contract/identity/auth.ts';
import type { users } from '@bobina/contract/identity/users.ts';
import { contains, page, plainOrder, textOrder } from '../../platform/database/page.ts';
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
  login: ({ body }, visit) => signIn(body, visit),
  logout: async (_input, act) => {
    await endSession(act.tx, act.user.tokenHash);
    act.did('logout', 'users', act.user.id, act.user.username);
  },
  me: (_input, { user }) => signedInUser(user),
  changePassword: ({ body }, trial) => changePassword(body, trial),
};

export const usersHandlers: Handlers<typeof users> = {
  list: ({ query }, reading) =>
    page(reading, userRows(reading.db), query, {
      search: contains('t.username', 't.name', 't.role'),
      sort: {
        username: textOrder('t.username'),
        name: textOrder('t.name'),
        role: plainOrder('t.role'),
        is_active: plainOrder('t.is_active'),
        last_login: plainOrder('t.last_login'),
      },
      order: 'username',
    }),
  get: ({ id }, { db }) => readOne(db, userEntity, id),
  create: ({ body }, act) => createUser(body, act),
  update: (input, act) => updateUser(input, act),
  remove: ({ id }, act) => deleteUser(id, act),
  activities: async ({ id, query }, reading) => {
    await readOne(reading.db, userEntity, id);
    const rows = reading.db
      .selectFrom('activities as t')
      .select(['t.id', 't.action', 't.entity_type', 't.entity_id', 't.details', 't.created_at'])
      .where('t.user_id', '=', id);
    return page(reading, rows, query, {
      search: contains('t.action', 't.entity_type', 't.details'),
      sort: {
        created_at: plainOrder('t.id'),
        action: plainOrder('t.action'),
        entity_type: plainOrder('t.entity_type'),
        details: textOrder('t.details'),
      },
      order: '-created_at',
    });
  },
};

export const identityConstraints: ConstraintProblems = {
  users_username_unique: () =>
    new Problem('CODE_EXISTS', { text: 'USERNAME_EXISTS', fields: [{ path: 'username', code: 'username_exists' }] }),
};
