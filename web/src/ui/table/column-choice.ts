/**
 * A user's choice of columns, as TanStack Table's state: `columnOrder`, `columnVisibility`, `columnSizing` (pixels at a
 * root font of 16 px) and `columnPinning`. It is stored as JSON in preferences and views.
 */
import { clampWidth, leastOf, PX_PER_REM } from './tracks.ts';

export interface ColumnChoice {
  columnOrder: readonly string[];
  /** False for a hidden column. Columns that are not named are visible. */
  columnVisibility: Record<string, boolean>;
  columnSizing: Record<string, number>;
  columnPinning: { start: string[]; end: string[] };
}

interface Declared {
  key: string;
  isOptional?: boolean;
  width?: string | undefined;
}

/** The columns as their screen declares them. */
export const DEFAULT_CHOICE: ColumnChoice = {
  columnOrder: [],
  columnVisibility: {},
  columnSizing: {},
  columnPinning: { start: [], end: [] },
};

/** Reads a stored choice. Ignores everything that is not of the expected type. */
export function readChoice(stored: unknown): ColumnChoice {
  const { columnOrder, columnVisibility, columnSizing, columnPinning } = objectOf(stored);
  const sizes = entriesOf(columnSizing, (size) => typeof size === 'number' && Number.isFinite(size));
  return {
    columnOrder: textsOf(columnOrder),
    columnVisibility: entriesOf<boolean>(columnVisibility, (isVisible) => typeof isVisible === 'boolean'),
    columnSizing: Object.fromEntries(Object.entries(sizes).map(([key, size]) => [key, clampWidth(Number(size))])),
    columnPinning: { start: textsOf(objectOf(columnPinning)['start']), end: [] },
  };
}

/** Whether a choice shows a column: an optional one only if the user shows it. */
export function isShown({ key, isOptional }: Declared, { columnVisibility }: ColumnChoice): boolean {
  return columnVisibility[key] ?? !isOptional;
}

/** The choice, or null if it does not differ from the declared columns, so that nothing is stored. */
export function chosenOrNull(choice: ColumnChoice): ColumnChoice | null {
  return JSON.stringify(choice) === JSON.stringify(DEFAULT_CHOICE) ? null : choice;
}

/**
 * The order of all declared columns. A column that the stored order does not contain, because it is new, follows the
 * column before it in the declaration. Keys that are not declared are dropped.
 */
export function completeOrder(declared: readonly string[], stored: readonly string[]): string[] {
  const order = [...new Set(stored)].filter((key) => declared.includes(key));
  for (const [index, key] of declared.entries())
    if (!order.includes(key)) order.splice(index === 0 ? 0 : order.indexOf(declared[index - 1]!) + 1, 0, key);
  return order;
}

/** Moves a key to an index of the order. */
export function moveKey(order: readonly string[], key: string, index: number): string[] {
  const others = order.filter((other) => other !== key);
  others.splice(Math.max(0, Math.min(others.length, index)), 0, key);
  return others;
}

/**
 * Whether a column is wider than its declared minimum. The table then scrolls horizontally and folds no column, so that
 * none folds while another has empty space.
 */
export function isWidened(columns: readonly Declared[], sizes: Record<string, number>): boolean {
  return columns.some(({ key, width }) => (sizes[key] ?? 0) > leastOf(width) * PX_PER_REM);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function entriesOf<T>(value: unknown, isValid: (one: unknown) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([, one]) => isValid(one))) as Record<string, T>;
}
