import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { hashFiles, listFiles, readIfThere, root } from './files.mjs';
import { findNode } from './pinned-node.mjs';
import { run } from './run.mjs';

const STAMP = 'web/dist/.sources';

/**
 * Builds the interface into web/dist unless the existing build has the same source hash. Throws when the build fails.
 */
export async function ensureWebBuilt() {
  const sources = hashSources();
  if (readIfThere(STAMP) === sources) return;
  console.log('Building the interface.');
  const started = Date.now();
  fs.rmSync(path.join(root, STAMP), { force: true });
  const { code, output } = await buildWeb();
  if (code !== 0) throw new Error(`the interface does not build:\n${output}`);
  fs.writeFileSync(path.join(root, STAMP), sources);
  console.log(`Interface built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function buildWeb() {
  const manifest = createRequire(path.join(root, 'web/package.json')).resolve('vite/package.json');
  const vite = path.join(path.dirname(manifest), JSON.parse(fs.readFileSync(manifest, 'utf8')).bin.vite);
  return run(findNode(), [vite, 'build'], { cwd: path.join(root, 'web'), quiet: true });
}

function hashSources() {
  const counts = (file) => !/[.](test|spec)[.]tsx?$/.test(file);
  return hashFiles([...listFiles('web', counts), ...listFiles('contract', counts), 'package-lock.json']);
}
