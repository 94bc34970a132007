/** A promise of the product, and the run that tries to break it. */
export interface Scenario {
  name: string;
  /** What must hold, in one sentence. */
  promise: string;
  /** The positive control: what `--break` does so that the promise does not hold, and the run must fail. */
  control: string;
  /** Also in the short version, which `npm test` runs. */
  short: boolean;
  run(stage: Stage): Promise<void>;
}

/** What a run is given. */
export interface Stage {
  /** Less load, and no assertions on times: for `npm test` on any machine. */
  short: boolean;
  broken: boolean;
  /** What is generated follows from it: the same again, for the same seed. */
  seed: number;
  /** How much is generated, where a run generates anything; without it, what the run thinks right. */
  runs?: number | undefined;
  /** A figure of the run, such as `lost 0`. */
  figure(name: string, value: string | number): void;
  /** Done when the run is over, the last first, however it ends. */
  defer(cleanUp: () => unknown): void;
}

/** The promise was not kept. */
export class BrokenPromise extends Error {}
/** It cannot be tried on this machine. */
export class Skipped extends Error {}

export function hold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new BrokenPromise(otherwise);
}

/** Runs it on a stage of its own, and clears up. @returns the figures @throws BrokenPromise, Skipped, or what went wrong */
export async function runScenario(
  scenario: Scenario,
  { short, broken, seed = 1, runs }: Pick<Stage, 'short' | 'broken'> & Partial<Pick<Stage, 'seed' | 'runs'>>,
): Promise<string[]> {
  const figures: string[] = [];
  const cleanUps: (() => unknown)[] = [];
  try {
    await scenario.run({
      short,
      broken,
      seed,
      runs,
      figure: (name, value) => figures.push(`${name} ${value}`),
      defer: (cleanUp) => cleanUps.push(cleanUp),
    });
    return figures;
  } catch (error) {
    (error as Error).message += figures.length > 0 ? ` (${figures.join(', ')})` : '';
    throw error;
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
