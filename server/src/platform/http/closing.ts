import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;
/** Longer than any answer of ours takes; what is still open then has a peer that does not finish what it began. */
const MOST_MS = 10_000;

/**
 * Lets a closing server end. Node waits for every connection, takes one on which nothing was ever sent (browsers open
 * such in advance) for a busy one, and no longer watches for slow ones: each of them would hold the process for ever.
 */
export const endConnectionsOnClose = (app: FastifyInstance): void => {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    const began = performance.now();
    const looking = setInterval(() => {
      if (performance.now() - began > MOST_MS) app.server.closeAllConnections();
      app.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_MS);
    app.server.once('close', () => clearInterval(looking));
  });
};
