import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;
/** Longer than a proxy keeps a connection that it does not use: see docs/operations/nginx.conf. */
const LINGER_MS = 6_000;
/** Longer than any answer of ours takes; what is still open then has a peer that does not finish what it began. */
const MOST_MS = 10_000;

/**
 * Lets a closing server end. Node waits for every connection, takes one on which nothing was ever sent (browsers open
 * such in advance) for a busy one, and no longer watches for slow ones: each of them would hold the process for ever.
 *
 * Behind a proxy it first lets the proxy end the connections: on one that is ended here, a request may be on its way
 * already, and a write that may have arrived is not sent to another server. No new connection is taken, so that the
 * proxy turns to the others; what still comes on the old ones is answered, with word that it is the last.
 *
 * To be called after all routes are registered, for live streams must have ended before.
 */
export async function endConnectionsOnClose(app: FastifyInstance, behindProxy: boolean): Promise<void> {
  const open = new Set<Socket>();
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  const linger = async () => {
    // Not http's own close, which ends idle connections at once.
    net.Server.prototype.close.call(app.server);
    for (const until = performance.now() + LINGER_MS; open.size > 0 && performance.now() < until;) await sleep(LOOK_MS);
  };
  // In a room of its own, whose hooks run after those of the rooms before it.
  await app.register(async (last) => {
    last.addHook('preClose', async () => {
      if (behindProxy && app.server.listening) await linger();
      const began = performance.now();
      const looking = setInterval(() => {
        if (performance.now() - began > MOST_MS) app.server.closeAllConnections();
        app.server.closeIdleConnections();
        for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      }, LOOK_MS);
      app.server.once('close', () => clearInterval(looking));
    });
  });
}
