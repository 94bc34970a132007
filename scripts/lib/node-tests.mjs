import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readNodeCounts } from './counts.mjs';
import { root } from './files.mjs';
import { findNode } from './pinned-node.mjs';
import { run } from './run.mjs';

/** Compile cache of all test processes and of the servers that they start. */
const COMPILED = path.join(root, 'node_modules/.cache/compiled-tests');
/** The longest walk over all screens takes 150 s on a quiet machine, and up to three times as long on a busy one. */
const TEST_TIMEOUT_MS = 600_000;
/** Ends a process that hangs. The longest file takes 7 minutes on a quiet machine, and three times as long on a busy one. */
const JOB_TIMEOUT_MS = 40 * 60_000;

/**
 * Runs test files of node:test in one process and resolves to `{ counts, suites, output }`; never rejects. `files` are
 * paths from the root; `only` is a pattern for test names; `suites` maps the files of a group to seconds. A process
 * that exceeds the time limit is killed and counts as failed.
 */
export async function runNodeTests(files, { env = {}, only } = {}) {
  return withFolder(async (folder) => {
    const notes = path.join(folder, 'counts.json');
    const args = [
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${path.join(root, 'scripts/lib/count-reporter.mjs')}`,
      `--test-reporter-destination=${notes}`,
      ...(only ? [`--test-name-pattern=${only}`] : []),
      ...(files.length === 1
        ? [path.resolve(root, files[0])]
        : [path.join(root, 'scripts/lib/run-group.mjs'), ...files]),
    ];
    const { NODE_TEST_CONTEXT: _, ...own } = process.env; // set when a test runs this
    const { code, output } = await run(findNode(), args, {
      quiet: true,
      timeoutMs: JOB_TIMEOUT_MS,
      env: { ...own, NODE_COMPILE_CACHE: COMPILED, ...env },
    });
    return { ...readNodeCounts(notes, code), output };
  });
}

/** Creates a temporary folder for `work` and removes it afterwards. */
export async function withFolder(work) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-counts-'));
  try {
    return await work(dir);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}
