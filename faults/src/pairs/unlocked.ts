/** The positive control: a wire to the database on which every row lock is blanked out of the statements. */
import net from 'node:net';
import type { Stage } from '../scenario.ts';

const LOCK = /\bfor (?:no key update|update|share)(?: of "?\w+"?)?/gi;

/** @returns the connection string of the same database, without locks */
export async function withoutLocks(stage: Stage, databaseUrl: string): Promise<string> {
  const wire = new URL(databaseUrl);
  const [port, host] = [Number(wire.port), wire.hostname];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => to.write(from === near ? blank(chunk) : chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  wire.hostname = '127.0.0.1';
  wire.port = String((server.address() as net.AddressInfo).port);
  return wire.href;
}

/** As long as it was: the length of a message stands at its head. */
function blank(chunk: Buffer): Buffer {
  return Buffer.from(
    chunk.toString('latin1').replaceAll(LOCK, (lock) => ' '.repeat(lock.length)),
    'latin1',
  );
}
