import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Limits {
  /** How long nobody takes any of an answer; Node asks twice before it believes that. */
  idleMs: number;
  /** How long the whole of an answer may take, however small the sips. */
  mostMs: number;
}

/**
 * Lets go of those who ask and do not read: Node watches for slow requests, not for slow readers, and each of them
 * would keep an answer in memory for ever. An endless stream is not one: it drops its own slow readers.
 */
export function closeSlowReaders(
  app: FastifyInstance,
  { idleMs, mostMs }: Limits = { idleMs: 30_000, mostMs: 300_000 },
): void {
  app.addHook('onSend', async (request, reply) => {
    if (!(request.raw.socket instanceof Socket)) return; // asked from inside, by whoever fills a demo or measures
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    const { raw } = reply;
    // With nobody listening for it, a timeout of the answer destroys its connection; the next request begins without one.
    raw.setTimeout(idleMs);
    const tooLong = setTimeout(() => raw.destroy(), mostMs).unref();
    raw.once('close', () => clearTimeout(tooLong));
  });
}
