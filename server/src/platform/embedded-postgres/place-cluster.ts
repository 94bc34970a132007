import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { chooseUser, type RunAs } from './run-as.ts';

/** Folder for clusters when root keeps the project in a folder that PostgreSQL's user cannot enter. */
const SHARED_STATE = '/var/lib/bobina';

/** The resolved path of a cluster's folder, and the user that PostgreSQL runs as. */
export interface Place {
  dir: string;
  as: RunAs;
}

/**
 * Resolves `dataDir` to one real path that every process uses, independent of links.
 * When started as root inside a private folder (/root is 0700), creates the cluster under /var/lib/bobina and makes
 * `dataDir` a link to it. No home folder has to be opened, and the next start follows the link.
 * @throws Error when the cluster exists in a folder that the user of PostgreSQL cannot enter
 */
export function placeCluster(dataDir: string, log: (message: string) => void): Place {
  const dir = resolveDir(dataDir);
  const as = chooseUser(dir);
  if (as.uid === undefined || canEnter(path.dirname(dir), as)) return { dir, as };
  if (fs.existsSync(path.join(dir, 'PG_VERSION'))) {
    throw new Error(
      `PostgreSQL runs as user ${as.uid}, who cannot enter ${path.dirname(dir)}: open the folders above it (chmod o+x)`,
    );
  }
  return { dir: moveOut(dir, log), as };
}

function resolveDir(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  fs.mkdirSync(path.dirname(wanted), { recursive: true });
  if (fs.existsSync(wanted)) return fs.realpathSync(wanted);
  // a link whose cluster has not been created yet
  if (fs.lstatSync(wanted, { throwIfNoEntry: false }))
    return path.resolve(path.dirname(wanted), fs.readlinkSync(wanted));
  return path.join(fs.realpathSync(path.dirname(wanted)), path.basename(wanted));
}

function canEnter(dir: string, as: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...as, cwd: '/' }).status === 0;
}

function moveOut(link: string, log: (message: string) => void): string {
  // A random name: after `rm -r data` the next start must create a new cluster, not find the old one.
  const home = path.join(SHARED_STATE, randomBytes(6).toString('hex'));
  fs.mkdirSync(home, { recursive: true });
  fs.chmodSync(SHARED_STATE, 0o755);
  fs.chmodSync(home, 0o755);
  const dir = path.join(home, path.basename(link));
  try {
    // At most an empty folder, since it holds no cluster. rmdir removes neither a full folder nor a link that another
    // process has just created.
    if (fs.lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) fs.rmdirSync(link);
    fs.symlinkSync(dir, link);
  } catch (error) {
    fs.rmSync(home, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return fs.readlinkSync(link); // another process was faster: use its folder
  }
  log(`the database lives in ${dir}: PostgreSQL may not run as root, and only root can enter ${path.dirname(link)}`);
  return dir;
}
