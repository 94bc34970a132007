/**
 * How many rows a list has in all costs more than the page that is shown. The count is kept until anything is
 * written: by this node at once, by another as soon as it says so; and never longer than a moment. Who asks while it
 * is being counted waits for that count: when it runs out, a hundred screens count once.
 */
const KEPT_MS = 2_000;
const MOST = 1_000;

export class CountCache {
  #generation = 0;
  #kept = new Map<string, { total: number; until: number }>();
  /** Begun since the last change. */
  #counting = new Map<string, Promise<number>>();

  forget(): void {
    this.#generation++;
    this.#kept.clear();
    this.#counting.clear();
  }
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.total;
    const begun = this.#counting.get(key);
    if (begun) return begun;
    const counting = this.#count(key, count);
    this.#counting.set(key, counting);
    try {
      return await counting;
    } finally {
      if (this.#counting.get(key) === counting) this.#counting.delete(key);
    }
  }
  async #count(key: string, count: () => Promise<number>): Promise<number> {
    const asked = this.#generation;
    const total = await count();
    // Counted before a change that came meanwhile: true for this caller, not worth keeping.
    if (asked === this.#generation) {
      if (this.#kept.size >= MOST) this.#kept.clear();
      this.#kept.set(key, { total, until: performance.now() + KEPT_MS });
    }
    return total;
  }
}
