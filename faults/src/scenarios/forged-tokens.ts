/** Every call refuses a token that is expired, invented or sent in another way than the Authorization header. */
import { createHash, randomBytes } from 'node:crypto';
import { pathParameters } from '@bobina/contract/core/endpoint.ts';
import fc from 'fast-check';
import { CALLS, isPublic, pathOf, type Call } from '../attacks/calls.ts';
import { openPlace } from '../attacks/place.ts';
import { openWire, tell, wrongWith, type Request } from '../attacks/wire.ts';
import { makeCaller, World } from '../attacks/world.ts';
import { clientOf, signIn } from '../client.ts';
import { PASSWORD } from '../node.ts';
import { query } from '../places.ts';
import { hold, type Scenario } from '../scenario.ts';

type Code = 'UNAUTHENTICATED' | 'USER_INACTIVE';
/** The headers of an attempt, and the expected code of its 401. */
type Attempt = { what: string; headers: Record<string, string>; inQuery?: string; code: Code };

const SOME = 4;

function bearer(what: string, token: string, code: Code = 'UNAUTHENTICATED'): Attempt {
  return {
    what,
    headers: { authorization: `Bearer ${token}` },
    code,
  };
}
function otherCase(text: string) {
  return text.replace(/[a-z]/gi, (sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()));
}
function jwt(head: object, claims: object) {
  return [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

/** Invalid tokens derived from a valid one. */
function forgeries(token: string, seed: number): Attempt[] {
  const changed = fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom(...Array.from('abcXYZ019-_')))
    .map(([at, sign]) => {
      const other = token[at] === sign ? 'q' : sign;
      return token.slice(0, at) + other + token.slice(at + 1);
    });
  const hash = createHash('sha256').update(token).digest();
  const header = (what: string, authorization: string): Attempt => ({
    what,
    headers: { authorization },
    code: 'UNAUTHENTICATED',
  });
  return [
    ...fc.sample(changed, { seed, numRuns: 4 }).map((text) => bearer('with one sign changed', text)),
    ...fc.sample(fc.nat(token.length - 1), { seed, numRuns: 2 }).map((at) => bearer('cut short', token.slice(0, at))),
    bearer('in the other case', otherCase(token)),
    bearer('turned round', Array.from(token).toReversed().join('')),
    bearer('twice', token + token),
    bearer('with a sign more', `${token}A`),
    bearer('at random', randomBytes(32).toString('base64url')),
    bearer('its own stored hash', hash.toString('hex')),
    bearer('its own stored hash in base64', hash.toString('base64url')),
    bearer('SQL', "x' or '1'='1' or token_hash is not null --"),
    bearer('a wildcard', '%'.repeat(43)),
    bearer('of zeros', '\\x00'.repeat(20)),
    bearer('unsigned JWT', `${jwt({ alg: 'none', typ: 'JWT' }, { sub: 1, id: 1, role: 'admin' })}.`),
    bearer('a number', '1'.repeat(43)),
    header('under Basic', `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`),
    header('without its scheme', token),
    header('under two schemes', `Bearer Bearer ${token}`),
    header('in a list', `Basic x, Bearer ${token}`),
    header('quoted', `Bearer "${token}"`),
    { what: 'in a cookie', headers: { cookie: `token=${token}; session=${token}` }, code: 'UNAUTHENTICATED' },
    { what: 'in other headers', headers: { 'x-auth-token': token, 'x-user-id': '1' }, code: 'UNAUTHENTICATED' },
    { what: 'in the query', headers: {}, inQuery: `?token=${token}&access_token=${token}`, code: 'UNAUTHENTICATED' },
    { what: 'nowhere', headers: {}, code: 'UNAUTHENTICATED' },
  ];
}

/** Tokens of ended sessions, one for each way a session can end. */
async function tokensOfEndedSessions(url: string, databaseUrl: string): Promise<Attempt[]> {
  const admin = await signIn(url);
  const ended = async (
    what: string,
    end: (caller: { id: number; token: string }) => Promise<unknown>,
    code?: Code,
  ): Promise<Attempt> => {
    const caller = await makeCaller(databaseUrl);
    const alive = await clientOf(url, caller.token).send('GET', '/auth/me');
    hold(alive.status === 200, `a session is not valid before it is ${what}`);
    await end(caller);
    return bearer(what, caller.token, code);
  };
  const put = (id: number, change: object) => admin.send('PUT', `/users/${id}`, change);
  const age = (id: number, change: string) =>
    query(databaseUrl, `update sessions set ${change} where user_id = $1`, [id]);
  return [
    await ended('signed out', ({ token }) => clientOf(url, token).send('POST', '/auth/logout')),
    await ended('12 hours old', ({ id }) =>
      age(id, `created_at = now() - interval '12 hours 1 second', last_used = now()`),
    ),
    await ended('unused for 8 hours', ({ id }) => age(id, `last_used = now() - interval '8 hours 1 second'`)),
    await ended('ended', ({ id }) => age(id, 'ended_at = now()')),
    await ended('deactivated', ({ id }) => put(id, { is_active: false }), 'USER_INACTIVE'),
    await ended('deleted', ({ id }) => admin.send('DELETE', `/users/${id}`), 'USER_INACTIVE'),
    await ended('given another role', ({ id }) => put(id, { role: 'sales' })),
    await ended('given another password', ({ id }) => put(id, { password: `altra-${PASSWORD}` })),
    await ended('left behind by a change of the own password', async ({ id }) => {
      const other = randomBytes(32).toString('base64url');
      const hash = createHash('sha256').update(other).digest();
      await query(databaseUrl, 'insert into sessions (token_hash, user_id) values ($1, $2)', [hash, id]);
      const change = { current_password: PASSWORD, new_password: `altra-${PASSWORD}` };
      const { status } = await clientOf(url, other).send('PUT', '/auth/password', change);
      hold(status === 204, `the own password cannot be changed: ${status}`);
    }),
  ];
}

function requestOf(call: Call, { headers, inQuery = '' }: Attempt): Request {
  const path = pathOf(call, Object.fromEntries(pathParameters(call.row.path).map(({ name }) => [name, 1])));
  const content = call.row.method === 'GET' ? undefined : '{"token":"x","role":"admin"}';
  return {
    method: call.row.method,
    path: path + inQuery,
    headers: { ...headers, ...(content && { 'content-type': 'application/json' }) },
    ...(content && { content }),
  };
}

export const forgedTokens: Scenario = {
  name: 'forged-tokens',
  promise: 'every call answers 401 to a token that is forged, expired or ended, or whose user is inactive',
  control: 'ended sessions become valid again',
  short: true,
  run: async (stage) => {
    const { databaseUrl, node } = await openPlace(stage);
    await World.build(node.url, databaseUrl);
    const alive = await makeCaller(databaseUrl);
    const attempts = [...(await tokensOfEndedSessions(node.url, databaseUrl)), ...forgeries(alive.token, stage.seed)];
    if (stage.broken)
      await query(databaseUrl, 'update sessions set ended_at = null, created_at = now(), last_used = now()');
    const wire = openWire(stage, () => node.url);
    const guarded = CALLS.filter((call) => !isPublic(call));
    for (const [at, call] of guarded.entries())
      for (const [kind, attempt] of attempts.entries()) {
        // The short version spreads the attempts over the calls instead of combining all.
        if (stage.short && (at + kind) % SOME !== 0) continue;
        const request = requestOf(call, attempt);
        const answer = await wire.send(request);
        const wrong = wrongWith(answer);
        hold(!wrong, `${wrong} to a token ${attempt.what}: ${tell(request)}`);
        hold(
          answer.status === 401 && answer.body.code === attempt.code,
          `a token ${attempt.what} is answered ${answer.status} ${answer.text.slice(0, 200)}: ${tell(request)}`,
        );
      }
    const { status } = await clientOf(node.url, alive.token).send('GET', '/auth/me');
    hold(status === 200, `the session that the forgeries were made of is answered ${status}`);
    stage.figure('seed', stage.seed);
    stage.figure('calls', guarded.length);
    stage.figure('kinds of tokens', new Set(attempts.map(({ what }) => what)).size);
    stage.figure('requests', wire.sent);
  },
};
