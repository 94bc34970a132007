const ANY = 'minmax(6rem, 1fr)';

/** The minimum width of a grid track such as `9rem` or `minmax(8rem, 2fr)`, in rem. */
export function leastOf(track: string = ANY): number {
  return Number(/[\d.]+/.exec(track)?.[0] ?? 0);
}

/** A column as input of the fold calculation. */
export interface FoldableColumn {
  priority?: 1 | 2 | 3 | undefined;
  width?: string | undefined;
}
export interface Fold {
  /** Indexes of the columns that stay side by side; the others fold below them. */
  shown: readonly number[];
  /** True if not even the columns of priority 1 fit; they then share the width. */
  isSqueezed: boolean;
}

/**
 * Chooses the columns that stay side by side at a table width in rem: first those of priority 1, then each column of
 * priority 2 and then 3 that still fits.
 * @param beside width of a row's other content, in rem
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

/** The `grid-template-columns` of a table. Squeezed columns share the width in proportion to their minimum widths. */
export function templateOf(
  tracks: readonly (string | undefined)[],
  { lead, actions, squeezed }: { lead?: string | undefined; actions?: string | undefined; squeezed: boolean },
): string {
  return [lead, ...tracks.map((track = ANY) => (squeezed ? `minmax(0, ${leastOf(track)}fr)` : track)), actions]
    .filter((track) => track !== undefined)
    .join(' ');
}
