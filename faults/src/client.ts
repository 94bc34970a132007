/** An HTTP client that sends the same headers as the browser client. */
import { PASSWORD } from './node.ts';

// oxlint-disable-next-line no-explicit-any -- any response body
export type Answer = { status: number; body: any };

interface Options {
  key?: string;
  /** The version that the sender has read; sent as If-Match. */
  version?: number;
  signal?: AbortSignal;
}
export interface Client {
  token: string;
  url: () => string;
  send(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>;
  /** Creates a row. @returns the response body @throws Error when the server refuses it */
  make(path: string, body: unknown): Promise<{ id: number }>;
}

/** Returns a client of one session. @param url of the server, or a function that returns it for each request */
export function clientOf(url: string | (() => string), token: string): Client {
  const send: Client['send'] = async (method, path, body, { key, version, signal } = {}) => {
    const answer = await fetch(`${typeof url === 'string' ? url : url()}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
  };
  return {
    token,
    url: () => (typeof url === 'string' ? url : url()),
    send,
    make: async (path, body) => {
      const { status, body: made } = await send('POST', path, body);
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`);
      return made as { id: number };
    },
  };
}

/** Signs in and returns a client of the session. @throws Error when the status is not 200 */
export async function signIn(url: string, username = 'admin', password = PASSWORD): Promise<Client> {
  const { status, body } = await clientOf(url, '').send('POST', '/auth/login', { username, password });
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
  return clientOf(url, body.token as string);
}
