export type Party = Record<string, unknown>;

/**
 * Merges a document's snapshot with the current register.
 * @param then the snapshot of the document
 * @param now the current register
 * @param mended the fields that may be filled in when the snapshot lacks them
 */
export function filledParty<P extends Party>(then: Party, now: P, mended: ReadonlySet<string>): P {
  return Object.fromEntries(
    Object.entries(now).map(([key, value]) => {
      if (isGiven(then[key])) return [key, then[key]];
      return [key, mended.has(key) ? value : null];
    }),
  ) as P;
}

/**
 * Empty fields that a completeness check requires may be filled in from the current register, so that documents issued
 * earlier can be completed. Other empty fields stay empty, because an issued document does not change.
 */
function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
