import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readIfThere, root } from './files.mjs';
import { hasNode } from './pinned-node.mjs';
import { run } from './run.mjs';

const STAMP = 'node_modules/.bobina-installed';

/**
 * Installs the packages of package-lock.json unless they are installed. A stamp in node_modules names the installed
 * lock file, so an unchanged one costs nothing. Throws when npm fails.
 */
export async function ensureInstalled() {
  const lock = readIfThere('package-lock.json') ?? '';
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
  if (readIfThere(STAMP) === wanted && hasNode()) return;
  if (!matches(lock) || !hasNode()) await install();
  fs.writeFileSync(path.join(root, STAMP), wanted);
}

/** npm's own record in node_modules detects a manual npm run. */
function matches(lock) {
  const record = readIfThere('node_modules/.package-lock.json');
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([name, { version, optional, link }]) => {
    if (link || (!name.startsWith('node_modules/') && !name.includes('/node_modules/'))) return true; // workspaces of this repository
    const found = installed[name];
    return found ? found.version === version : Boolean(optional); // an optional package of another platform
  });
}

async function install() {
  console.log('Installing packages. The first time takes a minute or two.');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const progress = setInterval(() => console.log(`Still installing (${seconds()} s).`), 15_000);
  try {
    await installFromLock();
    if (!hasNode()) await npm('rebuild', 'node');
  } finally {
    clearInterval(progress);
  }
  console.log(`Packages installed in ${seconds()} s.`);
}

/**
 * npm ci refuses a lock file that lacks packages of other platforms, as a partial registry produces. npm install takes
 * the same versions from it and resolves the rest. Neither changes the file.
 */
async function installFromLock() {
  const clean = await npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  if (clean.code === 0) return;
  const outOfStep = /EUSAGE/.test(clean.output);
  const result = outOfStep ? await npm('install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error') : clean;
  if (result.code !== 0)
    throw new Error(`${result.output}\nnpm could not install the packages. It needs the network the first time`);
}

/** npm replaces node_modules, which may contain the running Node: npm's scripts must use the system's Node. */
function npm(...args) {
  const env = { ...process.env, PATH: pathWithoutModules() };
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('.js') && node && !node.startsWith(root))
    return run(node, [script, ...args], { env, quiet: true });
  return run('npm', args, { env, quiet: true, shell: process.platform === 'win32' });
}

function pathWithoutModules() {
  const parts = (process.env.PATH ?? '').split(path.delimiter);
  return parts.filter((part) => !part.startsWith(root)).join(path.delimiter);
}
