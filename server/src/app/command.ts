/** Prints a line to standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

const EVERY_MS = 2_000;

/** Creates a reporter that prints the progress of long work every two seconds. @param verb such as `Loaded` */
export function createProgress(verb: string) {
  const started = Date.now();
  let lastAt = started;
  return (rows: number, of: number): void => {
    if (Date.now() - lastAt < EVERY_MS) return;
    lastAt = Date.now();
    const share = of > 0 ? ` (${Math.floor((rows / of) * 100)} %)` : '';
    printLine(
      `${verb} ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows${share}, ${secondsSince(started)} s`,
    );
  };
}
/** Seconds since `started` (milliseconds since the epoch), with one decimal. */
export function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}

/** Runs a command and sets the exit code: 0 on success, 1 when the work returns false, 2 when it throws. */
export async function runCommand(failure: string, work: () => Promise<boolean>): Promise<void> {
  process.exitCode = await work().then(
    (well) => (well ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${failure}: ${(error as Error).message}\n`);
      return 2;
    },
  );
}
