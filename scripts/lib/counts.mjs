import fs from 'node:fs';

/** What the steps of a test run add up to. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** A check that only passes or fails counts as one. */
export function countCheck(code) {
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** What scripts/lib/count-reporter.mjs wrote about a run of node:test that ended with `code`. */
export function readNodeCounts(file, code) {
  const noted = readJson(file);
  return noted ? atLeastOneFailure(noted, code) : { ...NOTHING, failed: 1 };
}

/** What Vitest's json reporter noted. */
export function readVitestCounts(file, code) {
  const report = readJson(file);
  if (!report) return { ...NOTHING, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return atLeastOneFailure({ passed, failed, skipped: numPendingTests + numTodoTests }, code);
}

/** A process may fail without a failed test: a file that does not load, a hook, an error after the last test. */
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
