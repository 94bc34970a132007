/**
 * Runs jobs, at most `atOnce` concurrently, and resolves to `[{ job, result }]` in the order of completion. A job is `{
 * step, seconds, needs?, run }`: `seconds` is the expected duration, and the longest job starts first; `needs` names a
 * step whose jobs must pass, else the job is not run and its result is null. `run` resolves to a result and never
 * rejects; `passed(result)` returns whether it counts as passed.
 */
export async function runJobs(jobs, { atOnce, passed, onEnd = () => {} }) {
  const waiting = jobs.toSorted((a, b) => urgency(b, jobs) - urgency(a, jobs) || b.seconds - a.seconds);
  const ended = [];
  const open = new Map();
  const failedSteps = new Set();
  for (const { step } of jobs) open.set(step, (open.get(step) ?? 0) + 1);

  const finish = (job, result) => {
    open.set(job.step, open.get(job.step) - 1);
    if (result === null || !passed(result)) failedSteps.add(job.step);
    ended.push({ job, result });
    onEnd(job, result);
  };
  const isReady = ({ needs }) => !needs || !open.get(needs);
  const running = new Set();
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < atOnce ? waiting.findIndex(isReady) : -1;
    if (next < 0) {
      await Promise.race(running);
      continue;
    }
    const [job] = waiting.splice(next, 1);
    if (job.needs && failedSteps.has(job.needs)) {
      finish(job, null);
      continue;
    }
    const work = job.run().then((result) => {
      running.delete(work);
      finish(job, result);
    });
    running.add(work);
  }
  return ended;
}

/** Jobs that other jobs need come first. */
function urgency({ step }, jobs) {
  return jobs.some(({ needs }) => needs === step) ? 1 : 0;
}
