/** The whole server over one database, for `main` and for tests with a separate database. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { contract } from '@bobina/contract/contract.ts';
import { takeFromExchange } from './purchase-invoices/take-from-exchange.ts';
import { startExchange, type ExchangeFolders } from '../areas/sales/files/exchange-folder.ts';
import { printFacturX } from '../areas/sales/files/print-facturx.ts';
import type { OidcSettings } from '../areas/identity/index.ts';
import { CountCache } from '../platform/count-cache.ts';
import { createDb, type Db } from '../platform/database/db.ts';
import { closePool, createPool, isUnavailable } from '../platform/database/pool.ts';
import { probeWrites } from '../platform/database/probe.ts';
import { openReplica } from '../platform/database/replica.ts';
import { openApi } from '../platform/http/openapi.ts';
import { readNetworks, type Networks } from '../platform/networks.ts';
import { webhookDeliverer } from '../platform/outbox/webhook/deliver-webhook.ts';
import { createServer } from '../platform/http/server.ts';
import { openUploadFolder } from '../platform/http/upload-folder.ts';
import type { SocketLimits } from '../platform/http/sockets.ts';
import { createAnnouncer } from '../platform/live/announcer.ts';
import { listenForChanges, type Listener } from '../platform/live/listener.ts';
import { mountStream, type Stream } from '../platform/live/stream.ts';
import { mailDeliverer } from '../platform/outbox/mail/deliver-mail.ts';
import type { MailSettings } from '../platform/outbox/mail/mail-settings.ts';
import type { Deliverers } from '../platform/outbox/outbox-row.ts';
import { createOutboxWorker, type OutboxWorker } from '../platform/outbox/worker.ts';
import { Problem } from '../platform/problem.ts';
import { announceServer } from '../platform/running-servers.ts';
import { aliveAmong, authenticate } from '../platform/sessions/sessions.ts';
import { constraints, mountAreas } from './areas.ts';
import { isReport } from './reports.ts';
import { isUndoable } from './undo.ts';
import { readUsesOf } from './used-by.ts';
import { startPdfWriter } from './start-pdf-writer.ts';
import { startCountingMovements } from './count-movements.ts';
import { startSealing } from './start-sealing.ts';
import { writeDeliveries } from './programs/write-deliveries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startLateNotices } from './notices/late-orders.ts';
import { mountDocs, readApiExamples } from './docs.ts';
import { serveWeb } from './web-files.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  databaseUrl: string;
  /** The way past a connection pooler to the same database. */
  directUrl?: string | undefined;
  /** A streaming replica for reports. */
  replicaUrl?: string | undefined;
  /** Bearer token of GET /metrics. */
  metricsToken?: string | undefined;
  logger?: FastifyServerOptions['logger'];
  trustProxy?: string | undefined;
  socketLimits?: SocketLimits | undefined;
  /** Calls per second of one user; unlimited without it. */
  rateLimit?: number | undefined;
  /** Whether Strict-Transport-Security covers the subdomains too. */
  hstsSubdomains?: boolean;
  validateAnswers?: boolean;
  /** Interval in milliseconds of the heartbeat of live streams, which also ends streams of ended sessions. */
  heartbeatMs?: number;
  /** The folder of the installation's data. */
  dataDir?: string | undefined;
  /** The address at which browsers reach the server; passkeys belong to it. */
  publicUrl?: string | undefined;
  /** Whether it writes the PDFs of issued documents, at the start and after each act. */
  writesPdfs?: boolean;
  /** Folders through which files and receipts are exchanged. */
  exchange?: ExchangeFolders | undefined;
  /** Whether it seals the activity log and the issued documents into the hash chain, each second. */
  seals?: boolean;
  /** Whether it looks for late orders at the start and once a day. */
  noticesLateOrders?: boolean;
  /** Server and sender of mails; without it no mail is sent. */
  mail?: MailSettings | undefined;
  /** Whether it delivers the outbox. */
  deliversOutbox?: boolean;
  /** Private networks to which the server may connect; none by default. */
  networks?: Networks;
  /** The provider of OpenID Connect. */
  oidc?: OidcSettings | undefined;
  /** Whether `npm run backup` copies backups to a second folder. */
  hasBackupCopy?: boolean;
}
export interface App {
  server: FastifyInstance;
  db: Db;
}

/**
 * Creates the server with its pools, listeners and routes. @returns the server, not listening yet; closing it releases
 * everything that it opened
 */
export async function createApp({
  databaseUrl,
  directUrl = databaseUrl,
  replicaUrl,
  metricsToken,
  logger,
  trustProxy,
  socketLimits,
  rateLimit,
  hstsSubdomains,
  validateAnswers = false,
  heartbeatMs,
  dataDir,
  publicUrl,
  noticesLateOrders = false,
  seals = false,
  writesPdfs = false,
  exchange,
  mail,
  deliversOutbox = false,
  networks = readNetworks(undefined),
  oidc,
  hasBackupCopy = false,
}: AppOptions): Promise<App> {
  let stream: Stream | undefined;
  const uploads = openUploadFolder(dataDir);
  let outbox: OutboxWorker | undefined;
  let listener: Listener | undefined;
  const counts = new CountCache();
  const lateLog = {
    warn: (...args: Parameters<FastifyInstance['log']['warn']>) => server.log.warn(...args),
  } as FastifyInstance['log'];
  const pool = createPool(databaseUrl, lateLog, { directUrl });
  const db = createDb(pool);
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl, pool, lateLog);
  const metrics =
    metricsToken === undefined
      ? undefined
      : (await import('../platform/http/metrics.ts')).createMetrics({
          token: metricsToken,
          version: VERSION,
          pool,
          replica,
          liveReaders: () => stream?.readers ?? 0,
        });
  const announcer = createAnnouncer(pool, lateLog);
  announcer.onLocal(() => counts.forget());

  const server: FastifyInstance = await createServer({
    authenticate: (authorization) => authenticate(pool, authorization),
    constraints,
    readUses: (request) => readUsesOf(db, request),
    logger,
    trustProxy,
    socketLimits,
    rateLimit,
    hstsSubdomains,
    answered: metrics?.answered,
    routes: (api) => {
      mountAreas(
        api,
        {
          constraints,
          db,
          counts,
          announce: announcer.announce,
          uploads,
          behindProxy: trustProxy !== undefined,
          validateAnswers,
          replica,
          isReport,
          isUndoable,
        },
        { dataDir, mail, networks, publicUrl, oidc, exchange, hasBackupCopy },
      );
      stream = mountStream(api, (tokenHashes) => aliveAmong(pool, tokenHashes), heartbeatMs);
      api.get(contract.system.health.path, { config: { needs: 'public', isHealth: true } }, async () => {
        await probeWrites(pool).catch((error: unknown) => {
          throw isUnavailable(error) ? error : new Problem('UNAVAILABLE');
        });
        return { status: 'ok', version: VERSION };
      });
      mountDocs(api, () =>
        openApi(
          contract,
          { title: 'Bobina', version: VERSION, description: 'Back office for paper, film and packaging converters' },
          readApiExamples(),
        ),
      );
    },
  });
  metrics?.mount(server);
  await serveWeb(server);

  const clearCaches = () => {
    counts.forget();
    stream?.resync();
  };
  let presence: ReturnType<typeof announceServer> | undefined;
  server.addHook('onReady', async () => {
    presence = announceServer(db, server.log);
    listener = listenForChanges(directUrl, server.log, {
      onChanges: (changes) => {
        counts.forget();
        stream?.send(changes);
        if (changes.some(({ entity }) => entity === 'outbox')) outbox?.wake();
      },
      onResync: clearCaches,
    });
  });
  const housekeeping = startHousekeeping(db, lateLog);
  let counting: ReturnType<typeof startCountingMovements> | undefined;
  server.addHook('onListen', async () => {
    counting = startCountingMovements(db, server.log);
  });
  let pdfs: ReturnType<typeof startPdfWriter> | undefined;
  if (writesPdfs)
    server.addHook('onListen', async () => {
      pdfs = startPdfWriter({ db, announcer, print: printFacturX, log: server.log });
    });
  let exchanging: ReturnType<typeof startExchange> | undefined;
  if (exchange?.out || exchange?.in)
    server.addHook('onListen', async () => {
      exchanging = startExchange({
        db,
        announce: announcer.announce,
        log: server.log,
        folders: exchange,
        takeOther: takeFromExchange,
      });
    });
  let chain: ReturnType<typeof startSealing> | undefined;
  if (seals)
    server.addHook('onListen', async () => {
      chain = startSealing({ db, announcer, log: server.log, onSealed: writeDeliveries });
    });
  let lateNotices: ReturnType<typeof startLateNotices> | undefined;
  if (noticesLateOrders)
    server.addHook('onListen', async () => {
      lateNotices = startLateNotices({ db, announce: announcer.announce, log: server.log });
    });
  if (deliversOutbox)
    server.addHook('onListen', async () => {
      outbox = createOutboxWorker({
        db,
        announce: announcer.announce,
        log: server.log,
        deliverers: { ...deliverersOf(mail), webhook: webhookDeliverer(db, networks) },
      });
      outbox.start();
    });
  server.addHook('onClose', async () => {
    housekeeping.stop();
    await Promise.all([
      counting?.stop(),
      lateNotices?.stop(),
      pdfs?.stop(),
      exchanging?.stop(),
      chain?.stop(),
      outbox?.stop(),
    ]);
    await announcer.flush();
    await listener?.close();
    await presence?.stop();
    await replica?.close();
    await closePool(pool);
    uploads.close();
  });
  return { server, db };
}

/** The kinds of the outbox that this installation can deliver. */
function deliverersOf(mail: MailSettings | undefined): Deliverers {
  return { ...(mail && { mail: mailDeliverer(mail) }) };
}
