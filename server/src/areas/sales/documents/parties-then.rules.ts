/**
 * Who a document names. What it kept of them stays; what it did not know, the register of today fills in, so that what a
 * check found missing can be mended for documents issued before.
 */
const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export type Party = Record<string, unknown>;

/** @param then as the document kept it @param now as the register says it */
export const filledParty = <P extends Party>(then: Party, now: P): P =>
  Object.fromEntries(Object.entries(now).map(([key, value]) => [key, isGiven(then[key]) ? then[key] : value])) as P;
