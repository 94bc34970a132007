import fs from 'node:fs';
import path from 'node:path';
import { root } from './files.mjs';

const PINNED = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const NEEDED = 24;

/** Whether a Node that runs TypeScript directly is available without an installation. */
export function hasNode() {
  return fs.existsSync(PINNED) || majorVersion() >= NEEDED;
}

/**
 * Returns the Node of the project: the one from package-lock.json, else the running one if it is recent enough.
 * @throws if neither exists
 */
export function findNode() {
  if (fs.existsSync(PINNED)) return PINNED;
  if (majorVersion() >= NEEDED) return process.execPath;
  throw new Error(
    `Node ${NEEDED} was not installed into node_modules (are npm's install scripts switched off?): ` +
      `run "npm rebuild node", or use Node ${NEEDED} yourself`,
  );
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}
