import { describe, test, type TestContext } from 'node:test';

/** Marks the tests of `npm run test:matrix`: see scripts/lib/test-jobs.mjs. */
const MARK = '[matrix]';
type Work = (context: TestContext) => void | Promise<void>;
const isLeftOut = process.env.TEST_SCOPE === 'daily';

/**
 * A test of the matrix: every theme, width and language, sets of 100,000 rows. `npm test` skips it; `npm run
 * test:matrix` runs it, and so does running its file alone.
 * @param timeout milliseconds, in place of those of the run
 */
export function matrixTest(name: string, work: Work, timeout?: number): void {
  if (!isLeftOut) void test(`${name} ${MARK}`, { ...(timeout && { timeout }) }, work);
}

/** A test of a loop: an ordinary one for the cases that `npm test` runs, a matrix test for the others. */
export function dailyOrMatrix(name: string, isDaily: boolean, work: Work): void {
  if (isDaily) void test(name, work);
  else matrixTest(name, work);
}

/** A suite of matrix tests that share hooks. */
export function matrixSuite(name: string, work: () => void): void {
  if (!isLeftOut) void describe(`${name} ${MARK}`, work);
}
