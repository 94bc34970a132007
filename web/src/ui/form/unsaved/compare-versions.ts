/** A field that this user, another one, or both changed since the form was opened. */
export interface Difference {
  field: string;
  before: unknown;
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
    return (byThem || byMe) && !isSame(stored, sent)
      ? [{ field, before, theirs: stored, mine: sent, byThem, byMe }]
      : [];
  });
}

/** The cells in which the lines of a document differ, as `items.0.quantity`; none if a version has more lines than another. */
export function compareLines({ field, before, theirs, mine }: Difference): Difference[] {
  if (!isLines(before) || !isLines(theirs) || !isLines(mine)) return [];
  if (before.length !== theirs.length || before.length !== mine.length) return [];
  return mine.flatMap((line, index) =>
    compareVersions({ base: before[index]!, theirs: theirs[index]!, mine: line }).map((cell) => ({
      ...cell,
      field: `${field}.${index}.${cell.field}`,
    })),
  );
}

function isLines(value: unknown): value is Values[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'object' && line !== null);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
