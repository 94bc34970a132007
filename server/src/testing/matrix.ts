import { describe, test, type TestContext } from 'node:test';

/** `npm run test:matrix` finds its tests by this mark: see scripts/lib/test-jobs.mjs. */
const MARK = '[matrix]';
const isLeftOut = process.env.TEST_SCOPE === 'daily';

/**
 * A test of the matrix: every theme, width and language, sets of 100,000 rows. `npm test` leaves it out;
 * `npm run test:matrix` runs it, and so does a file that runs by itself.
 */
export function matrixTest(name: string, work: (context: TestContext) => void | Promise<void>): void {
  if (!isLeftOut) void test(`${name} ${MARK}`, work);
}

/** A suite whose tests all belong to the matrix, for those that share a hook. */
export function matrixSuite(name: string, work: () => void): void {
  if (!isLeftOut) void describe(`${name} ${MARK}`, work);
}
