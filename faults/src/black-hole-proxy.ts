import net from 'node:net';
import type { Stage } from './scenario.ts';

/**
 * Starts a TCP proxy to a local port that can discard all data without closing a connection. It closes with the stage.
 */
export async function startBlackHoleProxy(stage: Stage, target: number) {
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  const forget = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => isSilent || to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.defer(() => {
    forget();
    server.close();
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    swallow: (on: boolean) => {
      isSilent = on;
    },
    /** Closes the open connections. */
    forget,
  };
}
