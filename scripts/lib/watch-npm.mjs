import fs from 'node:fs';

const POLL_MS = 250;

/**
 * Calls `callback` once when the npm that runs this script has ended. npm sends a signal only to its shell, which ends
 * without forwarding it, and kill -9 sends no signal. Does nothing without npm.
 */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, POLL_MS).unref();
}

/** The parent shell and, where the system reports it, npm. An orphaned process gets another parent. */
function ancestors() {
  const shell = process.ppid;
  return process.platform === 'linux' ? `${shell} ${parentOf(shell)}` : `${shell}`;
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined; // the process has ended
  }
}
