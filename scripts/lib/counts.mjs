import fs from 'node:fs';

/** What the steps of a test run add up to. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * The counts after the failed files of a run ran a second time: `second` replaces what these files counted in `first`,
 * including a failure of the file itself (an error after its last test).
 */
export function withSecondRun(first, second) {
  const replaced = first.failedFiles.map((file) => first.files[file]).reduce(add, NOTHING);
  return add(second, {
    passed: first.passed - replaced.passed,
    failed: first.failed - replaced.failed,
    skipped: first.skipped - replaced.skipped,
  });
}

/** A check that only passes or fails counts as one. */
export function countCheck(code) {
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** What scripts/lib/count-reporter.mjs noted of a run of node:test, `failedFiles` among it. */
export function readNodeCounts(file, code) {
  const noted = readJson(file);
  if (!noted) return { ...NOTHING, failed: 1, files: {}, failedFiles: [] };
  return atLeastOneFailure(noted, code);
}

/** What Vitest's json reporter noted. */
export function readVitestCounts(file, code) {
  const report = readJson(file);
  if (!report) return { ...NOTHING, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return atLeastOneFailure({ passed, failed, skipped: numPendingTests + numTodoTests }, code);
}

/** A runner may fail without a failed test: a file that does not load, an error after the last test. */
function atLeastOneFailure(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null; // the runner died before it could write
  }
}
