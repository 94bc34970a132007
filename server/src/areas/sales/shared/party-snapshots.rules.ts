export type Party = Record<string, unknown>;

/**
 * Merges a document's snapshot with the current register.
 * @param snapshot the copy in the document
 * @param now the current register
 * @param fillable the fields that may be filled in when the snapshot lacks them
 */
export function filledParty<P extends Party>(snapshot: Party, now: P, fillable: ReadonlySet<string>): P {
  return Object.fromEntries(
    Object.entries(now).map(([key, value]) => {
      if (isGiven(snapshot[key])) return [key, snapshot[key]];
      return [key, fillable.has(key) ? value : null];
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
