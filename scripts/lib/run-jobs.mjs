import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { add, NOTHING } from './counts.mjs';
import { recordSeconds } from './durations.mjs';
import { root } from './files.mjs';
import { runJobs } from './schedule.mjs';
import { failedFiles, runAgain } from './test-jobs.mjs';

/** With more failed browser files than this, CPU contention is not the cause. */
const MOST_SECOND_RUNS = 5;
const LOGS = path.join(root, 'node_modules/.cache/test-logs');
/** One job more than processors: a browser test waits for timers and the database a fifth of its time. */
const atOnce = Number(process.env.TEST_JOBS ?? Math.min(os.availableParallelism() + 1, 4));

/** Runs the jobs of a plan, prints failures and one line per step, and resolves to the total counts. */
export async function runPlan(jobs) {
  const steps = new Map();
  for (const { step } of jobs) steps.set(step, { open: (steps.get(step)?.open ?? 0) + 1, seconds: 0, counts: NOTHING });
  const ended = await runJobs(
    jobs.map((job) => ({ ...job, run: timed(job) })),
    {
      atOnce,
      passed: ({ counts }) => counts.failed === 0,
      onEnd: (job, result) => {
        report(job, result);
        const step = steps.get(job.step);
        step.open -= 1;
        step.counts = add(step.counts, result?.counts ?? { ...NOTHING, failed: 1 });
        step.seconds += result?.seconds ?? 0;
        if (step.open === 0) console.log(lineOf(job.step, step));
      },
    },
  );
  recordSeconds(Object.assign({}, ...ended.map(secondsTaken)));
  const final = await runFailedBrowserFilesAgain(ended);
  const failed = new Set(final.filter(({ counts }) => counts.failed > 0).map(({ job }) => job.step));
  if (failed.size > 0) console.log(`\nfailed: ${[...failed].join(', ')}`);
  return final.map(({ counts }) => counts).reduce(add, NOTHING);
}

/** Formats the last line of a run and of its parts. */
export function countsText({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

function timed({ run }) {
  return async () => {
    const started = Date.now();
    const result = await run().catch((error) => ({ counts: { ...NOTHING, failed: 1 }, output: error.stack }));
    return { ...result, seconds: (Date.now() - started) / 1000 };
  };
}

/** The seconds of each file of a job, or of a job without files. */
function secondsTaken({ job, result }) {
  if (result === null) return {};
  const { files = [job.name], keyOf = (file) => file } = job;
  if (files.length === 1) return { [keyOf(files[0])]: result.seconds };
  return Object.fromEntries(Object.entries(result.suites).map(([file, { seconds }]) => [keyOf(file), seconds]));
}

/**
 * Runs the failed files of browser jobs once more, alone, and counts the second result. docs/decisions/0011 gives the
 * reason; the run prints the names of the files.
 */
async function runFailedBrowserFilesAgain(ended) {
  const results = ended.map(({ job, result }) => ({
    job,
    counts: result?.counts ?? { ...NOTHING, failed: 1 },
    result,
  }));
  const again = results
    .filter(({ job, result, counts }) => job.isBrowser && result && counts.failed > 0)
    .map((entry) => ({ entry, files: failedFiles(entry.job, entry.result.suites) }));
  if (again.flatMap(({ files }) => files).length > MOST_SECOND_RUNS) return results;
  for (const { entry, files } of again) {
    const names = files.join(', ');
    console.log(`\n↻ second run, alone: ${names}`);
    const second = await timed({ run: () => runAgain(entry.job, entry.result.suites) })();
    report(entry.job, second);
    if (second.counts.failed === 0) console.log(`unsteady: failed, then passed alone: ${names}`);
    entry.counts = second.counts;
  }
  return results;
}

function report(job, result) {
  if (result === null) {
    console.log(`- ${job.name}: left out, ${job.needs} failed`);
    return;
  }
  const { counts, output, seconds } = result;
  const log = path.join(LOGS, `${job.name.replaceAll(/[^\w.-]+/g, '-')}.log`);
  fs.mkdirSync(LOGS, { recursive: true });
  fs.writeFileSync(log, output);
  if (counts.failed === 0 && job.name === job.step) return; // the step prints this line
  console.log(`${markOf(counts)} ${job.name}: ${countsText(counts)} (${seconds.toFixed(1)} s)`);
  if (counts.failed === 0) return;
  console.log(withoutPassed(output));
  console.log(`  all that it printed: ${path.relative(root, log)}`);
}

/** Returns the output of a failed run without the lines of passed tests. */
function withoutPassed(output) {
  return output
    .split('\n')
    .filter((line) => !/^\s*[✔﹣] /u.test(line))
    .map((line) => `  ${line}`)
    .join('\n');
}

function lineOf(name, { counts, seconds }) {
  return `${markOf(counts)} ${name}: ${countsText(counts)} (${seconds.toFixed(1)} s of work)`;
}

function markOf(counts) {
  return counts.failed > 0 ? '✖' : '✔';
}
