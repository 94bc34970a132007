/** `npm start`: opens the database, migrates it, creates the first user and starts the server. */
import path from 'node:path';
import { createFirstAdmin, writeInitialPassword } from '../areas/identity/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { refuseTransactionPooling } from '../platform/database/refuse-transaction-pooling.ts';
import { confineServer, prepareServerRole } from '../platform/database/server-role.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { readOrCreateServerSecret } from '../platform/embedded-postgres/secret.ts';
import { superviseEmbedded } from '../platform/embedded-postgres/supervise-embedded.ts';
import { createApp } from './create-app.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { writeSecret } from './secrets.ts';

const onTerminal = process.stdout.isTTY === true;
function log(text: string) {
  return process.stdout.write(`${text}\n`);
}

async function openDatabase({ databaseUrl, directUrl = databaseUrl, databaseWait, dataDir }: Environment) {
  if (databaseUrl && directUrl) {
    for (const url of new Set([directUrl, databaseUrl])) await waitForDatabase(url, databaseWait, log);
    const isPooled = await refuseTransactionPooling(databaseUrl, 'DATABASE_URL');
    if (directUrl !== databaseUrl) await refuseTransactionPooling(directUrl, 'DATABASE_DIRECT_URL');
    else if (isPooled)
      log(
        'DATABASE_URL leads through a connection pooler: without DATABASE_DIRECT_URL, connections that stop responding are not found',
      );
    return { url: databaseUrl, directUrl, stop: async () => {}, serverSecret: undefined };
  }
  const cluster = path.join(dataDir, 'postgres');
  const { url, stop } = await superviseEmbedded({
    dataDir: cluster,
    database: 'bobina',
    log: (text) => process.stderr.write(`${text}\n`),
  });
  return { url, directUrl: url, stop, serverSecret: readOrCreateServerSecret(cluster) };
}

/** The addresses of the running server, whose role has its rights. In the bundled database both are of this role. */
async function connectionsOf({ url, directUrl, serverSecret }: Awaited<ReturnType<typeof openDatabase>>) {
  if (serverSecret === undefined) {
    const warning = await confineServer(url, directUrl);
    if (warning !== undefined) log(warning);
    return { databaseUrl: url, directUrl };
  }
  const databaseUrl = await prepareServerRole(url, serverSecret);
  return { databaseUrl, directUrl: databaseUrl };
}

async function start(environment: Environment): Promise<void> {
  const database = await openDatabase(environment);
  try {
    const applied = await migrate(database.directUrl, undefined, undefined, { log });
    if (applied.length > 0) log(`Migrations applied: ${applied.join(', ')}`);
    const { databaseUrl, directUrl } = await connectionsOf(database);
    const { server, db } = await createApp({
      databaseUrl,
      directUrl,
      replicaUrl: environment.replicaUrl,
      metricsToken: environment.metricsToken,
      dataDir: environment.dataDir,
      publicUrl: environment.publicUrl,
      oidc: environment.oidc,
      hasBackupCopy: environment.backup.copyTo !== undefined,
      noticesLateOrders: true,
      writesPdfs: true,
      seals: true,
      exchange: environment.exchange,
      mail: environment.mail,
      deliversOutbox: true,
      networks: environment.networks,
      trustProxy: environment.trustProxy,
      rateLimit: environment.rateLimit,
      hstsSubdomains: environment.hstsSubdomains,
      validateAnswers: process.env.VALIDATE_ANSWERS === '1',
      logger: {
        level: environment.logLevel,
        ...(onTerminal && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
      },
    });
    const stop = async () => {
      await server.close();
      await database.stop();
    };
    let stopping: Promise<void> | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        stopping ??= stop().then(
          () => process.exit(0),
          (error: unknown) => {
            server.log.error({ err: error }, 'did not stop cleanly');
            process.exit(1);
          },
        );
      });
    try {
      const password = await createFirstAdmin(db, environment.adminPassword);
      if (environment.demo) {
        const { enterDemo } = await import('./enter-demo.ts');
        const made = await enterDemo(database.directUrl, environment.demo);
        if (made) {
          const file = writeSecret(
            environment.dataDir,
            'demo-users.txt',
            made.map(({ username, password: secret }) => `${username} ${secret}`),
          );
          log(`The demo company is loaded; its users and passwords are in ${file}`);
        } else log('The database already contains data: the demo company was not loaded.');
      }
      const address = await server.listen({ port: environment.port, host: environment.host });
      log(`\nBobina is ready: ${address.replace('127.0.0.1', 'localhost')}`);
      if (password && !environment.adminPassword) {
        const file = writeInitialPassword(environment.dataDir, { username: 'admin', password });
        log(
          `Sign in as admin with the password in ${file}${onTerminal ? `: ${password}` : ''}; the first sign-in asks for a new one`,
        );
      } else if (password) log('Sign in as admin with the password in ADMIN_PASSWORD.');
    } catch (error) {
      await server.close();
      throw error;
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function explain(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `port ${port} is taken: is Bobina already running? PORT=… chooses another` : message;
}

async function run() {
  return start(readEnvironment(process.env, process.argv.slice(2)));
}
await run().catch((error: unknown) => {
  process.stderr.write(`Bobina did not start: ${explain(error)}\n`);
  process.exit(1);
});
