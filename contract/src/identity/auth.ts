import { z } from 'zod';
import { get, post, putTrial } from '../core/endpoint.ts';
import { password, text } from '../core/fields.ts';
import { ROLES, type Capability } from '../core/permissions.ts';

/** The signed-in user as the browser stores it. `permissions` are the capability names that guard the calls. */
export const SignedInUser = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    permissions: z.array(z.string() as unknown as z.ZodType<Capability>),
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

export const auth = {
  login: post('/auth/login', {
    summary: 'Sign in: a bearer token, valid for 12 hours and for 8 hours without use',
    description:
      'Checks a username and a password and opens a session. Send the token of the answer as `Authorization: Bearer <token>`; it expires after 12 hours, or after 8 hours without use.',
    needs: 'public',
    body: Credentials,
    reply: z.object({ token: z.string(), user: SignedInUser, message: z.string() }),
    status: 200,
    idempotent: false,
    errors: {
      INVALID_CREDENTIALS:
        'The username does not exist or the password is wrong. Both cases get the same answer in the same time.',
      USER_INACTIVE: 'The password is right, but the user is deactivated.',
      TOO_MANY_REQUESTS: 'Too many failed attempts in the last minute. `Retry-After` gives the seconds to wait.',
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
    description: 'Changes the password of the signed-in user and ends all other sessions of that user.',
    needs: 'signed-in',
    body: PasswordChange,
    errors: { TOO_MANY_REQUESTS: 'Too many wrong current passwords in the last minute.' },
  }),
};
