// npm test [-- <option or name>]: runs checks and tests; the last line counts them.
//   (nothing)                 all checks and tests, without the matrix
//   --matrix                  only the matrix: see docs/testing.md
//   --all                     both, ending with the total
//   --changed                 the tests that changes since main can affect
//   <part of a step's name>   the steps with such a name
//   <test file>...            only these files, with all of their tests
// Plain JavaScript for Node 20, since the pinned Node may not be installed yet.
import { add, NOTHING } from './lib/counts.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { countsText, runPlan } from './lib/run-jobs.mjs';
import { dailyJobs, fileJobs, matrixJobs } from './lib/test-jobs.mjs';
import { endServices } from './lib/test-services.mjs';

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('--'));
const names = given.filter((argument) => !argument.startsWith('--'));
const started = Date.now();
let total = NOTHING;

try {
  await ensureInstalled();
  for (const [title, jobs] of await plansOf()) {
    if (title) console.log(`\n▸ ${title}`);
    const counts = await runPlan(jobs);
    if (title) console.log(`${title}: ${countsText(counts)}`);
    total = add(total, counts);
  }
} catch (error) {
  console.error(error.message);
  total = add(total, { ...NOTHING, failed: 1 });
} finally {
  await endServices();
}
if (total.passed + total.failed === 0) console.log(`\nno tests ran${names.length > 0 ? `: ${names.join(' ')}` : ''}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(countsText(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** Returns the titles and jobs to run. */
async function plansOf() {
  const unknown = options.filter((option) => !['--matrix', '--all', '--changed'].includes(option));
  if (unknown.length > 0) throw new Error(`unknown option: ${unknown.join(' ')}`);
  if (options.includes('--changed')) {
    const { changedJobs } = await import('./lib/changed-jobs.mjs');
    return [['', changedJobs()]];
  }
  if (options.includes('--all'))
    return [
      ['npm test', dailyJobs()],
      ['npm run test:matrix', matrixJobs()],
    ];
  const jobs = options.includes('--matrix') ? matrixJobs() : dailyJobs();
  if (names.length === 0) return [['', jobs]];
  return [['', fileJobs(names) ?? named(jobs)]];
}

/**
 * Selects the steps whose name contains the argument, and the steps that they need: browser tests need a current build.
 */
function named(jobs) {
  const part = names.join(' ').toLowerCase();
  const isNamed = ({ step }) => step.toLowerCase().includes(part);
  const needed = new Set(jobs.filter(isNamed).map(({ needs }) => needs));
  return jobs.filter((job) => isNamed(job) || needed.has(job.step));
}
