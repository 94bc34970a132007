import fs from 'node:fs';
import path from 'node:path';
import { root } from './files.mjs';

/** The workspaces that run on the server. */
const RUNNING = ['server', 'contract'];

/**
 * Lists the folders of the modules that the server loads at run time, such as `node_modules/fastify`, by following the
 * dependencies of package-lock.json. Optional packages of other platforms, which are not installed, are left out.
 */
export function listRuntimeModules() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const waiting = RUNNING.flatMap((workspace) => dependenciesOf(packages, workspace));
  while (waiting.length > 0) {
    const folder = waiting.pop();
    if (found.has(folder)) continue;
    found.add(folder);
    waiting.push(...dependenciesOf(packages, folder));
  }
  return [...found].filter((folder) => fs.existsSync(path.join(root, folder))).sort();
}

function dependenciesOf(packages, folder) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[folder] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .map((name) => resolve(packages, folder, name))
    .filter((found) => found !== undefined && !packages[found].link);
}

/** Finds a module as Node does: in the folder's own node_modules, then in those above it. */
function resolve(packages, folder, name) {
  for (let at = folder; ; at = path.posix.dirname(at)) {
    const candidate = at === '.' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (at === '.') return undefined;
  }
}
