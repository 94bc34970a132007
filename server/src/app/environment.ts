/** Reads the environment variables once; the README lists them. */
import path from 'node:path';
import type { DemoCountry } from '../demo/country.ts';
import { readOidcSettings, type OidcSettings } from '../areas/identity/index.ts';
import { readTrustedProxies } from '../platform/http/trusted-proxies.ts';
import { readNetworks, type Networks } from '../platform/networks.ts';
import { readMailSettings, type MailSettings } from '../platform/outbox/mail/mail-settings.ts';
import { checkDatabaseUrl } from '../platform/database/wait-for-database.ts';

export interface Environment {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** The way past a connection pooler to the database of DATABASE_URL. */
  directUrl: string | undefined;
  /** A streaming replica of DATABASE_URL, for reports. */
  replicaUrl: string | undefined;
  /** Bearer token of GET /metrics. */
  metricsToken: string | undefined;
  /** Seconds to wait at the start for an unavailable database. */
  databaseWait: number;
  dataDir: string;
  adminPassword: string | undefined;
  trustProxy: string | undefined;
  /** Calls per second of one user; unlimited without it. */
  rateLimit: number | undefined;
  /** Whether Strict-Transport-Security covers the subdomains of the host too. */
  hstsSubdomains: boolean;
  /** The address at which browsers reach the server. */
  publicUrl: string | undefined;
  logLevel: string;
  backup: {
    /** Encrypts backups. */
    passphrase: string | undefined;
    /** A second folder for each backup. */
    copyTo: string | undefined;
  };
  /** Folders through which files and receipts are exchanged. */
  exchange: { out: string | undefined; in: string | undefined };
  /** Server and sender of mails; undefined without SMTP_URL. */
  mail: MailSettings | undefined;
  /** Private networks to which webhooks may be sent. */
  networks: Networks;
  /** The provider of OpenID Connect; undefined without OIDC_ISSUER. */
  oidc: OidcSettings | undefined;
  /** The country of the demo company to load into an empty database. */
  demo: DemoCountry | undefined;
}

const DEMOS: Record<string, DemoCountry> = { '--demo': 'IT', '--demo=it': 'IT', '--demo=fr': 'FR' };
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
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new Error('DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL, which is not set');
  const databaseWait = Number(env.DATABASE_WAIT || 0);
  if (!Number.isInteger(databaseWait) || databaseWait < 0 || databaseWait > 86_400)
    throw new Error('DATABASE_WAIT must be a whole number of seconds from 0 to 86400');
  const rateLimit = env.RATE_LIMIT ? Number(env.RATE_LIMIT) : undefined;
  if (rateLimit !== undefined && !(Number.isInteger(rateLimit) && rateLimit >= 5 && rateLimit <= 100_000))
    throw new Error('RATE_LIMIT must be a whole number of calls per second and user, from 5 to 100000');
  if (env.HSTS_SUBDOMAINS && !['0', '1'].includes(env.HSTS_SUBDOMAINS))
    throw new Error(`HSTS_SUBDOMAINS must be 1 or 0: ${env.HSTS_SUBDOMAINS}`);
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name]) checkDatabaseUrl(name, env[name]);
  if (env.BACKUP_PASSPHRASE && env.BACKUP_PASSPHRASE.length < 12)
    throw new Error('BACKUP_PASSPHRASE must have at least 12 characters');
  if (env.EXCHANGE_OUT && env.EXCHANGE_IN && path.resolve(env.EXCHANGE_OUT) === path.resolve(env.EXCHANGE_IN))
    throw new Error('EXCHANGE_OUT and EXCHANGE_IN must be two folders');
  const unknown = argv.filter((argument) => !Object.hasOwn(DEMOS, argument));
  if (unknown.length > 0)
    throw new Error(`unknown argument: ${unknown.join(' ')} (there are ${Object.keys(DEMOS).join(', ')})`);
  if (argv.length > 1) throw new Error(`one demo company at a time: ${argv.join(' ')}`);
  return {
    port,
    host: env.HOST || '127.0.0.1',
    databaseUrl: env.DATABASE_URL || undefined,
    directUrl: env.DATABASE_DIRECT_URL || undefined,
    replicaUrl: env.DATABASE_REPLICA_URL || undefined,
    databaseWait,
    metricsToken: env.METRICS_TOKEN || undefined,
    dataDir: path.resolve(env.DATA_DIR || path.join(import.meta.dirname, '../../../data')),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    trustProxy: env.TRUST_PROXY || undefined,
    rateLimit,
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    publicUrl: readPublicUrl(env.PUBLIC_URL),
    logLevel,
    backup: { passphrase: env.BACKUP_PASSPHRASE || undefined, copyTo: folderOf(env.BACKUP_COPY_TO) },
    exchange: { out: folderOf(env.EXCHANGE_OUT), in: folderOf(env.EXCHANGE_IN) },
    networks: readNetworks(env.ALLOW_PRIVATE_NETWORKS),
    mail: readMailSettings(env.SMTP_URL, env.MAIL_FROM),
    oidc: readOidcSettings(env),
    demo: argv[0] === undefined ? undefined : DEMOS[argv[0]],
  };
}

/** @throws Error unless it is an https address, or http on this machine, without a path */
function readPublicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  if (!url || !isSafe || url.href !== `${url.origin}/`)
    throw new Error(`PUBLIC_URL must be like https://bobina.example.com, without a path: ${text}`);
  return url.origin;
}

function folderOf(name: string | undefined): string | undefined {
  return name ? path.resolve(name) : undefined;
}
