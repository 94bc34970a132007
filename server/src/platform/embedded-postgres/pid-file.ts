import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The contents of `postmaster.pid` in a data directory. */
export interface PidFile {
  pid: number;
  port: number;
  /** '' early in the start, then `starting`, `ready`, `stopping`. */
  status: string;
}

/**
 * Reads the pid file of a data directory; null when there is none or it is not written yet.
 * @throws Error when the file exists and cannot be read
 */
export function readPidFile(dir: string): PidFile | null {
  try {
    return parsePidFile(fs.readFileSync(pidFilePath(dir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether `pid` is alive and is the PostgreSQL of this data directory, not an unrelated process with a reused id. */
export function isPostgresOf(dir: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = readCommandLine(pid);
  return command.includes('postgres') && command.includes(dir);
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // EPERM: alive, of another user
  }
}

/**
 * Makes a stale pid file harmless. After a reboot, or in a container, the pid in a leftover file may belong to another
 * process, and PostgreSQL would refuse to start. The file must not be deleted: PostgreSQL uses it to find shared memory
 * that is still in use. So this writes the own pid into the first line: PostgreSQL treats a file with its parent's pid
 * as stale, and still checks the shared memory.
 * Writes through the handle that was used for reading: if another process has started PostgreSQL meanwhile, the handle
 * refers to the replaced file, and the current file is not changed.
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
    return ''; // the process ended during the check
  }
}
