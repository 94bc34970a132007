import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import {
  completeOrder,
  DEFAULT_CHOICE,
  isChosen,
  isWidened,
  moveTo,
  PX_PER_REM,
  type ColumnChoice,
} from './column-choice.ts';
import type { Column } from './columns.tsx';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
/** Rows come from a `RowSource` by position; TanStack Table manages the columns. */
const NO_ROWS: object[] = [];

/** The columns of a table after the user's choice, and the functions that change it. */
export interface Layout<Row> {
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
  /** All columns in order, for the column menu. */
  all: readonly { column: Column<Row>; isVisible: boolean; isPinned: boolean }[];
  isChosen: boolean;
  setVisible: (key: string, isVisible: boolean) => void;
  setPinned: (key: string, isPinned: boolean) => void;
  /** @param size in pixels at a root font of 16 px; null restores the declared width */
  setWidth: (key: string, size: number | null) => void;
  move: (key: string, index: number) => void;
  reset: () => void;
}

/**
 * Arranges the columns of a table by the user's choice.
 * @param columns the declared columns, which must keep their identity while nothing changes
 * @param stored the choice and its setter; without it, the choice lasts until the table unmounts
 */
export function useLayout<Row>(
  columns: readonly Column<Row>[],
  stored?: readonly [ColumnChoice, (choice: ColumnChoice) => void],
): Layout<Row> {
  const own = useState(DEFAULT_CHOICE);
  const [choice, setChoice] = stored ?? own;
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const columnOrder = useMemo(() => completeOrder(keys, choice.columnOrder), [keys, choice.columnOrder]);
  const definitions = useMemo(() => keys.map((id) => ({ id })), [keys]);
  const table = useTable({ features, columns: definitions, data: NO_ROWS, state: { ...choice, columnOrder } });

  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  // Joined, because TanStack Table returns new arrays on every render.
  const visible = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join();
  const pinnedKeys = choice.columnPinning.start;
  const arranged = useMemo(() => {
    const shown = visible === '' ? [] : visible.split(',').map((key) => byKey.get(key)!);
    const isPinned = (key: string) => pinnedKeys.includes(key);
    const unsized = shown.map((column) => (isPinned(column.key) ? { ...column, priority: 1 as const } : column));
    const sized = unsized.map((column) => {
      const size = choice.columnSizing[column.key];
      return size === undefined ? column : { ...column, width: `${size / PX_PER_REM}rem`, isSized: true };
    });
    return {
      columns: sized,
      unsized,
      pinned: shown.filter(({ key }) => isPinned(key)).length,
      scrolls: isWidened(shown, choice.columnSizing),
      linked: shown.find(({ key }) => key === keys[0])?.key ?? shown.find(({ cell }) => cell === undefined)?.key,
    };
  }, [byKey, keys, visible, pinnedKeys, choice.columnSizing]);

  const change = useCallback((part: Partial<ColumnChoice>) => setChoice({ ...choice, ...part }), [choice, setChoice]);
  return {
    ...arranged,
    all: columnOrder.map((key) => ({
      column: byKey.get(key)!,
      isVisible: choice.columnVisibility[key] !== false,
      isPinned: pinnedKeys.includes(key),
    })),
    isChosen: isChosen(choice),
    setVisible: (key, isVisible) => change({ columnVisibility: { ...choice.columnVisibility, [key]: isVisible } }),
    setPinned: (key, isPinned) => {
      const others = pinnedKeys.filter((pinned) => pinned !== key);
      change({ columnPinning: { start: isPinned ? [...others, key] : others, end: [] } });
    },
    setWidth: (key, size) => {
      const { [key]: _old, ...others } = choice.columnSizing;
      change({ columnSizing: size === null ? others : { ...others, [key]: size } });
    },
    move: (key, index) => change({ columnOrder: moveTo(columnOrder, key, index) }),
    reset: () => setChoice(DEFAULT_CHOICE),
  };
}
