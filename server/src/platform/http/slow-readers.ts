import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Limits {
  /** Time in milliseconds without any progress in sending. Node checks twice before it reports the timeout. */
  idleMs: number;
  /** Maximum time for a whole answer in milliseconds, even with slow progress. */
  mostMs: number;
}

/**
 * Closes connections of clients that do not read their answer. Node limits slow requests, not slow readers, and each
 * would keep an answer in memory. Event streams are exempt: they drop their own slow readers.
 */
export function closeSlowReaders(
  app: FastifyInstance,
  { idleMs, mostMs }: Limits = { idleMs: 30_000, mostMs: 300_000 },
): void {
  app.addHook('onSend', async (request, reply) => {
    if (!(request.raw.socket instanceof Socket)) return; // an injected request (demo, benchmark) has no socket
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    const { raw } = reply;
    // Without a listener, a timeout of the answer destroys its connection. The next request starts without a timeout.
    raw.setTimeout(idleMs);
    const tooLong = setTimeout(() => raw.destroy(), mostMs).unref();
    raw.once('close', () => clearTimeout(tooLong));
  });
}
