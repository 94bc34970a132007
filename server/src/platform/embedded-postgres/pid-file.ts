import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What PostgreSQL writes into `postmaster.pid` of its data directory. */
export interface PidFile {
  pid: number;
  port: number;
  /** '' early in the start, then `starting`, `ready`, `stopping`. */
  status: string;
}

/** The pid file of a data directory, or null when there is none or it is not yet written. */
export function readPidFile(dir: string): PidFile | null {
  try {
    return parsePidFile(fs.readFileSync(pidFilePath(dir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether `pid` is alive and is the PostgreSQL of this very data directory, not a stranger that got its number. */
export function isPostgresOf(dir: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = readCommandLine(pid);
  return command.includes('postgres') && command.includes(dir);
}

/** Whether some process has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // EPERM: alive, somebody else's
  }
}

/**
 * After a reboot, or in a container, the pid in a left-over file may belong to a stranger, and PostgreSQL would refuse
 * to start. The file must never be deleted: PostgreSQL finds in it the shared memory whose users it has to wait for.
 * So the first line gets our own pid: a file that names the parent counts as left over, and the check still happens.
 * Written through the handle it was read with: should another process have started PostgreSQL meanwhile, the handle
 * points at the replaced file, and the live one stays untouched.
 */
export function disarmStalePidFile(dir: string): void {
  let handle: number;
  try {
    handle = fs.openSync(pidFilePath(dir), 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const text = fs.readFileSync(handle, 'utf8');
    const file = parsePidFile(text);
    if (!file || file.pid === process.pid || !isAlive(file.pid) || isPostgresOf(dir, file.pid)) return;
    const disarmed = text.replace(/^.*$/m, String(process.pid));
    fs.writeSync(handle, disarmed, 0);
    fs.ftruncateSync(handle, Buffer.byteLength(disarmed));
  } finally {
    fs.closeSync(handle);
  }
}

function pidFilePath(dir: string): string {
  return path.join(dir, 'postmaster.pid');
}

function parsePidFile(text: string): PidFile | null {
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0])); // negative for a single-user server
  if (!pid) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

function readCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') {
      const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
      return execFileSync('powershell', ['-NoProfile', '-Command', query], { encoding: 'utf8' });
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return ''; // it ended while we looked
  }
}
