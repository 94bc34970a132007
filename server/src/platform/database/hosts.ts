/**
 * Database addresses with several hosts, `postgres://user:password@a:5432,b:5432/db?target_session_attrs=read-write`, as
 * libpq reads them. The driver accepts only one host, so the host that accepts writes is found here.
 */
import { Client } from 'pg';
import { PreparingClient, READ_ONLY_EVENT } from './preparing-client.ts';
import { Unavailable } from './unavailable.ts';

/** Less than the connection timeout of the pool, which includes the search. */
const EXAMINE_MS = 3_000;

/** The role of a host that answers. */
export type HostState = 'primary' | 'standby' | 'read only';

/** The single-host addresses of an address, in its order. @throws Error when it asks for sessions that cannot write */
export function separateHosts(url: string): string[] {
  const [, before, hosts, rest] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  if (attributes !== undefined && !['read-write', 'primary'].includes(attributes))
    throw new Error(`target_session_attrs must be read-write, because Bobina writes: ${attributes}`);
  if (hosts === undefined || (attributes === undefined && !hosts.includes(','))) return [url];
  return hosts.split(',').map((host) => {
    const single = new URL(`${before}${host}${rest}`);
    single.searchParams.delete('target_session_attrs');
    return single.href;
  });
}

/** Asks one host whether it accepts writes. @throws the driver's error when it does not answer within 4 s */
export async function examineHost(url: string, timeoutMs: number = EXAMINE_MS): Promise<HostState> {
  const client = new Client({
    connectionString: url,
    application_name: 'bobina start',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {}); // the failing query reports the error
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; locked: boolean }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as locked`,
    );
    if (rows[0]!.standby) return 'standby';
    return rows[0]!.locked ? 'read only' : 'primary';
  } finally {
    await client.end().catch(() => {});
  }
}

/** The host of an address that accepts writes: looked for once, and again after `forget`. */
export class Primary {
  readonly #urls: string[];
  #found: Promise<string> | undefined;
  constructor(url: string) {
    this.#urls = separateHosts(url);
  }
  get isOneHost(): boolean {
    return this.#urls.length === 1;
  }
  /** The single-host address of the primary; a single host is not asked. @throws Unavailable when no host accepts writes */
  find(): Promise<string> {
    if (this.isOneHost) return Promise.resolve(this.#urls[0]!);
    this.#found ??= this.#look();
    return this.#found;
  }
  /** To be called when a connection failed or was read only. */
  forget(): void {
    this.#found = undefined;
  }
  #look(): Promise<string> {
    const looking = Promise.any(
      this.#urls.map(async (url) => {
        if ((await examineHost(url)) !== 'primary') throw new Unavailable('not the primary');
        return url;
      }),
    ).catch(() => {
      if (this.#found === looking) this.#found = undefined;
      throw new Unavailable('none of the hosts of the database accepts writes');
    });
    return looking;
  }
}

/** The single-host address that accepts writes, for a separate connection. @throws Unavailable when there is none */
export function findPrimary(url: string): Promise<string> {
  return new Primary(url).find();
}

/** The client of a pool whose new connections lead to the primary. */
export function clientOf(primary: Primary): typeof PreparingClient {
  return class extends PreparingClient {
    constructor(config?: ConstructorParameters<typeof PreparingClient>[0]) {
      super(config);
      this.on(READ_ONLY_EVENT as 'end', () => primary.forget());
    }
    protected override async connectSession(): Promise<this> {
      try {
        const { hostname, port } = new URL(await primary.find());
        this.host = decodeURIComponent(hostname);
        this.port = Number(port || 5432);
        return await super.connectSession();
      } catch (error) {
        primary.forget();
        throw error;
      }
    }
  };
}
