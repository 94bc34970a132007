import { spawnSync } from 'node:child_process';
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

/**
 * Returns the Node of exactly the version in package.json, for an archive: the installed one, else the running one.
 * @throws if neither has that version
 */
export function findPinnedNode() {
  const pinned = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies.node;
  const found = [PINNED, process.execPath].find((program) => versionOf(program) === `v${pinned}`);
  if (found) return found;
  throw new Error(
    `The archive needs Node ${pinned}, which was not installed into node_modules (are npm's install scripts switched off?): ` +
      `run "npm rebuild node", or run this with Node ${pinned}`,
  );
}

function versionOf(program) {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim();
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}
