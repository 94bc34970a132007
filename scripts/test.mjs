// npm test [-- <part of a step's name>]: every check and every test, ending with one line that counts them.
// Plain JavaScript for Node 20, since the project's own Node may not be there yet.
import { add, NOTHING } from './lib/counts.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endTestDatabase } from './lib/test-database.mjs';
import { steps } from './lib/test-steps.mjs';

const filter = process.argv.slice(2).join(' ').toLowerCase();
const isNamed = ({ name }) => name.toLowerCase().includes(filter);
// What a chosen step stands on is run too: a browser must not judge an interface built yesterday.
const chosen = steps.filter(
  (step) => isNamed(step) || steps.some((other) => other.needs === step.name && isNamed(other)),
);
const failedSteps = new Set();
let total = NOTHING;

try {
  await ensureInstalled();
  for (const step of chosen) total = add(total, await runStep(step));
} catch (error) {
  console.error(error.message);
  total = add(total, { ...NOTHING, failed: 1 });
} finally {
  await endTestDatabase();
}
if (failedSteps.size > 0) console.log(`\nfailed: ${[...failedSteps].join(', ')}`);
if (total.passed + total.failed === 0) console.log(`\nno tests ran${filter ? `: no step is called "${filter}"` : ''}`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runStep({ name, needs, run }) {
  if (needs && failedSteps.has(needs)) {
    console.log(`- ${name}: left out, ${needs} failed`);
    failedSteps.add(name);
    return { ...NOTHING, failed: 1 };
  }
  console.log(`▸ ${name}`);
  const started = Date.now();
  const counts = await run().catch((error) => {
    console.log(error.message);
    return { ...NOTHING, failed: 1 };
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const mark = counts.failed > 0 ? '✖' : '✔';
  if (counts.passed + counts.failed + counts.skipped === 0) console.log(`- ${name}: nothing there yet`);
  else console.log(`${mark} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  if (counts.failed > 0) failedSteps.add(name);
  return counts;
}
