/** What the servers answer otherwise than the model. */
export class Differences {
  readonly found: string[] = [];
  same(what: string, told: unknown, expected: unknown): void {
    if (told !== expected) this.found.push(`${what}: answered ${String(told)}, expected ${String(expected)}`);
  }
}
