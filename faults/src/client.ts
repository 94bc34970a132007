/** Speaks to a server as the browser does. */
import { PASSWORD } from './node.ts';

// oxlint-disable-next-line no-explicit-any -- whatever is answered
export type Answer = { status: number; body: any };

interface Options {
  key?: string;
  /** What the sender has read. */
  version?: number;
  signal?: AbortSignal;
}
export interface Client {
  token: string;
  send(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>;
  /** @returns the body @throws when it is refused */
  make(path: string, body: unknown): Promise<{ id: number }>;
}

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
    send,
    make: async (path, body) => {
      const { status, body: made } = await send('POST', path, body);
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`);
      return made as { id: number };
    },
  };
}

export async function signIn(url: string, username = 'admin', password = PASSWORD): Promise<Client> {
  const { status, body } = await clientOf(url, '').send('POST', '/auth/login', { username, password });
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
  return clientOf(url, body.token as string);
}
