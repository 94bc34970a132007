/** A real OpenID Connect provider on this machine, whose sign-in form accepts any known account. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { OidcSettings } from '../areas/identity/oidc-settings.ts';

export interface Account {
  preferred_username?: string;
  name?: string;
  email?: string;
  groups?: string[];
}

const CLIENT_ID = 'bobina';
const CLIENT_SECRET = 'a-secret-of-the-tests-that-is-long-enough';

type Json = Record<string, unknown>;

export interface TestProvider {
  settings: OidcSettings;
  /** The key that signs ID tokens. */
  key: KeyObject;
  /** Changes what the provider answers at a path, such as `/token`, from now on; undefined ends that. */
  alter: ((path: string, answer: Json) => Json) | undefined;
  /** The persons by subject. Changes hold at once. */
  accounts: Map<string, Account>;
  /** Registers the server whose callback the provider accepts. */
  register(url: string, method?: 'client_secret_basic' | 'client_secret_post'): void;
  close(): Promise<void>;
}

/** Starts a provider. It answers after `register`. */
export async function startOidcProvider(): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const started: TestProvider = {
    key,
    alter: undefined,
    settings: { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, groupsClaim: 'groups', name: 'Prova' },
    accounts,
    register: (url, method = 'client_secret_basic') => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            token_endpoint_auth_method: method,
            redirect_uris: [`${url}/api/auth/oidc/callback`],
          },
        ],
        jwks: { keys: [{ ...key.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig' }] },
        claims: { openid: ['sub'], profile: ['preferred_username', 'name'], groups: ['groups'] },
        findAccount: (_context, subject) =>
          accounts.has(subject)
            ? { accountId: subject, claims: () => ({ sub: subject, ...accounts.get(subject) }) }
            : undefined,
      });
      server.removeAllListeners('request');
      server.on('request', (request, response) => {
        const { alter } = started;
        if (alter) alterAnswer(response, (answer) => alter(new URL(request.url!, issuer).pathname, answer));
        void provider.callback()(request, response);
      });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return started;
}

/** Returns an ID token with other claims or another header, signed by `key`; without a key it has no signature. */
export function forgeIdToken(
  token: string,
  { header = {}, claims = {} }: { header?: Json; claims?: Json },
  key?: KeyObject,
) {
  const parts = token.split('.').slice(0, 2);
  const signed = parts
    .map((part, n) => ({ ...(JSON.parse(Buffer.from(part, 'base64url').toString()) as Json), ...[header, claims][n] }))
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${key ? sign('sha256', Buffer.from(signed), key).toString('base64url') : ''}`;
}

/** A browser without a screen: keeps cookies per host, follows redirects, and fills in the provider's forms. */
export function createVisitor() {
  const jars = new Map<string, Map<string, string>>();
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(address);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', ...init, headers: { ...(cookie && { cookie }) } });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '') jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), value);
    }
    return answer;
  };
  /** Signs in at the provider. @returns the address of the callback, not visited yet */
  const signInAtProvider = async (start: string, subject: string): Promise<string> => {
    let address = start;
    for (let steps = 0; steps < 20; steps++) {
      if (steps > 0 && new URL(address).pathname === '/api/auth/oidc/callback') return address;
      let answer = await send(address);
      if (answer.status === 200) {
        const page = await answer.text();
        const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
        const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
        const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: subject, password: 'any' }) });
        answer = await send(new URL(action, address).href, { method: 'POST', body });
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`${answer.status} at ${address}: ${await answer.text()}`);
      address = new URL(location, address).href;
    }
    throw new Error(`the sign-in does not end: ${address}`);
  };
  return { send, signInAtProvider };
}

/** Passes a JSON answer through `alter` before it is sent. */
function alterAnswer(response: ServerResponse, alter: (answer: Json) => Json): void {
  const end = response.end.bind(response) as (text: unknown) => ServerResponse;
  response.end = ((body: unknown) => {
    if (!String(response.getHeader('content-type')).includes('json')) return end(body);
    const text = JSON.stringify(alter(JSON.parse(String(body)) as Json));
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse['end'];
}
