/**
 * How many rows a list has in all costs more than the page that is shown. The count is kept until anything is
 * written: by this node at once, by another as soon as it says so; and never longer than a moment.
 */
const KEPT_MS = 2_000;
const MOST = 1_000;

export class CountCache {
  #generation = 0;
  #kept = new Map<string, { total: number; until: number }>();

  forget(): void {
    this.#generation++;
    this.#kept.clear();
  }
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.total;
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
