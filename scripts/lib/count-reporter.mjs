/**
 * A reporter of node:test that writes the counts of the run as JSON: `{ passed, failed, skipped, files, failedFiles }`,
 * where `files` holds the counts of each file and the totals are their sum. A cancelled test has failed. A file that
 * fails without a failed test (it does not load, a hook fails, an error after the last test) counts one failure.
 */
export default async function* countReporter(source) {
  const files = {};
  const failedFiles = new Set();
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const counts = (files[data.file] ??= { passed: 0, failed: 0, skipped: 0 });
    const outcome = outcomeOf(type, data);
    if (outcome === 'failed') failedFiles.add(data.file);
    if (data.details?.type !== 'suite') counts[outcome] += 1;
  }
  for (const file of failedFiles) files[file].failed ||= 1;
  yield JSON.stringify({ ...sum(Object.values(files)), files, failedFiles: [...failedFiles] });
}

function outcomeOf(type, { skip, todo }) {
  if (skip !== undefined || todo !== undefined) return 'skipped';
  return type === 'test:pass' ? 'passed' : 'failed';
}

function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}
