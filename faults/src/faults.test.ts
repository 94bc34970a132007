/**
 * The short version of `npm run faults`, and the proof that it would notice: broken on purpose, a run must fail.
 * `npm test` (TEST_SCOPE=daily) tries the promises of DAILY, each with its control; `npm run test:matrix` all others, with
 * the remaining controls, and then the long version.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BrokenPromise, runScenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const DAILY = new Set(['server-killed', 'numbers', 'pairs']);
/** The other controls that tell most; `npm run faults -- --break` runs them all. */
const CONTROLS = new Set([...DAILY, 'hostile-input', 'forbidden-fields']);
const scope = process.env.TEST_SCOPE;
function isInScope(name: string) {
  return scope === 'daily' ? DAILY.has(name) : scope === 'matrix' ? !DAILY.has(name) : true;
}

// Two at a time: much of each is waiting for processes to start. The daily run has other tests beside them.
describe('fault runs', { concurrency: scope === 'daily' ? 1 : 2 }, () => {
  for (const scenario of SCENARIOS.filter(({ name, short }) => short && isInScope(name))) {
    test(scenario.promise, async (it) => {
      const figures = await runScenario(scenario, { short: true, broken: false });
      it.diagnostic(figures.join(', '));
    });
    if (CONTROLS.has(scenario.name))
      test(`${scenario.name} notices when ${scenario.control}`, async () => {
        await assert.rejects(runScenario(scenario, { short: true, broken: true }), BrokenPromise);
      });
  }
});
