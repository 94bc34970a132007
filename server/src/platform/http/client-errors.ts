/**
 * Answers malformed requests (a broken line, headers too large or too slow) in the error format of the API, and closes
 * the connection.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import { preferredLanguage, type Language } from '@bobina/contract/core/languages.ts';
import { Problem } from '../problem.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** By the error code of Node's HTTP parser; any other error is a 400. */
const KNOWN: Record<string, [status: number, code: ErrorCode]> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION'],
};

/** Answers an error of Node's HTTP parser with 400, 408, 413 or 431 and closes the socket. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = KNOWN[error.code ?? ''] ?? [400, 'VALIDATION'];
  refuse(socket, status, code, languageOf(error));
}

/** Ends a request whose body does not arrive, with a 408. */
export function endSlowRequest({ socket, complete, headers }: IncomingMessage): void {
  if (complete) return;
  if (socket.writable) refuse(socket, 408, 'VALIDATION', preferredLanguage(headers['accept-language']));
  // The client may continue to send.
  socket.destroySoon();
}

/** Refuses a socket beyond the limit of its address, before anything is read from it. */
export function refuseTooMany(socket: Socket): void {
  socket.on('error', () => {}); // the peer closed the connection before the answer
  refuse(socket, 429, 'TOO_MANY_REQUESTS', 'en', { 'retry-after': '5' });
  socket.destroySoon();
}

/** Answers CONNECT and unknown `Expect` headers in the error format of the API. Node would refuse them without a body. */
export function refuseInWords(server: Server): void {
  server.on('connect', ({ headers }: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {}); // the peer closed the connection before the answer
    refuse(socket, 404, 'NOT_FOUND', preferredLanguage(headers['accept-language']));
  });
  server.on('checkExpectation', ({ headers }: IncomingMessage, answer: ServerResponse) => {
    if (answer.socket) refuse(answer.socket, 417, 'VALIDATION', preferredLanguage(headers['accept-language']));
  });
}

/** The language of the broken request, as far as it can be parsed. */
function languageOf({ rawPacket }: ClientError) {
  return preferredLanguage(
    /^accept-language:[ \t]*([^\r\n]{1,200})/im.exec(
      Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '',
    )?.[1],
  );
}

function refuse(
  socket: Duplex,
  status: number,
  code: ErrorCode,
  language: Language,
  more: Record<string, string> = {},
): void {
  const body = JSON.stringify(new Problem(code).body(language));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    ...more,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
