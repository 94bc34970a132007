import net from 'node:net';

export interface DatabaseProxy {
  port: number;
  /** Drops all packets silently while on, like a broken network. */
  silence: (on: boolean) => void;
  /** Sends later connections to another port, as a proxy in front of a cluster does. */
  leadTo: (port: number) => void;
  /** Destroys the open connections, like a restarted firewall. */
  forget: () => void;
  close: () => void;
}

/** Starts a TCP proxy on 127.0.0.1 to a database on `port` of the same machine. */
export async function startDatabaseProxy(port: number): Promise<DatabaseProxy> {
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  let target = port;
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
  const forget = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    silence: (on) => {
      isSilent = on;
    },
    leadTo: (next) => {
      target = next;
    },
    forget,
    close: () => {
      forget();
      server.close();
    },
  };
}
