/**
 * The short version of `npm run faults`, with the positive controls: a run whose promise is broken on purpose must
 * fail. `npm test` (TEST_SCOPE=daily) runs the scenarios of DAILY and one control. `npm run test:matrix` runs all
 * others with the remaining controls, and then the long version.
 */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { BrokenPromise, runScenario, Skipped, type Scenario, type Stage } from './scenario.ts';
import { MONEY_SCENES } from './pairs/scenes.ts';
import { SCENARIOS } from './scenarios.ts';
import { CRAFT_CALLS } from './calls.ts';
import { chain } from './scenarios/chain.ts';
import { serverKilled } from './scenarios/crashes.ts';
import { pairs } from './scenarios/pairs.ts';
import { rollingUpgrade } from './scenarios/rolling-upgrade.ts';

const DAILY = new Set(['server-killed', 'numbers', 'pairs']);
/** The scenario whose control `npm test` runs. */
const DAILY_CONTROL = 'pairs';
/** The controls with the highest coverage; `npm run faults -- --break` runs all of them. */
const CONTROLS = new Set([...DAILY, 'hostile-input', 'forbidden-fields']);
/** A sample; `npm run faults -- pairs --scene=billing` plays all pairs of a scene. */
const ROUNDS_OF_MONEY = 24;
/** On a busy machine its servers start slowly. */
const TEN_MINUTES_MS = 600_000;
const scope = process.env.TEST_SCOPE;
function isInScope(isDaily: boolean) {
  return scope === 'daily' ? isDaily : scope === 'matrix' ? !isDaily : true;
}

/** Runs the short version of a scenario and reports its figures. */
async function play(
  it: TestContext,
  scenario: Scenario,
  options: Partial<Pick<Stage, 'scene' | 'runs' | 'craft' | 'accepted'>> = {},
) {
  try {
    it.diagnostic((await runScenario(scenario, { short: true, broken: false, ...options })).join(', '));
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    it.skip(error.message);
  }
}

/** Scenarios that play acts of reels and runs, with enough of them that each is accepted. */
const WITH_CRAFT: readonly [Scenario, { runs?: number }][] = [
  [pairs, {}],
  [chain, { runs: 2 }],
  [serverKilled, { runs: 700 }],
];

// Runs two at a time, since each mostly waits for processes to start. The daily run shares the machine with other
// tests.
describe('fault runs', { concurrency: scope === 'daily' ? 1 : 2 }, () => {
  if (scope !== 'daily')
    test('T42 pairs of writing calls of the law and of money have the answers and the state of a serial order', async (it) => {
      await play(it, pairs, { scene: MONEY_SCENES.map(({ name }) => name).join(), runs: ROUNDS_OF_MONEY });
    });
  if (scope !== 'daily')
    for (const [scenario, amount] of WITH_CRAFT)
      test(`V33 ${scenario.name}: every act of reels and runs is played and accepted`, async (it) => {
        const accepted = new Set<string | undefined>();
        await play(it, scenario, { craft: true, accepted, ...amount });
        assert.deepEqual(
          CRAFT_CALLS.filter((name) => !accepted.has(name)),
          [],
        );
      });
  if (isInScope(false))
    test(
      'W08 two servers of the last release are replaced one after the other under load, without a failed request or a lost or doubled write',
      { timeout: TEN_MINUTES_MS },
      (it) => play(it, rollingUpgrade),
    );
  const others = SCENARIOS.filter((scenario) => scenario !== rollingUpgrade);
  for (const scenario of others.filter(({ short }) => short)) {
    if (isInScope(DAILY.has(scenario.name))) test(scenario.promise, (it) => play(it, scenario));
    if (CONTROLS.has(scenario.name) && isInScope(scenario.name === DAILY_CONTROL))
      test(`${scenario.name} detects a failure when ${scenario.control}`, async () => {
        await assert.rejects(runScenario(scenario, { short: true, broken: true }), BrokenPromise);
      });
  }
});
