/** GET /events: Server-Sent Events of committed changes, one stream per browser. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { system } from '@bobina/contract/system/system.ts';
import { Problem } from '../problem.ts';

const HEARTBEAT_MS = 20_000;
/** Bytes of unread events after which a reader is disconnected; it reconnects and reloads. */
const MOST_BUFFERED = 64_000;

/** Streams per session and per user on this server: more than a person has tabs and devices. */
export const MOST_OF_A_SESSION = 8;
export const MOST_OF_A_USER = 50;
const RETRY_SECONDS = 10;

export interface Stream {
  send(changes: ChangeEvent[]): void;
  resync(): void;
  /** Number of open streams. */
  readonly readers: number;
}
interface Reader {
  stream: PassThrough;
  userId: number;
  tokenHash: Buffer;
}

/**
 * Registers GET /events. @param aliveAmong returns the sessions that are still valid; called when a user changed, and
 * for all sessions at every heartbeat
 */
export function mountStream(
  app: FastifyInstance,
  aliveAmong: (tokenHashes: readonly Buffer[]) => Promise<Buffer[]>,
  heartbeatMs: number = HEARTBEAT_MS,
): Stream {
  const readers = new Set<Reader>();
  const writeFrame = (frame: string) => {
    for (const { stream } of readers)
      if (stream.writableLength < MOST_BUFFERED) stream.write(frame);
      else stream.destroy();
  };
  const disconnectEndedSessions = (among: (reader: Reader) => boolean) => {
    const asked = [...readers].filter(among);
    const hashes = new Map(asked.map(({ tokenHash }) => [tokenHash.toString('hex'), tokenHash]));
    if (hashes.size === 0) return;
    aliveAmong([...hashes.values()]).then(
      (found) => {
        const alive = new Set(found.map((hash) => hash.toString('hex')));
        for (const { stream, tokenHash } of asked)
          if (!alive.has(tokenHash.toString('hex'))) stream.end('event: bye\ndata: {}\n\n');
      },
      () => {}, // the next heartbeat retries
    );
  };
  const heartbeat = setInterval(() => {
    writeFrame(': still here\n\n');
    disconnectEndedSessions(() => true);
  }, heartbeatMs).unref();

  // Without HEAD, which would open a stream without a reader.
  app.get(
    system.events.path,
    { exposeHeadRoute: false, config: { needs: system.events.needs, compress: false } as object },
    (request, reply) => {
      const caller = request.caller!;
      const ofUser = [...readers].filter(({ userId }) => userId === caller.id);
      const ofSession = ofUser.filter(({ tokenHash }) => tokenHash.equals(caller.tokenHash));
      if (ofSession.length >= MOST_OF_A_SESSION || ofUser.length >= MOST_OF_A_USER)
        throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
      const reader = { stream: new PassThrough(), userId: caller.id, tokenHash: caller.tokenHash };
      readers.add(reader);
      reader.stream.on('close', () => readers.delete(reader));
      reader.stream.on('error', () => {});
      reader.stream.write('retry: 2000\n\nevent: resync\ndata: {}\n\n');
      return reply
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream')
        .send(reader.stream);
    },
  );
  // Open streams would block a graceful shutdown.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const { stream } of readers) stream.end('event: bye\ndata: {}\n\n');
  });
  return {
    send: (changes) => {
      writeFrame(changes.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join(''));
      // Every event that ends a session changes its user: a sign-out, a new role or password, a deactivation, a
      // deletion.
      const changed = new Set(changes.filter(({ entity }) => entity === 'users').map(({ id }) => id));
      if (changed.size > 0) disconnectEndedSessions(({ userId }) => changed.has(userId));
    },
    resync: () => {
      writeFrame('event: resync\ndata: {}\n\n');
      disconnectEndedSessions(() => true); // the missed changes may include the end of a session
    },
    get readers() {
      return readers.size;
    },
  };
}
