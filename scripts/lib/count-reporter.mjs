/**
 * A reporter of node:test that writes the counts of the run as JSON, `{ passed, failed, skipped, suites }`. A cancelled
 * test counts as failed, and suites are not counted. Failures outside tests only set the exit code of the process.
 * `suites` maps each outermost suite, which is a file of a group, to its seconds.
 */
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0, suites: {} };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') {
      if (data.nesting === 0) counts.suites[data.name] = data.details.duration_ms / 1000;
    } else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
