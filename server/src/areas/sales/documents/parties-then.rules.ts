/**
 * Who a document names: as it kept them. Only what a check finds missing may be filled in from the register of today, so
 * that it can be mended for documents issued before; anything else that was empty stays empty, for an issued document
 * does not change.
 */
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export type Party = Record<string, unknown>;

/** @param then as the document kept it @param now as the register says it @param mended what may be filled in */
export const filledParty = <P extends Party>(then: Party, now: P, mended: ReadonlySet<string>): P =>
  Object.fromEntries(
    Object.entries(now).map(([key, value]) => {
      if (isGiven(then[key])) return [key, then[key]];
      return [key, mended.has(key) ? value : null];
    }),
  ) as P;
