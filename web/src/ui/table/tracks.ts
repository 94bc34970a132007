const ANY = 'minmax(6rem, 1fr)';
/** Chosen widths are in pixels at this root font size. */
export const PX_PER_REM = 16;
const NARROWEST = 4 * PX_PER_REM;
const WIDEST = 60 * PX_PER_REM;

/** A chosen width within the limits, in whole pixels. */
export function clampWidth(size: number): number {
  return Math.round(Math.max(NARROWEST, Math.min(WIDEST, size)));
}

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
  spacing: Spacing;
}
/**
 * The padding of the cells: `tight` if all columns fit with less of it; `squeezed` if not even the columns of priority 1
 * fit, which then share the width.
 */
export type Spacing = 'normal' | 'tight' | 'squeezed';
/** What `tight` takes from a column, in rem: 4 px on both sides. */
const TIGHT = 0.5;
/** What `squeezed` takes from a column, in rem: with less, dates and amounts would break within a number. */
const SQUEEZED = 0.75;

/**
 * Chooses the columns that stay side by side at a table width in rem: all if they fit, else first those of priority 1,
 * then each column of priority 2 and then 3 that still fits. Where not even those of priority 1 fit, the first of them
 * stays, and each other that still fits.
 * @param beside width of a row's other content, in rem
 */
export function foldOf(width: number, columns: readonly FoldableColumn[], beside: number): Fold {
  const leasts = columns.map((column) => leastOf(column.width));
  const all = [...columns.keys()];
  const missing = leasts.reduce((sum, least) => sum + least, beside) - width;
  if (missing <= columns.length * TIGHT) return { shown: all, spacing: missing > 0 ? 'tight' : 'normal' };
  const of = (wanted: 1 | 2 | 3) => all.filter((index) => (columns[index]!.priority ?? 2) === wanted);
  const first = of(1);
  let room = width - beside - first.reduce((sum, index) => sum + leasts[index]!, 0);
  if (room < 0) {
    let squeezedRoom = width - beside;
    const fitting = first.filter((index) => {
      const isKept = index === first[0] || leasts[index]! - SQUEEZED <= squeezedRoom;
      if (isKept) squeezedRoom -= leasts[index]! - SQUEEZED;
      return isKept;
    });
    return { shown: fitting, spacing: 'squeezed' };
  }
  const shown = new Set(first);
  for (const index of [...of(2), ...of(3)]) {
    if (leasts[index]! > room) continue;
    room -= leasts[index]!;
    shown.add(index);
  }
  return { shown: all.filter((index) => shown.has(index)), spacing: 'normal' };
}

/** The tracks of a table's grid, by name. */
export interface Tracks {
  select?: string | undefined;
  lead?: string | undefined;
  columns: readonly (string | undefined)[];
  actions?: string | undefined;
  spacing: Spacing;
  /** Number of pinned columns. In a table that scrolls horizontally their width is fixed. */
  fixed?: number;
}

/** The `grid-template-columns` of a table. Squeezed columns share the width in proportion to their minimum widths. */
export function templateOf({ select, lead, columns, actions, spacing, fixed = 0 }: Tracks): string {
  const tracks = columns.map((track = ANY, index) => {
    const least = leastOf(track);
    if (spacing === 'squeezed') return `minmax(0, ${least}fr)`;
    if (spacing === 'tight') return track.replace(/[\d.]+/, String(least - TIGHT));
    return index < fixed ? `${least}rem` : track;
  });
  return [select, lead, ...tracks, actions].filter((track) => track !== undefined).join(' ');
}

/** The minimum width of a table in rem. */
export function leastWidthOf({ select = '0', lead = '0', columns, actions = '0' }: Tracks): number {
  return [select, lead, ...columns, actions].reduce((sum, track) => sum + leastOf(track), 0);
}

/** The offsets in rem of the cells that stay at the edge while a table scrolls: lead and pinned columns. */
export function pinsOf({ select = '0', lead, columns, fixed = 0 }: Tracks): number[] {
  if (fixed === 0) return [];
  // The first cell contains the checkbox and therefore begins at the edge.
  const widths = [...(lead === undefined ? [] : [lead]), ...columns.slice(0, fixed)].map(leastOf);
  let offset = 0;
  return widths.map((width, index) => {
    const own = offset;
    offset += width + (index === 0 ? leastOf(select) : 0);
    return own;
  });
}

/**
 * Attributes of a cell: its classes, its offset if it is pinned, and two tracks for the first cell if it contains the
 * checkbox of the row.
 */
export function placeInRow(className: string | undefined, { pin, spans }: { pin: number | undefined; spans: boolean }) {
  return {
    className,
    ...(pin !== undefined && { 'data-pinned': true }),
    ...(spans && { 'data-spans': true }),
    ...(pin !== undefined && { style: { insetInlineStart: `${pin}rem` } }),
  };
}
