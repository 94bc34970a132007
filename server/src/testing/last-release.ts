/** The last release: the oldest code that may run beside today's. See docs/decisions/0025-expand-and-contract.md. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The newest migration of the last release whose servers may run beside those of this code. It is raised with each
 * release, see docs/how-to/release.md. Code without `schema_range` cannot be upgraded one server after the other, and
 * the first schema with that table stands for the last release.
 */
export const LAST_RELEASE = 41;

const ROOT = path.join(import.meta.dirname, '../../..');
const SCHEMA_RANGE = 'server/migrations/0041_schema_range.sql';

interface Lock {
  packages: Record<string, { integrity?: string; link?: boolean; workspaces?: string[] }>;
}

/** Why the code of the last release cannot be taken from git here; undefined when it can. */
export function whyNoLastRelease(): string | undefined {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'true'
      ? 'this clone is shallow: git fetch --unshallow'
      : undefined;
  } catch {
    return 'this folder is no git repository, or git is not installed';
  }
}

/**
 * Returns the commit of the last release: the newest tag `v…` before this commit with `schema_range`, or the first
 * commit with it while there is no such tag.
 */
export function findLastRelease(): string {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', SCHEMA_RANGE).split('\n').at(-1)!;
  const tags = git('tag', '--list', 'v[0-9]*', '--merged=HEAD^', `--contains=${first}`, '--sort=-version:refname');
  return git('rev-parse', `${tags.split('\n')[0] || first}^{commit}`);
}

/** The number of the newest migration of a commit. */
export function newestMigrationOf(commit: string): number {
  const files = git('ls-tree', '--name-only', commit, 'server/migrations/').split('\n');
  return Math.max(...files.map((file) => Number(/(\d{4})_\w+\.sql$/.exec(file)?.[1] ?? 0)));
}

/**
 * Writes the code of the last release with its packages into a new temporary folder, which the caller removes. The
 * packages are those of this repository if its lock file has all of them unchanged; otherwise npm installs them.
 * @returns the folder
 */
export function checkOutLastRelease(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-last-release-')));
  fs.chmodSync(folder, 0o755);
  const archive = execFileSync('git', ['archive', findLastRelease()], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [theirs, ours] = [readLock(folder), readLock(ROOT)];
  const isOurs = Object.entries(theirs.packages).every(
    ([name, { integrity }]) => integrity === undefined || ours.packages[name]?.integrity === integrity,
  );
  if (isOurs) linkPackages(folder, theirs);
  // A lock file that lacks packages of other platforms is refused by `npm ci`.
  else execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  return folder;
}

/** Links each installed package, and the workspaces to those of the folder. */
function linkPackages(folder: string, { packages }: Lock): void {
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(modules);
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@bobina' && !name.startsWith('.'))
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  fs.mkdirSync(path.join(modules, '@bobina'));
  for (const workspace of packages['']!.workspaces!)
    fs.symlinkSync(path.join(folder, workspace), path.join(modules, '@bobina', workspace));
}

function readLock(folder: string): Lock {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
