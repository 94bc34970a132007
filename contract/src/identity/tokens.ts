/** Service tokens: other programs call the API with them instead of signing in. */
import { z } from 'zod';
import { del, list, post } from '../core/endpoint.ts';
import { instant, queryFlag, text } from '../core/fields.ts';
import { CAPABILITIES, type Capability } from '../core/permissions.ts';

/** A token is valid for at most this many days. */
export const TOKEN_DAYS = 366;

const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as [Capability, ...Capability[]];

export const Token = z
  .object({
    id: z.int(),
    name: z.string(),
    capabilities: z.array(z.enum(CAPABILITY_NAMES)),
    expires_at: z.string(),
    /** Accurate to a minute; null before the first call. */
    last_used_at: z.string().nullable(),
    created_at: z.string(),
    user_id: z.int(),
    user_name: z.string(),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;

export const TokenInput = z
  .object({
    name: text(),
    /** The scope of the token, limited by the rights of its owner. */
    capabilities: z.array(z.enum(CAPABILITY_NAMES)).min(1),
    expires_at: instant(),
  })
  .meta({ id: 'TokenInput' });

/** `token` is missing in the answer to a retry: it is not stored. */
const CreatedToken = Token.extend({ token: z.string().optional() }).meta({ id: 'CreatedToken' });

export const tokens = {
  list: list('/tokens', {
    shownAs: 'token',
    summary: 'Service tokens',
    description:
      'Lists the service tokens of the caller. With `all=true`, which requires `users.manage`, those of all users. The tokens themselves are not stored.',
    needs: 'signed-in',
    row: Token,
    sort: ['name', 'user_name', 'expires_at', 'last_used_at', 'created_at'],
    filters: { all: queryFlag().optional() },
  }),
  create: post('/tokens', {
    summary: 'Create a service token',
    description: `Creates a token that calls the API in the name of the caller: \`Authorization: Bearer bob_…\`. A call needs the capability in \`capabilities\` and in the caller's role at that moment. \`expires_at\` is in the future and at most ${TOKEN_DAYS} days ahead. The answer contains \`token\`, once: a retry with the same key is answered without it.`,
    needs: 'signed-in',
    body: TokenInput,
    reply: CreatedToken,
    secrets: ['token'],
    errors: { CONFIRMATION_REQUIRED: 'The session was neither opened nor confirmed within 30 minutes.' },
  }),
  remove: del('/tokens/{id}', {
    summary: 'Revoke a service token',
    description:
      'Revokes a token of the caller, or with `users.manage` of any user. Calls with it are refused from then on. The token of another user is not found without `users.manage`.',
    needs: 'signed-in',
  }),
};
