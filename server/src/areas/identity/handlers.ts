import type { RawBuilder } from 'kysely';
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
import { confirmPresence } from './confirm-presence.ts';
import type { InitialPassword } from './initial-password.ts';
import { deleteUser } from './delete-user.ts';
import { endOwnSession, endSessionsOfUser, listSessions } from './own-sessions.ts';
import { eraseUser, readUserData } from './personal-data.ts';
import { createUser, updateUser } from './save-user.ts';
import { confirmTotp, deleteSecondFactorOf, deleteTotp, readSecondFactor, startTotp } from './second-factor.ts';
import {
  addPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  requireSite,
  type PasskeySite,
} from './passkeys.ts';
import { askPasswordReset, resetPassword } from './password-reset.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { finishOidc, requireProvider, startOidc } from './oidc-steps.ts';
import { signInByOidc } from './sign-in-by-oidc.ts';
import type { SignInMails } from './sign-in-mails.ts';
import { passkeySignInOptions, signIn, signInWithPasskey, signInWithTicket } from './sign-in.ts';
import { signedInUser, userEntity, userRows } from './users.ts';

/** Creates the handlers of /auth. @param initial the file of the initial password @param site of the passkeys @param mails about the sign-in @param provider of OpenID Connect */
export function createAuthHandlers({
  initial,
  site,
  mails,
  provider,
}: {
  initial: InitialPassword;
  site: PasskeySite | undefined;
  mails: SignInMails;
  provider: OidcProvider | undefined;
}): Handlers<typeof auth> {
  return {
    login: ({ body }, visit) => signIn(visit, body, mails),
    secondFactor: ({ body }, visit) => signInWithTicket(visit, body, { site, mails }),
    logout: async (_input, act) => {
      await endSession(act.tx, act.user.tokenHash);
      act.record('logout', 'users', act.user.id, act.user.username);
    },
    me: (_input, { user }) => signedInUser(user),
    changePassword: ({ body }, trial) => changePassword(trial, body, initial),
    secondFactorState: (_input, reading) => readSecondFactor(reading),
    startTotp: (_input, act) => startTotp(act),
    confirmTotp: ({ body }, trial) => confirmTotp(trial, body.code),
    removeTotp: ({ body }, trial) => deleteTotp(trial, body.code),
    methods: () => ({
      password: true,
      passkey: site !== undefined,
      oidc: provider ? { name: provider.settings.name } : null,
      password_reset: mails.settings !== undefined && mails.publicUrl !== undefined,
    }),
    confirm: ({ body }, trial) => confirmPresence(trial, body),
    askPasswordReset: ({ body }, visit) => askPasswordReset(visit, body.username, mails),
    resetPassword: ({ body }, visit) => resetPassword(visit, body, initial),
    passkeyOptions: async (_input, act) => ({ ...(await createPasskeyOptions(act, requireSite(site))) }),
    addPasskey: ({ body }, act) => addPasskey(act, body, requireSite(site)),
    passkeys: (_input, reading) => listPasskeys(reading),
    removePasskey: ({ id }, act) => deletePasskey(act, id),
    passkeySignInOptions: ({ body }, visit) => passkeySignInOptions(visit, body.ticket, requireSite(site)),
    passkeySignIn: ({ body }, visit) => signInWithPasskey(visit, body, { site: requireSite(site), mails }),
    oidcStart: (_input, visit) => startOidc(visit, requireProvider(provider), mails.publicUrl),
    oidcCallback: ({ query }, visit) => finishOidc(visit, requireProvider(provider), query),
    oidcSignIn: ({ body }, visit) => {
      requireProvider(provider);
      return signInByOidc(visit, body.ticket, mails);
    },
    sessions: (input, reading) => listSessions(reading, input),
    endSession: ({ id }, act) => endOwnSession(act, id),
  };
}

const USERS: List<SortOf<typeof users.list>> = {
  columns: {
    username: text('t.username'),
    name: text('t.name'),
    role: searchedValue('t.role'),
    is_active: value('t.is_active'),
    last_login: value('t.last_login'),
  },
  alsoSearched: ['t.email'],
  order: 'username',
};

const ACTIVITIES: List<SortOf<typeof users.activities>> = {
  columns: {
    created_at: value('t.id'),
    action: searchedValue('t.action'),
    entity_type: searchedValue('t.entity_type'),
    details: text('t.details'),
  },
  alsoSearched: ['t.token_name'],
  order: '-created_at',
};

/**
 * Creates the handlers of /users.
 * @param provider to which users are linked
 * @param canUndo whether an activity `t` can be undone
 */
export function createUsersHandlers(
  provider: OidcProvider | undefined,
  canUndo: RawBuilder<boolean>,
): Handlers<typeof users> {
  return {
    list: ({ query }, reading) => page(reading, userRows(reading.db), query, USERS),
    get: ({ id }, { db }) => readOne(db, userEntity, id),
    create: ({ body }, act) => createUser(act, body, provider),
    update: (input, act) => updateUser(act, input, provider),
    remove: ({ id }, act) => deleteUser(act, id),
    removeSecondFactor: ({ id }, act) => deleteSecondFactorOf(act, id),
    endSessions: ({ id }, act) => endSessionsOfUser(act, id),
    personalData: ({ id }, reading) => readUserData(reading, id),
    erase: ({ id }, act) => eraseUser(act, id),
    activities: async ({ id, query }, reading) => {
      await readOne(reading.db, userEntity, id);
      const rows = reading.db
        .selectFrom('activities as t')
        .select(['t.id', 't.action', 't.entity_type', 't.entity_id', 't.details', 't.token_name', 't.created_at'])
        .select(canUndo.as('can_undo'))
        .where('t.user_id', '=', id);
      return page(reading, rows, query, ACTIVITIES);
    },
  };
}

export const identityConstraints: ConstraintProblems = {
  views_name_unique: () =>
    new Problem('CODE_EXISTS', { text: 'VIEW_EXISTS', fields: [{ path: 'name', code: 'exists' }] }),
  passkeys_credential_unique: () => new Problem('CODE_EXISTS', { fields: [{ path: 'response', code: 'exists' }] }),
  oidc_links_subject_unique: () =>
    new Problem('CODE_EXISTS', { text: 'OIDC_LINKED', fields: [{ path: 'oidc_subject', code: 'exists' }] }),
  users_username_unique: () =>
    new Problem('CODE_EXISTS', { text: 'USERNAME_EXISTS', fields: [{ path: 'username', code: 'username_exists' }] }),
};
