import fs from 'node:fs';
import path from 'node:path';
import { root } from './files.mjs';

/** Measured on this machine; not committed. */
const MEASURED = path.join(root, 'node_modules/.cache/test-durations.json');
/** The initial durations of a fresh checkout. */
const COMMITTED = path.join(root, 'scripts/lib/test-durations.json');

/** The seconds that a job of this name took in its last run, or an estimate. */
export function expectedSeconds(name) {
  return storedSeconds(name) ?? (name.includes('.spec.') ? 15 : 2);
}

/** The seconds that a job of this name took in its last run; undefined if it never ran. */
export function storedSeconds(name) {
  known ??= { ...read(COMMITTED), ...read(MEASURED) };
  return known[name];
}

/** Stores the seconds of jobs by name, which determine the order of the next run. */
export function recordSeconds(taken) {
  const ours = Object.entries(taken).filter(([name]) => !name.startsWith('../'));
  fs.mkdirSync(path.dirname(MEASURED), { recursive: true });
  fs.writeFileSync(MEASURED, JSON.stringify({ ...read(MEASURED), ...Object.fromEntries(ours) }, null, 1));
}

let known;

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {}; // missing or truncated: only the order depends on it
  }
}
