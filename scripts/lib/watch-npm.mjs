import fs from 'node:fs';

const POLL_MS = 250;

/**
 * Calls back once when the npm that runs this script is gone. npm passes a signal to its shell alone, which dies of it
 * without a word to us; and of a kill -9 nobody hears. Without npm there is nothing to watch.
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

/** The shell and, where the system tells, npm: an orphan gets another parent. */
function ancestors() {
  const shell = process.ppid;
  return process.platform === 'linux' ? `${shell} ${parentOf(shell)}` : `${shell}`;
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined; // gone
  }
}
