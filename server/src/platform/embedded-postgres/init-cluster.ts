import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunAs } from './run-as.ts';

/** Everything that is needed to start the PostgreSQL of one data directory. */
export interface Cluster {
  dir: string;
  as: RunAs;
  /** Folder of the binaries. */
  native: string;
  user: string;
  password: string;
}

/** The path of one of the bundled programs, such as `initdb`. */
export function program(cluster: Cluster, name: string): string {
  return path.join(cluster.native, 'bin', name);
}

/**
 * Creates the cluster unless it exists. Creates it in a sibling folder and renames that, so a crash never leaves half a
 * cluster. Of several processes that start at once, one creates the cluster and the others use it.
 */
export async function initCluster(cluster: Cluster): Promise<void> {
  if (fs.existsSync(path.join(cluster.dir, 'PG_VERSION'))) return;
  const draft = `${cluster.dir}.init-${process.pid}`;
  const passwordFile = `${draft}.pw`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  try {
    if (cluster.as.uid !== undefined && cluster.as.gid !== undefined) {
      fs.chownSync(draft, cluster.as.uid, cluster.as.gid);
      fs.chownSync(passwordFile, cluster.as.uid, cluster.as.gid);
    }
    await runInitdb(cluster, draft, passwordFile);
    moveInto(cluster.dir, draft);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** The builtin C.UTF-8 collation sorts the same on every machine and version. Checksums detect silent disk errors. */
async function runInitdb(cluster: Cluster, dir: string, passwordFile: string): Promise<void> {
  const args = ['-D', dir, '-U', cluster.user, '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums');
  try {
    await promisify(execFile)(program(cluster, 'initdb'), args, { ...cluster.as, cwd: dir });
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new Error(`initdb failed: ${stderr?.trim() || message}`, { cause: error });
  }
}

function moveInto(dir: string, draft: string): void {
  try {
    fs.renameSync(draft, dir); // replaces an empty folder, fails on a full one
  } catch (error) {
    const lostTheRace = fs.existsSync(path.join(dir, 'PG_VERSION'));
    if (!lostTheRace) throw new Error(`${dir} is not empty, and contains no database`, { cause: error });
  }
}
