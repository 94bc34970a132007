/** What the commands of an operator share: what they say, and how they end. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const EVERY_MS = 2_000;

/** Says where a long work is, every two seconds. */
export function createProgress(verb: string) {
  const started = Date.now();
  let said = started;
  return (rows: number, of: number): void => {
    if (Date.now() - said < EVERY_MS) return;
    said = Date.now();
    const share = of > 0 ? ` (${Math.floor((rows / of) * 100)} %)` : '';
    say(`${verb} ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows${share}, ${secondsSince(started)} s`);
  };
}
export function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}

/** Runs a command and sets how the process ends: 0, 1 when the work answers false, 2 when it could not be done. */
export async function runCommand(failure: string, work: () => Promise<boolean>): Promise<void> {
  process.exitCode = await work().then(
    (well) => (well ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${failure}: ${(error as Error).message}\n`);
      return 2;
    },
  );
}
