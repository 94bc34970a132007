/**
 * `npm run faults [-- <part of a name>…] [--short] [--break] [--list] [--seed=n] [--runs=n] [--scene=names]`: tries to break each promise,
 * prints the results, and exits with 1 when a promise was broken. --break breaks each promise on purpose, and every run
 * must report it. The seed determines the generated data and is random by default; --runs sets its amount. --scene
 * plays every pair of these scenes (parts of names with commas between) and no others.
 */
import { BrokenPromise, runScenario, Skipped, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const OPTIONS = new Set(['--short', '--break', '--list']);
const given = process.argv.slice(2);
function has(option: string) {
  return given.includes(option);
}
function numberOf(option: string): number | undefined {
  const text = given.find((argument) => argument.startsWith(`${option}=`))?.slice(option.length + 1);
  return text === undefined ? undefined : Number(text);
}
const seed = numberOf('--seed') ?? Math.trunc(Math.random() * 1e9);
const runs = numberOf('--runs');
const scene = given.find((argument) => argument.startsWith('--scene='))?.slice('--scene='.length);
const names = given.filter((argument) => !argument.startsWith('--'));
const unknown = given.filter(
  (argument) =>
    argument.startsWith('--') && !/^--(seed|runs)=[0-9]+$|^--scene=./.test(argument) && !OPTIONS.has(argument),
);
/** A whole name selects this run only, a part of a name all runs that contain it. */
function isChosen(name: string): boolean {
  const isWhole = (text: string) => SCENARIOS.some((one) => one.name === text);
  return names.length === 0 || names.some((text) => (isWhole(text) ? name === text : name.includes(text)));
}
const chosen = SCENARIOS.filter(({ name, short }) => isChosen(name) && (!has('--short') || short));

async function run(scenario: Scenario): Promise<boolean> {
  const { name, promise, control } = scenario;
  console.log(`\n▸ ${name}: ${has('--break') ? `broken on purpose: ${control}` : promise}`);
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    const figures = await runScenario(scenario, { short: has('--short'), broken: has('--break'), seed, runs, scene });
    for (const figure of figures) console.log(`  ${figure}`);
    console.log(`✔ ${name} (${took()})`);
    return true;
  } catch (error) {
    if (error instanceof Skipped) {
      console.log(`- ${name} skipped because ${error.message}`);
      // A run that was asked for by its name must not look like one that passed.
      return !names.includes(name);
    }
    const what = error instanceof BrokenPromise ? error.message : ((error as Error).stack ?? String(error));
    console.log(`✖ ${name}: ${what} (${took()})`);
    return false;
  }
}

if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}`);
if (has('--list')) for (const { name, promise } of chosen) console.log(`${name}: ${promise}`);
else {
  let broken = chosen.length === 0 ? 1 : 0;
  for (const scenario of chosen) if (!(await run(scenario))) broken++;
  console.log(`\n${chosen.length} promises tried, ${broken} broken or not run`);
  process.exitCode = broken > 0 ? 1 : 0;
}
