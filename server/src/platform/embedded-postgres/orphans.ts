import fs from 'node:fs';

/**
 * Terminates the workers of a killed main process of this data directory: they may hold the shared memory for a moment,
 * and no new server can start until they are gone. Only Linux needs the signal; on other systems the workers detect the
 * death of their parent at their next wait.
 */
export function endOrphans(dir: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const ours = fs.readlinkSync(`/proc/${pid}/cwd`) === dir;
      if (ours && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: '))
        process.kill(Number(pid), 'SIGTERM');
    } catch {
      // the process has ended, or belongs to another user
    }
  }
}
