/** A price is unlikely if it is at least this multiple of the one before, or at most this fraction of it. */
const UNLIKELY = 20;

/** Whether a price is far from the one before, as after a wrong decimal separator. */
export function isFar(price: number, before: number): boolean {
  return before > 0 && (price >= before * UNLIKELY || price <= before / UNLIKELY);
}
