/** The programs of Debian's packages, run as an unprivileged user in folders of their own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { chooseUser } from '../../../server/src/testing/postgres-processes.ts';
import { Skipped, type Stage } from '../scenario.ts';

/** HA_PROGRAMS names one folder in which everything is looked for instead. */
const { HA_PROGRAMS } = process.env;
const FOLDERS = HA_PROGRAMS ? [HA_PROGRAMS] : [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
const POSTGRESQL = HA_PROGRAMS ?? '/usr/lib/postgresql';
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };

export interface Programs {
  patroni: string;
  etcd: string;
  haproxy: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

/** Finds the programs. @throws Skipped with the missing ones and the packages that have them */
export function findPrograms(): Programs {
  const find = (name: string) => FOLDERS.map((dir) => path.join(dir, name)).find((file) => fs.existsSync(file));
  const postgres = (fs.existsSync(POSTGRESQL) ? fs.readdirSync(POSTGRESQL) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(POSTGRESQL, version, 'bin'))
    .find((bin) => fs.existsSync(path.join(bin, 'postgres')));
  const found = { patroni: find('patroni'), etcd: find('etcd'), haproxy: find('haproxy'), postgres };
  const missing = Object.entries(found).flatMap(([name, file]) => (file === undefined ? [name] : []));
  if (missing.length > 0) {
    const packages = missing.map((name) => PACKAGES[name as keyof typeof PACKAGES] ?? 'postgresql');
    throw new Skipped(`${missing.join(', ')} is missing: apt-get install ${packages.join(' ')}`);
  }
  return found as Programs;
}

/** Makes a folder inside another one for the user that the programs run as. */
export function makeOwnFolder(parent: string, name: string): string {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder, { mode: 0o755 });
  const { uid, gid } = chooseUser(folder);
  if (uid !== undefined) fs.chownSync(folder, uid, gid!);
  return folder;
}

/** Starts a program with its output in a file of the folder. It is killed with the stage. */
export function startProgram(
  stage: Stage,
  file: string,
  args: readonly string[],
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): ChildProcess {
  const log = fs.openSync(path.join(folder, `${path.basename(file)}.log`), 'a');
  const { PATH, LANG } = process.env;
  const child = spawn(file, args, {
    ...chooseUser(folder),
    cwd: folder,
    env: { PATH, LANG, HOME: folder, ...env },
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  stage.defer(() => killProgram(child));
  return child;
}

/** Kills a program with -9. @returns when it has ended */
export async function killProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Kills these processes and all that they have started with -9, as the loss of their machine does. */
export function killTrees(roots: readonly number[]): void {
  const parents = new Map<number, number>();
  for (const entry of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The name, in parentheses, may contain spaces.
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended.
    }
  }
  const descendants = [...roots];
  for (const pid of descendants) for (const [child, parent] of parents) if (parent === pid) descendants.push(child);
  for (const pid of new Set(descendants)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}
