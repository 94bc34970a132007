const ANY = 'minmax(6rem, 1fr)';

/** The least width of a grid track like `9rem` or `minmax(8rem, 2fr)`, in rem. */
export function leastOf(track: string = ANY): number {
  return Number(/[\d.]+/.exec(track)?.[0] ?? 0);
}

/** A column as the fold sees it. */
export interface FoldableColumn {
  priority?: 1 | 2 | 3 | undefined;
  width?: string | undefined;
}
export interface Fold {
  /** Positions of the columns that stay beside each other; the others fold under them. */
  shown: readonly number[];
  /** Not even the columns of priority 1 fit: they share the width. */
  isSqueezed: boolean;
}

/**
 * Which columns stay beside each other in a table of this width, in rem: those of priority 1, then of 2 and of 3, in
 * their order, each that still fits. So no column folds while the room for it stands empty.
 * @param beside what stands in the row besides the columns, in rem
 */
export function foldOf(width: number, columns: readonly FoldableColumn[], beside: number): Fold {
  const leasts = columns.map((column) => leastOf(column.width));
  const of = (wanted: 1 | 2 | 3) => [...columns.keys()].filter((index) => (columns[index]!.priority ?? 2) === wanted);
  const first = of(1);
  let room = width - beside - first.reduce((sum, index) => sum + leasts[index]!, 0);
  if (room < 0 && first.length > 0) return { shown: first, isSqueezed: true };
  const shown = new Set(first);
  for (const index of [...of(2), ...of(3)]) {
    if (leasts[index]! > room) continue;
    room -= leasts[index]!;
    shown.add(index);
  }
  return { shown: [...columns.keys()].filter((index) => shown.has(index)), isSqueezed: false };
}

/** The grid's columns. Those that are squeezed share the room by what they need, and never reach beyond it. */
export function templateOf(
  tracks: readonly (string | undefined)[],
  { lead, actions, squeezed }: { lead?: string | undefined; actions?: string | undefined; squeezed: boolean },
): string {
  return [lead, ...tracks.map((track = ANY) => (squeezed ? `minmax(0, ${leastOf(track)}fr)` : track)), actions]
    .filter((track) => track !== undefined)
    .join(' ');
}
