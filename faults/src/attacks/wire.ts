/** Sends requests without the corrections and refusals of `fetch`, and checks the invariants of every response. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS } from '@bobina/contract/core/errors.ts';
import { BrokenPromise, type Stage } from '../scenario.ts';

export interface Request {
  method: string;
  /** With its `/api` prefix, escaped as it is sent. */
  path: string;
  headers?: http.OutgoingHttpHeaders;
  content?: string | Buffer;
}
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  // oxlint-disable-next-line no-explicit-any -- any response body
  body: any;
  ms: number;
}
/** A response that takes longer than this counts as a hang on any machine. */
const HANG_MS = 25_000;
const LONGEST_BODY = 5_000_000;

export interface Wire {
  send(request: Request): Promise<Answer>;
  readonly sent: number;
  readonly slowest: number;
}

/**
 * Opens a keep-alive HTTP client that measures each response. It closes with the stage. @param url of the server, read
 * at each request
 */
export function openWire(stage: Stage, url: () => string): Wire {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  stage.defer(() => agent.destroy());
  let [sent, slowest] = [0, 0];
  const send = ({ method, path, headers, content }: Request) =>
    new Promise<Answer>((resolve, reject) => {
      const started = performance.now();
      const { hostname, port } = new URL(url());
      const hung = () => asked.destroy(new BrokenPromise(`no answer in ${HANG_MS / 1000} s: ${method} ${path}`));
      const timer = setTimeout(hung, HANG_MS);
      // Without a content length, the body of a DELETE would be parsed as the next request.
      const length = content !== undefined && { 'content-length': Buffer.byteLength(content) };
      const asked = http.request(
        { agent, hostname, port, method, path, headers: { ...length, ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          const end = () => {
            clearTimeout(timer);
            const ms = performance.now() - started;
            slowest = Math.max(slowest, ms);
            const text = Buffer.concat(chunks).toString();
            const body = parsed(text, answer.headers['content-type']);
            resolve({ status: answer.statusCode!, headers: answer.headers, text, body, ms });
          };
          answer.on('error', reject);
          answer.on('end', end);
          if (answer.headers['content-type'] === 'text/event-stream') {
            // A stream has no end, so its head counts as the response.
            answer.off('error', reject).on('error', () => {});
            end();
            asked.destroy();
          }
        },
      );
      asked.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      asked.end(content);
    });
  /**
   * Retries a request: the server may close a keep-alive connection during reuse, or refuse a large body while it is
   * sent.
   */
  const sendWithRetry = async (request: Request, left = 3): Promise<Answer> => {
    try {
      return await send(request);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['ECONNRESET', 'EPIPE'].includes(code)) throw error;
      if (left > 0) return sendWithRetry(request, left - 1);
      if (Buffer.byteLength(request.content ?? '') > LONGEST_BODY)
        return { status: 413, headers: {}, text: '', body: { code: 'TOO_LARGE' }, ms: 0 };
      throw new BrokenPromise(`the connection was broken by ${tell(request)}`);
    }
  };
  return {
    send: async (request) => {
      sent++;
      const answer = await sendWithRetry(request);
      if (answer.status !== 503 || !stage.short) return answer;
      // The database may respond late while other tests load the machine. A second late response fails the run.
      await sleep(2_000);
      return sendWithRetry(request);
    },
    get sent() {
      return sent;
    },
    get slowest() {
      return slowest;
    },
  };
}
/** Formats a request so that it can be sent again by hand. */
export function tell({ method, path, headers = {}, content = '' }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => !['authorization', 'content-type'].includes(name));
  return short(`${method} ${path} ${shown.length > 0 ? JSON.stringify(shown) : ''} ${String(content)}`, 1500);
}

/** Text that an error response must not contain: code, SQL, file paths. */
const LEAK = /syntax error|pg_catalog|node_modules|\bat .*\.[tj]s:\d+|select .* from |stack":/i;

/** @returns the fault of a response to any request; undefined when it is valid */
export function wrongWith({ status, body, text }: Answer): string | undefined {
  if (status >= 500) return `${status} ${short(text, 300)}`;
  if (status < 400) return undefined;
  if (status === 408) return 'the server waits for more';
  const { code, message, error, fields } = (typeof body === 'object' ? body : {}) as Record<string, unknown>;
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return `${status} without a code: ${short(text, 300)}`;
  if (typeof message !== 'string' || message === '' || message !== error) return `${status} ${code} without words`;
  if (code === 'VALIDATION' && !(Array.isArray(fields) && fields.length > 0)) return `${status} that names no field`;
  if (LEAK.test(text)) return `a refusal that exposes too much: ${short(text, 300)}`;
  return undefined;
}

function parsed(text: string, type = ''): unknown {
  if (!type.includes('json') || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function short(text: string, most: number) {
  return text.length > most ? `${text.slice(0, most)}… (${text.length})` : text;
}
