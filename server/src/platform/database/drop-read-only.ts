import type { Client, Pool, PoolClient } from 'pg';
import type { Socket } from 'node:net';
import type { Logger } from '../logger.ts';
import { READ_ONLY_EVENT } from './preparing-client.ts';

/**
 * After SQLSTATE 25006 (the server refuses writes: a demoted primary, or one set to read only) every connection of the
 * pool is dropped, free ones at once and the others when they are released. New ones reach the new primary behind the
 * same address.
 */
export function dropReadOnlyConnections(pool: Pool, log: Pick<Logger, 'warn'>): void {
  const idle = new Set<PoolClient>();
  const outdated = new WeakSet<PoolClient>();
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    (client as unknown as Client).on(READ_ONLY_EVENT as 'end', () => {
      log.warn({ open: open.size }, 'the database refuses writes: its connections are dropped');
      for (const one of open) outdated.add(one);
      for (const one of idle) destroy(one);
    });
  });
  pool.on('remove', (client) => {
    open.delete(client);
    idle.delete(client);
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => {
    // The pool looks at the client after this event, and removes one that is ending.
    if (outdated.has(client)) void (client as unknown as Client).end().catch(() => {});
    else idle.add(client);
  });
}

function destroy(client: PoolClient): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
