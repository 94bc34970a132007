/** A promise of the product and the run that tries to break it. */
export interface Scenario {
  name: string;
  /** The promise in one sentence. */
  promise: string;
  /** The positive control: the change by which `--break` breaks the promise, so that the run must fail. */
  control: string;
  /** Included in the short version, which `npm test` runs. */
  short: boolean;
  run(stage: Stage): Promise<void>;
}

/** The environment of a run. */
export interface Stage {
  /** Less load and no assertions on times, for `npm test` on any machine. */
  short: boolean;
  broken: boolean;
  /** Seed of the generated data: the same seed generates the same data. */
  seed: number;
  /** The amount of generated data; by default the run's own choice. */
  runs?: number | undefined;
  /** The scenes whose pairs are played, by parts of their names with commas between; all when absent. */
  scene?: string | undefined;
  /** Plays only acts of reels and runs, and each of them. */
  craft: boolean;
  /** The names of the calls that a server accepted. */
  accepted: Set<string | undefined>;
  /** Reports a figure of the run, such as `lost 0`. */
  figure(name: string, value: string | number): void;
  /** Registers a clean-up that runs after the run, last registered first, also when the run fails. */
  defer(cleanUp: () => unknown): void;
}

/** The product broke the promise. */
export class BrokenPromise extends Error {}
/** This machine cannot run the scenario. */
export class Skipped extends Error {}

/** Asserts a condition of the promise. @throws BrokenPromise with `otherwise` */
export function hold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new BrokenPromise(otherwise);
}

/**
 * Runs a scenario and its clean-ups. @returns the figures @throws BrokenPromise, Skipped, or any other error of the run
 */
export async function runScenario(
  scenario: Scenario,
  {
    short,
    broken,
    seed = 1,
    runs,
    scene,
    craft = false,
    accepted = new Set(),
  }: Pick<Stage, 'short' | 'broken'> & Partial<Pick<Stage, 'seed' | 'runs' | 'scene' | 'craft' | 'accepted'>>,
): Promise<string[]> {
  const figures: string[] = [];
  const cleanUps: (() => unknown)[] = [];
  try {
    await scenario.run({
      short,
      broken,
      seed,
      runs,
      scene,
      craft,
      accepted,
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
