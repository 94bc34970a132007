import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * A free TCP port between 20000 and 31999. The range is below the ephemeral ports of outgoing connections, so that a
 * restarted database finds its own port free again.
 * @throws Error after 100 ports in use
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free TCP port between 20000 and 31999');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
