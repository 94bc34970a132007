/** A field that this user, another one, or both changed since the form was opened. */
export interface Difference {
  field: string;
  theirs: unknown;
  mine: unknown;
  byThem: boolean;
  byMe: boolean;
}
type Values = Readonly<Record<string, unknown>>;

/**
 * Compares three versions of one body field by field.
 * @param versions `base` was opened, `theirs` is stored now, `mine` was refused
 */
export function compareVersions({ base, theirs, mine }: Record<'base' | 'theirs' | 'mine', Values>): Difference[] {
  return Object.keys(mine).flatMap((field) => {
    const [before, stored, sent] = [base[field], theirs[field], mine[field]];
    const byThem = !isSame(before, stored);
    const byMe = !isSame(before, sent);
    // Both typed the same: there is nothing to choose.
    return (byThem || byMe) && !isSame(stored, sent) ? [{ field, theirs: stored, mine: sent, byThem, byMe }] : [];
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
