// npm run mutations [-- <part of a description>]: breaks rules and screens on purpose, one at a time, and runs the test
// file that must notice. It edits the working tree, so it needs a clean one, and restores each file.
// The breaks are listed in scripts/lib/mutations.mjs; docs/testing.md has the figures.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './lib/files.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { MUTATIONS } from './lib/mutations.mjs';
import { jobsOf } from './lib/test-jobs.mjs';
import { endServices } from './lib/test-services.mjs';

const part = process.argv.slice(2).join(' ');
const chosen = MUTATIONS.filter(({ what }) => what.includes(part));
const unnoticed = [];

requireCleanTree();
await ensureInstalled();
try {
  for (const mutation of chosen) {
    const noticed = await isNoticed(mutation);
    console.log(`${noticed ? '✔ noticed' : '✖ not noticed'}: ${mutation.what} (${mutation.by})`);
    if (!noticed) unnoticed.push(mutation.what);
  }
} finally {
  await endServices();
}
console.log(`\n${chosen.length - unnoticed.length} passed, ${unnoticed.length} failed`);
process.exitCode = unnoticed.length > 0 || chosen.length === 0 ? 1 : 0;

function requireCleanTree() {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changes) throw new Error('The working tree has changes. Commit or stash them first.');
}

/** Applies the break, runs its test file as `npm test` does, and restores the source. */
async function isNoticed({ file, from, to, by }) {
  const source = path.join(root, file);
  const before = fs.readFileSync(source, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`${file} must contain exactly once: ${from}`);
  fs.writeFileSync(
    source,
    before.replace(from, () => to),
  );
  try {
    let failed = 0;
    for (const { run } of jobsOf([by], 'daily')) failed += (await run()).counts.failed;
    return failed > 0;
  } finally {
    fs.writeFileSync(source, before);
  }
}
