/**
 * Caches the total row counts of lists, because counting costs more than reading a page. A count is dropped on any
 * write, at once on this node and on notification from other nodes, and after a short lifetime. Concurrent requests
 * share one running count.
 */
const KEPT_MS = 2_000;
const MOST = 1_000;

export class CountCache {
  #generation = 0;
  #kept = new Map<string, { total: number; until: number }>();
  /** Counts started since the last change. */
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
    // A count that started before a change is valid for this caller, but must not be cached.
    if (asked === this.#generation) {
      if (this.#kept.size >= MOST) this.#kept.clear();
      this.#kept.set(key, { total, until: performance.now() + KEPT_MS });
    }
    return total;
  }
}
