/** Limits the time of a request body, for each call. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endSlowRequest } from './client-errors.ts';

interface Limits {
  /** For the body of a call, from the end of its headers, in milliseconds. */
  bodyMs: number;
}

/**
 * Ends requests whose body is slower than the limit with a 408. A call that takes a file is exempt until it is answered:
 * a phone may need minutes for 25 MB, within Node's limit of a request.
 */
export function endSlowRequests(app: FastifyInstance, { bodyMs }: Limits = { bodyMs: 30_000 }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw) && !request.routeOptions.config.takesFile) limitBody(request.raw, bodyMs);
    done();
  });
  // The rest of a file that was refused is read and discarded.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.routeOptions.config.takesFile) limitBody(request.raw, bodyMs);
    done(null, payload);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function limitBody(request: IncomingMessage, ms: number): void {
  if (request.complete !== false) return;
  const timer = setTimeout(() => endSlowRequest(request), ms).unref();
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}
