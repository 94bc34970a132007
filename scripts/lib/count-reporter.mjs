/**
 * A reporter of node:test that writes the counts of the run as JSON, `{ passed, failed, skipped, suites }`. A cancelled
 * test counts as failed, and suites are not counted. Failures outside tests only set the exit code of the process.
 * `suites` maps each outermost suite, which is a file of a group, to `{ seconds, counts }`; a suite with a failed hook
 * has at least one failure.
 */
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const suites = {};
  let own = { ...counts };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') {
      if (data.nesting > 0) continue;
      if (type === 'test:fail') own.failed = Math.max(own.failed, 1);
      suites[data.name] = { seconds: data.details.duration_ms / 1000, counts: own };
      own = { passed: 0, failed: 0, skipped: 0 };
    } else {
      const outcome = data.skip !== undefined || data.todo !== undefined ? 'skipped' : outcomeOf(type);
      counts[outcome] += 1;
      own[outcome] += 1;
    }
  }
  yield JSON.stringify({ ...counts, suites });
}

function outcomeOf(type) {
  return type === 'test:pass' ? 'passed' : 'failed';
}
