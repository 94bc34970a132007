import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';

/** A server on this machine with a certificate of its own until 2126. */
export interface TlsServer {
  origin: string;
  /** How many connections were opened. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts the server on 127.0.0.1. Its certificate is for tests: no client trusts it. */
export async function startTlsServer(): Promise<TlsServer> {
  const pem = readFileSync(path.join(import.meta.dirname, 'fixtures/localhost.pem'));
  let connections = 0;
  const server = createServer({ key: pem, cert: pem }, (socket) => socket.on('error', () => {}).resume());
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
