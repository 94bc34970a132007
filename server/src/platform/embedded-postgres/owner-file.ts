import fs from 'node:fs';
import { isAlive } from './pid-file.ts';

/** Notes that this process is the one to stop the PostgreSQL `pid` of this data directory. */
export function writeOwner(dir: string, pid: number): void {
  const draft = `${dir}.owner.${process.pid}`;
  fs.writeFileSync(draft, `${pid} ${process.pid}\n`);
  fs.renameSync(draft, `${dir}.owner`);
}

/** Whether the process that should stop the PostgreSQL `pid` is dead (and its watchdog too, or we would not ask). */
export function isAbandoned(dir: string, pid: number): boolean {
  try {
    const [postgres, owner] = fs.readFileSync(`${dir}.owner`, 'utf8').split(' ').map(Number);
    return postgres === pid && owner !== undefined && !isAlive(owner);
  } catch {
    return false; // just started, its owner has yet to write the file
  }
}
