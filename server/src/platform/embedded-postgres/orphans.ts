import fs from 'node:fs';

/**
 * When PostgreSQL's main process is killed, its workers may live on for a moment and hold the shared memory, and no
 * new server may start until they are gone. Asks those of this data directory to end. Elsewhere than on Linux they are
 * only waited for: they notice the death of their parent at their next wait.
 */
export function endOrphans(dir: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const ours = fs.readlinkSync(`/proc/${pid}/cwd`) === dir;
      if (ours && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: '))
        process.kill(Number(pid), 'SIGTERM');
    } catch {
      // it ended, or belongs to somebody else
    }
  }
}
