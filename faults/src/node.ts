/** The real server in a process of its own, which can be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './scenario.ts';

const APP = path.join(import.meta.dirname, '../../server/src/app');
/** As scripts/lib/start-server.mjs does. */
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/compiled');
export const PASSWORD = 'prova-di-Guasto-1';
const METRICS_TOKEN = 'prova-di-misura-1';
const START_MS = 90_000;

export interface Node {
  readonly url: string;
  readonly pid: number;
  readonly running: boolean;
  /** What it has said, its log of warnings and errors included. */
  readonly said: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again where it was. @returns once it answers */
  start(): Promise<void>;
}
interface Where {
  dataDir: string;
  /** Without it, the bundled database in dataDir. */
  databaseUrl?: string;
  replicaUrl?: string;
  unsafe?: boolean;
  /** Address of the proxy in front of it. */
  trustProxy?: string;
  /** Holds every answer against the contract: one that is not as its row says is a 500. */
  validates?: boolean;
}

export async function startNode(
  stage: Stage,
  { dataDir, databaseUrl, replicaUrl, unsafe = false, trustProxy, validates = false }: Where,
): Promise<Node> {
  let child: ChildProcess | undefined;
  let port = 0;
  let said = '';
  const start = async () => {
    const { DATABASE_URL: _, DATABASE_REPLICA_URL: _replica, ...environment } = process.env;
    const process_ = spawn(process.execPath, [path.join(APP, 'main.ts')], {
      env: {
        ...environment,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...(trustProxy && { TRUST_PROXY: trustProxy }),
        ...(replicaUrl && { DATABASE_REPLICA_URL: replicaUrl }),
        ALLOW_UNSAFE_DATABASE: unsafe ? '1' : '',
        VALIDATE_ANSWERS: validates ? '1' : '',
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: COMPILED,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PASSWORD: PASSWORD,
        METRICS_TOKEN,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = process_;
    const from = said.length;
    for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (text) => (said += text));
    for (const deadline = Date.now() + START_MS; ; await sleep(5)) {
      const ready = /Bobina is ready: http:\/\/[^:]+:(\d+)/.exec(said.slice(from));
      if (ready) {
        port = Number(ready[1]);
        return;
      }
      if (process_.exitCode !== null || Date.now() > deadline)
        throw new Error(`the server does not start: ${said.slice(from)}`);
    }
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  stage.defer(() => kill('SIGTERM'));
  await start();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get pid() {
      return child!.pid!;
    },
    get running() {
      return child!.exitCode === null && child!.signalCode === null;
    },
    get said() {
      return said;
    },
    start,
    kill,
  };
}

/** What the server measures under this name. */
export async function readMetric({ url }: Pick<Node, 'url'>, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await answer.text())?.[1]);
}

/** One of the operator's commands, such as `backup`. @returns also the password that it left in its data folder, if any */
export async function runCommand(
  name: 'backup' | 'restore' | 'verify' | 'admin-reset',
  databaseUrl: string,
  ...args: string[]
): Promise<{ code: number | null; said: string; ms: number; secret: string }> {
  const started = performance.now();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-command-'));
  const child = spawn(process.execPath, [path.join(APP, `${name}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ALLOW_UNSAFE_DATABASE: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - started;
  const file = path.join(dataDir, 'admin-password.txt');
  const secret = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(' ')[1]! : '';
  fs.rmSync(dataDir, { recursive: true });
  return { code, said, ms, secret };
}
