import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Time for the rest of a body of some MB, in milliseconds. Slower clients get a connection reset instead of the 4xx. */
const TIMEOUT_MS = 5_000;

/**
 * Drains the request body after an early answer (too large, not signed in, wrong media type). Closing the connection
 * while the client still sends resets it, and the client never reads the answer. On a connection that stays open, Node
 * reads and discards the rest within the time limit of a request. When the client asked to close the connection, the
 * rest is read before the answer is sent.
 */
export function drainRequestBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete !== false || raw.destroyed) return;
    // Fastify's own error for a body that it could not read.
    reply.removeHeader('connection');
    if (/\bclose\b/i.test(raw.headers.connection ?? '')) await readToEnd(raw);
  });
}

function readToEnd(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, TIMEOUT_MS);
    request.once('end', done).once('close', done);
    request.unpipe();
    request.resume();
  });
}
