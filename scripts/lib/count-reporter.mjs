/**
 * A reporter of node:test that writes the counts of the run as JSON, `{ passed, failed, skipped }`. A cancelled test has
 * failed. A suite is no test; what fails outside all tests shows in the exit code of the process.
 */
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
