import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;
/** Longer than a proxy keeps an idle connection, in milliseconds: see docs/operations/nginx.conf. */
const DRAIN_MS = 6_000;
/**
 * Longer than any answer takes, in milliseconds. The peer of a connection that is still open then does not finish its
 * request.
 */
const MOST_MS = 10_000;

/**
 * Ends all connections of a closing server. Node waits for every connection, treats one without any request (browsers
 * open such in advance) as busy, and no longer enforces its time limits: each would keep the process alive.
 * Behind a proxy it first lets the proxy close the connections: on a connection that the server closes, a request may
 * already be on its way, and the proxy does not repeat a write that may have arrived. The server accepts no new
 * connection, so the proxy turns to other servers. It still answers requests on existing connections, with `Connection:
 * close`.
 * Call it after all routes are registered: its hook must run after the live streams have ended.
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
  const closeAfterDraining = async () => {
    // Not http.Server's own close, which ends idle connections at once.
    net.Server.prototype.close.call(app.server);
    for (const until = performance.now() + DRAIN_MS; open.size > 0 && performance.now() < until;) await sleep(LOOK_MS);
  };
  // In a separate plugin, whose hooks run after those of earlier plugins.
  await app.register(async (last) => {
    last.addHook('preClose', async () => {
      if (behindProxy && app.server.listening) await closeAfterDraining();
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
