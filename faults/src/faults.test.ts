/** The short version of `npm run faults`, and the proof that it would notice: broken on purpose, a run must fail. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BrokenPromise, runScenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** The controls that tell most; `npm run faults -- --break` runs them all. */
const CONTROLS = new Set(['server-killed', 'numbers', 'hostile-input', 'forbidden-fields', 'pairs']);

// Two at a time: much of each is waiting for processes to start.
describe('fault runs', { concurrency: 2 }, () => {
  for (const scenario of SCENARIOS.filter(({ short }) => short)) {
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
