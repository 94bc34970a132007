import { z } from 'zod';
import { del, delTrial, get, list, post, put, putTrial } from '../core/endpoint.ts';
import { password, text } from '../core/fields.ts';
import { ROLES, type Capability } from '../core/permissions.ts';
import {
  Code,
  Confirmation,
  Passkey,
  PasskeyInput,
  SecondFactorAsked,
  SecondFactorState,
  SecondStep,
  SignedChallenge,
  TotpSecret,
  WebAuthnOptions,
} from './second-factor.ts';

/** The signed-in user as the browser stores it. `permissions` are the capability names that guard the calls. */
export const SignedInUser = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    permissions: z.array(z.string() as unknown as z.ZodType<Capability>),
    /** Present while every call outside `/auth` is refused with `PASSWORD_CHANGE_REQUIRED`. */
    password_change_required: z.literal(true).optional(),
    /** Present while every call outside `/auth` is refused with `SECOND_FACTOR_REQUIRED`. */
    second_factor_required: z.literal(true).optional(),
  })
  .meta({ id: 'SignedInUser' });
export type SignedInUser = z.infer<typeof SignedInUser>;

/** Sign-in accepts any text: a wrong password must be answered as wrong, not as malformed. */
export const Credentials = z
  .object({ username: text(), password: z.string().min(1).max(1000) })
  .meta({ id: 'Credentials' });
export const PasswordChange = z
  .object({ current_password: z.string().min(1).max(1000), new_password: password() })
  .meta({ id: 'PasswordChange' });

/** The answer of every way to sign in. */
export const SignedIn = z
  .object({
    token: z.string(),
    user: SignedInUser,
    message: z.string(),
    /** The user must change the password before any call outside `/auth`. */
    password_change_required: z.literal(true).optional(),
    /** The user must add a second factor before any call outside `/auth`. */
    second_factor_required: z.literal(true).optional(),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

/** Asks for a link that sets a new password. */
export const PasswordResetAsked = z.object({ username: text() }).meta({ id: 'PasswordResetAsked' });
export const PasswordReset = z.object({ token: text(200), new_password: password() }).meta({ id: 'PasswordReset' });
/** The query that a sign-in provider adds to the callback. */
const OidcAnswer = z.object({
  state: z.string().max(4096).optional(),
  code: z.string().max(4096).optional(),
  iss: z.string().max(4096).optional(),
  error: z.string().max(4096).optional(),
  error_description: z.string().max(4096).optional(),
});
const OidcTicket = z.object({ ticket: text(200) }).meta({ id: 'OidcTicket' });
const TicketOnly = z.object({ ticket: text(200).optional() }).meta({ id: 'TicketOnly' });

/** The ways to sign in that are set up. */
export const SignInMethods = z
  .object({
    password: z.boolean(),
    passkey: z.boolean(),
    oidc: z.object({ name: z.string() }).nullable(),
    password_reset: z.boolean(),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof SignInMethods>;

export const OwnSession = z
  .object({
    /** Names the session in this list. It is not the token. */
    id: z.int(),
    /** The session of this call. */
    is_current: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string(),
    /** Where the session was opened; empty for older sessions. */
    address: z.string(),
    /** The `User-Agent` header of the sign-in, at most 500 characters. */
    user_agent: z.string(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof OwnSession>;

const OIDC_MISSING = 'The server has no `OIDC_ISSUER`.';
const NOT_CONFIRMED = 'The session was neither opened nor confirmed within 30 minutes.';
const PUBLIC_URL_MISSING = 'The server has no `PUBLIC_URL`, or one without a name.';

export const auth = {
  login: post('/auth/login', {
    summary: 'Sign in: a bearer token, valid for 12 hours and for 8 hours without use',
    description:
      'Checks a username and a password and opens a session. Send the token of the answer as `Authorization: Bearer <token>`; it expires after 12 hours, or after 8 hours without use. With `password_change_required` every call outside `/auth` is refused until `PUT /auth/password`. A user with a second factor gets a ticket instead of a token, for `POST /auth/second-factor`.',
    needs: 'public',
    body: Credentials,
    reply: z.union([SignedIn, SecondFactorAsked]),
    status: 200,
    idempotent: false,
    errors: {
      INVALID_CREDENTIALS:
        'The username does not exist or the password is wrong. Both cases get the same answer in the same time.',
      USER_INACTIVE: 'The password is right, but the user is deactivated.',
      PASSWORD_EXPIRED:
        'The password is right, but another user has set it, and it was not changed within 7 days. An administrator can set another.',
      TOO_MANY_REQUESTS:
        'Too many failed attempts from this address in the last minute, or of this account in the last 15 minutes. `Retry-After` gives the seconds to wait.',
    },
  }),
  secondFactor: post('/auth/second-factor', {
    summary: 'Sign in, second step: a code for the ticket of the first step',
    description:
      'Opens a session for the ticket of `POST /auth/login` and a code of the authenticator app, a recovery code, or the answer of a passkey to `POST /auth/passkeys/sign-in-options`. Codes, challenges and tickets work once.',
    needs: 'public',
    body: SecondStep,
    reply: SignedIn,
    status: 200,
    idempotent: false,
    errors: {
      INVALID_CREDENTIALS:
        'The code is wrong or was used, or the ticket is unknown, used, older than 5 minutes, or ended by its fifth wrong code.',
      TOO_MANY_REQUESTS:
        'Too many failed attempts from this address in the last minute, or of this account in the last 15 minutes. `Retry-After` gives the seconds to wait.',
    },
  }),
  logout: post('/auth/logout', {
    summary: 'Sign out: the token becomes invalid',
    description: 'Ends the current session. Its token is refused from then on.',
    needs: 'signed-in',
    status: 204,
    idempotent: false,
  }),
  me: get('/auth/me', {
    summary: 'The signed-in user',
    description: 'Returns the signed-in user with the names of all capabilities of the role.',
    needs: 'signed-in',
    reply: SignedInUser,
  }),
  changePassword: putTrial('/auth/password', {
    summary: "Change the caller's password; ends the caller's other sessions",
    description:
      'Changes the password of the signed-in user and ends all other sessions of that user. Afterwards the calls outside `/auth` are open again if a change was required.',
    needs: 'signed-in',
    body: PasswordChange,
    errors: { TOO_MANY_REQUESTS: 'Too many wrong current passwords in the last minute.' },
  }),
  confirm: putTrial('/auth/confirmation', {
    summary: "Confirm the caller's session with the password or a code",
    description:
      'Confirms for 30 minutes that the user is present. A call that changes how the user signs in, or gives access to others, is refused with `CONFIRMATION_REQUIRED` unless the session was opened or confirmed within 30 minutes. `confirm_by` of that answer names the ways: `password`, `code` of the app or a recovery code, `provider` for signing in again by the provider.',
    needs: 'signed-in',
    body: Confirmation,
    errors: {
      INVALID_CREDENTIALS: 'The code is wrong or was used.',
      TOO_MANY_REQUESTS: 'Too many wrong passwords or codes in the last minute.',
    },
  }),
  askPasswordReset: post('/auth/password-reset', {
    summary: 'Ask for a mail with a link that sets a new password',
    description:
      'Mails a link to `/nuova-password` to the address of the user, valid for 30 minutes and once, at most three an hour. The answer and its time are the same for a user without an address, for an unknown username, and when the server has no mail or no `PUBLIC_URL`.',
    needs: 'public',
    body: PasswordResetAsked,
    status: 204,
    idempotent: false,
    errors: { TOO_MANY_REQUESTS: 'Too many requests of this address wait for an answer.' },
  }),
  resetPassword: put('/auth/password-reset', {
    summary: 'Set a new password by a mailed link; ends all sessions of the user',
    description:
      'Sets the password of the user to whom the token was mailed, and ends all sessions of that user. The second factor stays. The other links of the user no longer work.',
    needs: 'public',
    body: PasswordReset,
    status: 204,
    idempotent: false,
    errors: {
      INVALID_CREDENTIALS:
        'The token is unknown, was used, is older than 30 minutes, or ended by another change of the password or the address; or the user is deactivated.',
      TOO_MANY_REQUESTS: 'Too many password changes are in progress.',
    },
  }),
  secondFactorState: get('/auth/second-factor', {
    summary: "The caller's second factor",
    description: 'Returns whether the caller has a second factor, and how many recovery codes are left.',
    needs: 'signed-in',
    reply: SecondFactorState,
  }),
  startTotp: post('/auth/totp', {
    summary: 'Create a secret for an authenticator app',
    description:
      'Creates a secret and ten recovery codes, in place of unconfirmed ones. They are returned once. The second factor is active after `PUT /auth/totp`.',
    needs: 'signed-in',
    reply: TotpSecret,
    idempotent: false,
    errors: {
      INVALID_TRANSITION: 'The second factor is active. Remove it first.',
      CONFIRMATION_REQUIRED: NOT_CONFIRMED,
    },
  }),
  confirmTotp: putTrial('/auth/totp', {
    summary: "Activate the second factor; ends the caller's other sessions",
    description: 'Makes the second factor active with a code of the app and ends all other sessions of the user.',
    needs: 'signed-in',
    body: Code,
    errors: {
      INVALID_TRANSITION: 'There is no unconfirmed second factor.',
      INVALID_CREDENTIALS: 'The code is wrong.',
      TOO_MANY_REQUESTS: 'Too many wrong codes in the last minute.',
    },
  }),
  removeTotp: delTrial('/auth/totp', {
    summary: 'Remove the second factor',
    description: 'Removes the second factor of the caller, with a code of the app or a recovery code.',
    needs: 'signed-in',
    body: Code,
    errors: {
      INVALID_TRANSITION: 'The caller has no second factor.',
      INVALID_CREDENTIALS: 'The code is wrong or was used.',
      TOO_MANY_REQUESTS: 'Too many wrong codes in the last minute.',
    },
  }),
  methods: get('/auth/methods', {
    summary: 'The ways to sign in',
    description: 'Returns the ways to sign in that are set up on this server.',
    needs: 'public',
    reply: SignInMethods,
  }),
  passkeyOptions: post('/auth/passkeys/options', {
    summary: 'Options for a new passkey',
    description:
      'Returns the options with which a browser creates a passkey. Their challenge is valid for 5 minutes, once.',
    needs: 'signed-in',
    reply: WebAuthnOptions,
    status: 200,
    idempotent: false,
    errors: { NOT_CONFIGURED: PUBLIC_URL_MISSING, CONFIRMATION_REQUIRED: NOT_CONFIRMED },
  }),
  addPasskey: post('/auth/passkeys', {
    summary: 'Add a passkey of the caller',
    description: 'Stores the passkey that the browser has created with the options. It is a second factor immediately.',
    needs: 'signed-in',
    body: PasskeyInput,
    reply: Passkey,
    idempotent: false,
    errors: {
      NOT_CONFIGURED: PUBLIC_URL_MISSING,
      CODE_EXISTS: 'The passkey was added before.',
      CONFIRMATION_REQUIRED: NOT_CONFIRMED,
    },
  }),
  passkeys: get('/auth/passkeys', {
    summary: "The caller's passkeys",
    description: 'Returns the passkeys of the caller, oldest first.',
    needs: 'signed-in',
    reply: z.array(Passkey),
  }),
  removePasskey: del('/auth/passkeys/{id}', {
    summary: 'Remove a passkey of the caller',
    description: 'Removes a passkey of the caller. A passkey of another user is not found.',
    needs: 'signed-in',
    idempotent: false,
    errors: { CONFIRMATION_REQUIRED: NOT_CONFIRMED },
  }),
  passkeySignInOptions: post('/auth/passkeys/sign-in-options', {
    summary: 'Options to sign in with a passkey',
    description:
      'Returns the options with which a browser signs in, and their `challenge_id`, valid for 5 minutes and once. With a ticket, they accept the passkeys of its user as the second step. Without one, any passkey replaces the password.',
    needs: 'public',
    body: TicketOnly,
    reply: WebAuthnOptions,
    status: 200,
    idempotent: false,
    errors: {
      NOT_CONFIGURED: PUBLIC_URL_MISSING,
      INVALID_CREDENTIALS: 'The ticket is unknown, used, older than 5 minutes, or ended by its fifth wrong code.',
    },
  }),
  passkeySignIn: post('/auth/passkeys/sign-in', {
    summary: 'Sign in with a passkey instead of a password',
    description: 'Opens a session for the answer of a passkey whose device has verified its user.',
    needs: 'public',
    body: SignedChallenge,
    reply: SignedIn,
    status: 200,
    idempotent: false,
    errors: {
      NOT_CONFIGURED: PUBLIC_URL_MISSING,
      INVALID_CREDENTIALS: 'The passkey is unknown, its answer is wrong, or the challenge was used or is too old.',
      TOO_MANY_REQUESTS:
        'Too many failed attempts from this address in the last minute, or of this account in the last 15 minutes. `Retry-After` gives the seconds to wait.',
    },
  }),
  oidcStart: get('/auth/oidc/start', {
    summary: 'Sign in by OpenID Connect: to the provider',
    description:
      'Sends the browser to the sign-in provider, with a state, a nonce and a PKCE challenge that are valid for 10 minutes and once. A cookie binds them to the browser.',
    needs: 'public',
    status: 302,
    errors: { NOT_CONFIGURED: OIDC_MISSING },
  }),
  oidcCallback: get('/auth/oidc/callback', {
    summary: 'Sign in by OpenID Connect: back from the provider',
    description:
      'Exchanges the code of the provider, and sends the browser to `/login#oidc=<ticket>`, or to `/login#oidc-refused=<reason>`: `state` for an answer that this browser did not ask for, that is older than 10 minutes or that was used; `denied` if the provider refused; `failed` if its answer cannot be read or checked.',
    needs: 'public',
    query: OidcAnswer,
    status: 302,
    errors: { NOT_CONFIGURED: OIDC_MISSING },
  }),
  oidcSignIn: post('/auth/oidc', {
    summary: 'Sign in by OpenID Connect: a ticket becomes a session',
    description:
      'Opens a session for a ticket of the callback, once and within a minute. A user is known by issuer and subject, never by a name or an address. The first sign-in creates the user, and each sets the role of the first group in the setting `oidc_roles` that the person has; the last active administrator keeps the role. The provider answers for the second factor.',
    needs: 'public',
    body: OidcTicket,
    reply: SignedIn,
    status: 200,
    idempotent: false,
    errors: {
      NOT_CONFIGURED: OIDC_MISSING,
      INVALID_CREDENTIALS: 'The ticket is unknown, was used or is older than a minute.',
      USER_INACTIVE: 'The user is deactivated or deleted.',
      FORBIDDEN: 'No group of the person has a role.',
      CODE_EXISTS: 'Another user has the username. An administrator can link that user by `oidc_subject`.',
      TOO_MANY_REQUESTS:
        'Too many failed attempts from this address in the last minute, or of this account in the last 15 minutes. `Retry-After` gives the seconds to wait.',
    },
  }),
  sessions: list('/auth/sessions', {
    summary: "The caller's sessions",
    description:
      'Lists the valid sessions of the caller, the last used first: where and when each was opened. The use of a session is recorded at most once a minute.',
    needs: 'signed-in',
    row: OwnSession,
    sort: ['last_used_at', 'created_at', 'address', 'user_agent'],
  }),
  endSession: del('/auth/sessions/{id}', {
    summary: 'End a session of the caller',
    description:
      'Ends a session of the caller. Its token is refused from then on. A session of another user is not found.',
    needs: 'signed-in',
    idempotent: false,
    errors: { CONFIRMATION_REQUIRED: NOT_CONFIRMED },
  }),
};
