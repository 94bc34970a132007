import fs from 'node:fs';
import { isAlive } from './pid-file.ts';

/** Records that this process is responsible for stopping the PostgreSQL `pid` of this data directory. */
export function writeOwner(dir: string, pid: number): void {
  const draft = `${dir}.owner.${process.pid}`;
  fs.writeFileSync(draft, `${pid} ${process.pid}\n`);
  fs.renameSync(draft, `${dir}.owner`);
}

/**
 * Whether the process that should stop the PostgreSQL `pid` has ended. Its watchdog has ended too, or the server would not
 * run.
 */
export function isAbandoned(dir: string, pid: number): boolean {
  try {
    const [postgres, owner] = fs.readFileSync(`${dir}.owner`, 'utf8').split(' ').map(Number);
    return postgres === pid && owner !== undefined && !isAlive(owner);
  } catch {
    return false; // just started, its owner has not written the file yet
  }
}
