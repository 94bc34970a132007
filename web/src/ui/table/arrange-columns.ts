/**
 * The columns of a table after the user's choice. Loaded only when there is a choice, because TanStack Table would
 * exceed the first load of a list.
 */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  constructTable,
  tableFeatures,
  type TableFeatures,
} from '@tanstack/react-table';
import { chosenOrNull, completeOrder, isShown, isWidened, readChoice, type ColumnChoice } from './column-choice.ts';
import type { Column } from './columns.tsx';
import { PX_PER_REM } from './tracks.ts';

/** The table is built for one answer, so its state needs no subscriptions. */
const coreReactivityFeature = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription: () => {},
  batch: (run: () => void) => run(),
  schedule: (run: () => void) => run(),
  untrack: <T>(run: () => T) => run(),
  createReadonlyAtom: <T>(get: () => T) => ({ get }),
  createWritableAtom: <T>(value: T) => ({ get: () => value, set: () => {} }),
} as unknown as NonNullable<TableFeatures['coreReactivityFeature']>;

const features = tableFeatures({
  coreReactivityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
});
/** Rows come from a `RowSource` by position: TanStack Table arranges the columns only. */
const NO_ROWS: object[] = [];

/** How a table shows its columns. */
export interface Arrangement<Row> {
  /** Visible columns in display order, with the chosen widths. Pinned columns come first and never fold. */
  columns: readonly Column<Row>[];
  /** The same columns with their declared widths, for narrow windows. */
  unsized: readonly Column<Row>[];
  /** Number of pinned columns. */
  pinned: number;
  /** Whether the table scrolls horizontally instead of folding columns. */
  scrolls: boolean;
  /** Key of the column that links to the row's page. */
  linked: string | undefined;
}

/** Arranges the declared columns by a stored choice. Columns that are not declared, for this reader, are left out. */
export function arrange<Row>(declared: readonly Column<Row>[], stored: unknown): Arrangement<Row> {
  const choice = readChoice(stored);
  const byKey = new Map(declared.map((column) => [column.key, column]));
  const shown = visibleKeys(declared, choice).map((key) => byKey.get(key)!);
  const isPinned = (key: string) => choice.columnPinning.start.includes(key);
  const unsized = shown.map((column) => (isPinned(column.key) ? { ...column, priority: 1 as const } : column));
  const columns = unsized.map((column) => {
    const size = choice.columnSizing[column.key];
    return size === undefined ? column : { ...column, width: `${size / PX_PER_REM}rem`, isSized: true };
  });
  return {
    columns,
    unsized,
    pinned: shown.filter(({ key }) => isPinned(key)).length,
    scrolls: isWidened(shown, choice.columnSizing),
    // The declared first column links; a column with its own cell may contain a link already.
    linked: shown.find(({ key }) => key === declared[0]?.key)?.key ?? shown.find(({ cell }) => cell === undefined)?.key,
  };
}

/** A stored choice with another width of a column; null if no choice remains. */
export function withWidth(stored: unknown, key: string, size: number | null): ColumnChoice | null {
  const choice = readChoice(stored);
  const { [key]: _old, ...others } = choice.columnSizing;
  return chosenOrNull({ ...choice, columnSizing: size === null ? others : { ...others, [key]: size } });
}

/** The keys of the visible columns in display order, by TanStack Table. */
function visibleKeys(declared: readonly Column<never>[], choice: ColumnChoice): string[] {
  const keys = declared.map(({ key }) => key);
  const table = constructTable({
    features,
    columns: keys.map((id) => ({ id })),
    data: NO_ROWS,
    state: {
      columnOrder: completeOrder(keys, choice.columnOrder),
      columnVisibility: Object.fromEntries(declared.map((column) => [column.key, isShown(column, choice)])),
      columnPinning: choice.columnPinning,
    },
  });
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].map(({ id }) => id);
}
