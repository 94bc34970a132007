/** 3 shows every column beside the others, 2 folds those of priority 3 under them, 1 those of 2 too; 0 is 1, squeezed. */
export type Level = 0 | 1 | 2 | 3;

const ANY = 'minmax(6rem, 1fr)';

/** The least width of a grid track like `9rem` or `minmax(8rem, 2fr)`, in rem. */
export const leastOf = (track: string = ANY): number => Number(/[\d.]+/.exec(track)?.[0] ?? 0);

/** The grid's columns. Those that are squeezed share the room by what they need, and never reach beyond it. */
export const templateOf = (
  tracks: readonly (string | undefined)[],
  { lead, actions, squeezed }: { lead?: string | undefined; actions?: string | undefined; squeezed: boolean },
): string =>
  [lead, ...tracks.map((track = ANY) => (squeezed ? `minmax(0, ${leastOf(track)}fr)` : track)), actions]
    .filter((track) => track !== undefined)
    .join(' ');
