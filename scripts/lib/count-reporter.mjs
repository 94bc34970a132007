/** A reporter of node:test that writes the counts of the whole run as JSON; what is cancelled has failed. */
export default async function* countReporter(source) {
  let counts;
  for await (const { type, data } of source) {
    // one summary per file, then one of all
    if (type === 'test:summary' && data.file === undefined) counts = data.counts;
  }
  if (!counts) return;
  yield JSON.stringify({
    passed: counts.passed,
    failed: counts.failed + counts.cancelled,
    skipped: counts.skipped + counts.todo,
  });
}
