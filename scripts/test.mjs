// npm test [-- <option or name>]: runs checks and tests; the last line counts them.
//   (nothing)                 all checks and tests, without the matrix
//   --matrix                  only the matrix: see docs/testing.md
//   --all                     both, as .ci/run does
//   --changed                 the tests that changes since main can affect
//   <part of a step's name>   the steps with such a name
//   <test file>...            only these files, with all of their tests
// Plain JavaScript for Node 20, since the pinned Node may not be installed yet.
import { NOTHING } from './lib/counts.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { countsText, runPlan } from './lib/run-jobs.mjs';
import { allJobs, dailyJobs, fileJobs, matrixJobs } from './lib/test-jobs.mjs';
import { endServices } from './lib/test-services.mjs';

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('--'));
const names = given.filter((argument) => !argument.startsWith('--'));
const started = Date.now();
let total = NOTHING;

try {
  await ensureInstalled();
  total = await runPlan(await chosenJobs());
} catch (error) {
  console.error(error.message);
  total = { ...NOTHING, failed: 1 };
} finally {
  await endServices();
}
if (total.passed + total.failed === 0) console.log(`\nno tests ran${names.length > 0 ? `: ${names.join(' ')}` : ''}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(countsText(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function chosenJobs() {
  const unknown = options.filter((option) => !['--matrix', '--all', '--changed'].includes(option));
  if (unknown.length > 0) throw new Error(`unknown option: ${unknown.join(' ')}`);
  if (options.includes('--changed')) {
    const { changedJobs } = await import('./lib/changed-jobs.mjs');
    return changedJobs();
  }
  if (options.includes('--all')) return allJobs();
  const jobs = options.includes('--matrix') ? matrixJobs() : dailyJobs();
  return names.length === 0 ? jobs : (fileJobs(names) ?? named(jobs));
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
