/** What is no request (a broken line, headers too large or too slow) is refused in the one shape too, and the connection closed. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { preferredLanguage } from '@bobina/contract/core/languages.ts';
import { Problem } from '../problem.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** By the code of the error that Node's parser gives; anything else is a 400. */
const KNOWN: Record<string, [status: number, code: 'TOO_LARGE' | 'VALIDATION']> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION'],
};

/** The language that the broken request asks for, as far as it can be read. */
const languageOf = ({ rawPacket }: ClientError) =>
  preferredLanguage(
    /^accept-language:[ \t]*([^\r\n]{1,200})/im.exec(
      Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '',
    )?.[1],
  );

export const answerClientError = (error: ClientError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = KNOWN[error.code ?? ''] ?? [400, 'VALIDATION'];
  const id = randomUUID();
  const body = JSON.stringify(new Problem(code).body(languageOf(error)));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};
