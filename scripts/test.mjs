// npm test [-- <option or name>]: runs checks and tests, ending with one line that counts them.
//   (nothing)                 everything that proves the product, without the matrix
//   --matrix                  what that leaves out: see docs/testing.md
//   --all                     both, ending with the sum
//   --changed                 what the changes since main can affect
//   <part of a step's name>   the steps with such a name
//   <test file>...            just these files, with all of their tests
// Plain JavaScript for Node 20, since the project's own Node may not be there yet.
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

/** What to run: titles and jobs. */
async function plansOf() {
  const strange = options.filter((option) => !['--matrix', '--all', '--changed'].includes(option));
  if (strange.length > 0) throw new Error(`unknown option: ${strange.join(' ')}`);
  if (options.includes('--changed')) {
    const { changedJobs } = await import('./lib/changed-jobs.mjs');
    return [['', await changedJobs()]];
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

/** The steps whose name contains what was given, and what these stand on: no browser judges yesterday's interface. */
function named(jobs) {
  const part = names.join(' ').toLowerCase();
  const isNamed = ({ step }) => step.toLowerCase().includes(part);
  const needed = new Set(jobs.filter(isNamed).map(({ needs }) => needs));
  return jobs.filter((job) => isNamed(job) || needed.has(job.step));
}
