/** The real server in a child process that can be killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './scenario.ts';

/** The folder of today's code. */
export const TODAY = path.join(import.meta.dirname, '../..');
const APP = 'server/src/app';
/** The same compile cache as scripts/lib/start-server.mjs. */
const COMPILED = path.join(TODAY, 'node_modules/.cache/compiled');
export const PASSWORD = 'prova-di-Guasto-1';
const METRICS_TOKEN = 'prova-di-misura-1';
const START_MS = 90_000;

export interface Node {
  readonly url: string;
  readonly pid: number;
  readonly running: boolean;
  /** The output of the process so far, including logged warnings and errors. */
  readonly output: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts the server on the same port. @param code the folder of its code; by default the same as before */
  start(code?: string): Promise<void>;
}
interface Where {
  dataDir: string;
  /** The folder of the code, if not this repository. */
  code?: string;
  /** Without a URL, the server starts the bundled database in dataDir. */
  databaseUrl?: string;
  replicaUrl?: string;
  unsafe?: boolean;
  /** Address of the proxy in front of the server. */
  trustProxy?: string;
  /** Validates every response against the contract: an invalid one becomes a 500. */
  validates?: boolean;
}

/** Starts a server process that ends with the stage. @returns once it responds */
export async function startNode(
  stage: Stage,
  { dataDir, code = TODAY, databaseUrl, replicaUrl, unsafe = false, trustProxy, validates = false }: Where,
): Promise<Node> {
  let child: ChildProcess | undefined;
  let port = 0;
  let output = '';
  let folder = code;
  const start = async (other = folder) => {
    folder = other;
    const { DATABASE_URL: _, DATABASE_REPLICA_URL: _replica, ...environment } = process.env;
    const process_ = spawn(process.execPath, [path.join(folder, APP, 'main.ts')], {
      env: {
        ...environment,
        // Mail is set up, and no server takes it.
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Bobina <prova@bobina.example>',
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
    const from = output.length;
    for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (text) => (output += text));
    for (const deadline = Date.now() + START_MS; ; await sleep(5)) {
      const ready = /Bobina is ready: http:\/\/[^:]+:(\d+)/.exec(output.slice(from));
      if (ready) {
        port = Number(ready[1]);
        return;
      }
      if (process_.exitCode !== null || Date.now() > deadline)
        throw new Error(`the server does not start: ${output.slice(from)}`);
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
    get output() {
      return output;
    },
    start,
    kill,
  };
}

/** Reads one value from the server's metrics. */
export async function readMetric({ url }: Pick<Node, 'url'>, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await answer.text())?.[1]);
}

/**
 * Runs an operator command such as `backup`. @returns the output, and the generated password if the data folder
 * contains one
 */
export async function runCommand(
  name: 'backup' | 'restore' | 'verify' | 'admin-reset',
  databaseUrl: string,
  ...args: string[]
): Promise<{ code: number | null; output: string; ms: number; secret: string }> {
  const started = performance.now();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-command-'));
  const child = spawn(process.execPath, [path.join(TODAY, APP, `${name}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ALLOW_UNSAFE_DATABASE: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - started;
  const file = path.join(dataDir, 'admin-password.txt');
  const secret = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(' ')[1]! : '';
  fs.rmSync(dataDir, { recursive: true });
  return { code, output, ms, secret };
}
