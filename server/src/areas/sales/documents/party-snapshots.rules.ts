export type Party = Record<string, unknown>;

/** @param then as the document kept it @param now as the register says it @param mended what may be filled in */
export function filledParty<P extends Party>(then: Party, now: P, mended: ReadonlySet<string>): P {
  return Object.fromEntries(
    Object.entries(now).map(([key, value]) => {
      if (isGiven(then[key])) return [key, then[key]];
      return [key, mended.has(key) ? value : null];
    }),
  ) as P;
}

/**
 * Who a document names: as it kept them. Only what a check finds missing may be filled in from the register of today, so
 * that it can be mended for documents issued before; anything else that was empty stays empty, for an issued document
 * does not change.
 */
function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
