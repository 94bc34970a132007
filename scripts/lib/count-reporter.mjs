/**
 * A reporter of node:test that writes as JSON the counts of the whole run, those of each file, and the files in which
 * something failed; what is cancelled has failed.
 */
export default async function* countReporter(source) {
  let total;
  const files = {};
  const failedFiles = new Set();
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.file) failedFiles.add(data.file);
    if (type !== 'test:summary') continue;
    // one summary per file, then one of all
    if (data.file === undefined) total = countsOf(data.counts);
    else files[data.file] = countsOf(data.counts);
  }
  if (total) yield JSON.stringify({ ...total, files, failedFiles: [...failedFiles] });
}

function countsOf({ passed, failed, cancelled, skipped, todo }) {
  return { passed, failed: failed + cancelled, skipped: skipped + todo };
}
