import fs from 'node:fs';

/** The initial counts of a test run. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** Adds two counts. */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Counts a check by its exit code: one passed or one failed. */
export function countCheck(code) {
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/**
 * Reads the file that count-reporter.mjs wrote for a run of node:test with exit code `code`. @returns `{ counts, suites
 * }`
 */
export function readNodeCounts(file, code) {
  const { suites = {}, ...noted } = readJson(file) ?? { ...NOTHING, failed: 1 };
  return { counts: atLeastOneFailure(noted, code), suites };
}

/** Reads the file that Vitest's json reporter wrote. */
export function readVitestCounts(file, code) {
  const report = readJson(file);
  if (!report) return { ...NOTHING, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return atLeastOneFailure({ passed, failed, skipped: numPendingTests + numTodoTests }, code);
}

/** A process can fail without a failed test: a file that does not load, a hook, an error after the last test. */
function atLeastOneFailure(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null; // the runner ended before it wrote the file
  }
}
