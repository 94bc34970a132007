import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';

export interface SocketLimits {
  /** The most open sockets of one IPv4 address or IPv6 /64. */
  perAddress: number;
  /** How long a socket may stay open without a request, before its first one and between two, in milliseconds. */
  silentMs: number;
}
export const SOCKET_LIMITS: SocketLimits = { perAddress: 256, silentMs: 8_000 };

/**
 * Closes sockets on which no request arrives, and refuses sockets beyond the limit of their address before anything is
 * read from them. A request that has begun is left to Node's own time limits.
 * @param isProxy whether an address is a trusted proxy, which carries many clients and keeps sockets open on purpose
 * @param refuse answers and ends a socket that is one too many
 */
export function watchSockets(
  server: Server,
  { perAddress, silentMs }: SocketLimits,
  isProxy: (address: string) => boolean,
  refuse: (socket: Socket) => void,
): void {
  const open = new Map<string, number>();
  const watched = new WeakMap<Socket, { timer: NodeJS.Timeout | undefined; requests: number }>();
  const closeWhenSilent = (socket: Socket) => {
    const seen = socket.bytesRead;
    const timer = setTimeout(() => {
      if (socket.bytesRead === seen) socket.destroy();
    }, silentMs).unref();
    watched.set(socket, { timer, requests: 0 });
  };
  // Before Node's own listener, so that it finds a refused socket already ended.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      clearTimeout(watched.get(socket)?.timer);
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > perAddress) refuse(socket);
    else closeWhenSilent(socket);
  });
  server.prependListener('request', ({ socket }, response) => {
    const here = watched.get(socket);
    if (!here) return;
    clearTimeout(here.timer);
    here.requests++;
    // Pipelined requests are answered one after the other on the same socket.
    response.once('close', () => {
      if (--here.requests === 0 && !socket.destroyed) closeWhenSilent(socket);
    });
  });
}
