/** Differences between the answers of the servers and the model. */
export class Differences {
  readonly found: string[] = [];
  same(what: string, answered: unknown, expected: unknown): void {
    if (answered !== expected) this.found.push(`${what}: answered ${String(answered)}, expected ${String(expected)}`);
  }
}
