/** Reads the environment variables once; the README lists them. */
import path from 'node:path';
import { readTrustedProxies } from '../platform/http/trusted-proxies.ts';
import { checkDatabaseUrl } from '../platform/database/wait-for-database.ts';

export interface Environment {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** A streaming replica of DATABASE_URL, for reports. */
  replicaUrl: string | undefined;
  /** Bearer token of GET /metrics. */
  metricsToken: string | undefined;
  /** Seconds to wait at the start for an unavailable database. */
  databaseWait: number;
  dataDir: string;
  adminPassword: string | undefined;
  trustProxy: string | undefined;
  logLevel: string;
  /** Folders through which files and receipts are exchanged. */
  exchange: { out: string | undefined; in: string | undefined };
  /** Load the demo company into an empty database. */
  demo: boolean;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Parses and validates the environment and the command line. @throws Error with the invalid setting in plain words */
export function readEnvironment(env: NodeJS.ProcessEnv, argv: readonly string[]): Environment {
  const port = Number(env.PORT || 3001);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is not a valid port: ${env.PORT}`);
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel)) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}: ${logLevel}`);
  if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < 8)
    throw new Error('ADMIN_PASSWORD must have at least 8 characters');
  if (env.TRUST_PROXY) readTrustedProxies(env.TRUST_PROXY);
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < 16)
    throw new Error('METRICS_TOKEN must have at least 16 characters: `openssl rand -hex 24` makes one');
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new Error('DATABASE_REPLICA_URL is a replica of DATABASE_URL, which is not set');
  const databaseWait = Number(env.DATABASE_WAIT || 0);
  if (!Number.isInteger(databaseWait) || databaseWait < 0 || databaseWait > 86_400)
    throw new Error('DATABASE_WAIT must be a whole number of seconds from 0 to 86400');
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name]) checkDatabaseUrl(name, env[name]);
  if (env.EXCHANGE_OUT && env.EXCHANGE_IN && path.resolve(env.EXCHANGE_OUT) === path.resolve(env.EXCHANGE_IN))
    throw new Error('EXCHANGE_OUT and EXCHANGE_IN must be two folders');
  const unknown = argv.filter((argument) => argument !== '--demo');
  if (unknown.length > 0) throw new Error(`unknown argument: ${unknown.join(' ')} (the only one is --demo)`);
  return {
    port,
    host: env.HOST || '127.0.0.1',
    databaseUrl: env.DATABASE_URL || undefined,
    replicaUrl: env.DATABASE_REPLICA_URL || undefined,
    databaseWait,
    metricsToken: env.METRICS_TOKEN || undefined,
    dataDir: path.resolve(env.DATA_DIR || path.join(import.meta.dirname, '../../../data')),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    trustProxy: env.TRUST_PROXY || undefined,
    logLevel,
    exchange: { out: folderOf(env.EXCHANGE_OUT), in: folderOf(env.EXCHANGE_IN) },
    demo: argv.includes('--demo'),
  };
}

function folderOf(name: string | undefined): string | undefined {
  return name ? path.resolve(name) : undefined;
}
