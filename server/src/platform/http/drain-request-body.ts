import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** As long as the rest of a body of some MB may take; who is slower loses the reason, as everybody would without this. */
const PATIENCE_MS = 5_000;

/**
 * Answers given before the body was read (too large, nobody's, of another kind): to end the connection while somebody is
 * still sending resets it, and they hear of that instead of the reason. Node reads the rest, as long as a request may
 * take, throws it away and goes on with the next request; where the client wants the connection ended, the rest is read
 * before the answer.
 */
export function drainRequestBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete !== false || raw.destroyed) return;
    // Fastify's own, for a body that it could not read.
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
    const timer = setTimeout(done, PATIENCE_MS);
    request.once('end', done).once('close', done);
    request.unpipe();
    request.resume();
  });
}
