import { useEffect, useMemo, useState } from 'react';
import type * as ColumnEngine from './arrange-columns.ts';
import type { Arrangement } from './arrange-columns.ts';
import type { Column } from './columns.tsx';

/** The columns of a table after the user's choice. */
export interface Layout<Row> extends Arrangement<Row> {
  /** The columns as their screen declares them. */
  declared: readonly Column<Row>[];
  /** The stored choice, see `readChoice`; null or undefined for the declared columns. */
  choice: unknown;
  setChoice: (choice: unknown) => void;
  /** @param size in pixels at a root font of 16 px; null restores the declared width */
  setWidth: (key: string, size: number | null) => void;
}

type Engine = typeof ColumnEngine;
let engine: Engine | undefined;

/**
 * Arranges the columns of a table by the user's choice. TanStack Table loads when there is a choice; until then, and
 * without one, the columns that are not optional are shown as declared.
 * @param declared must keep its identity while nothing changes
 * @param stored the choice and its setter; without it, the choice lasts until the table unmounts
 */
export function useLayout<Row>(
  declared: readonly Column<Row>[],
  stored?: readonly [choice: unknown, set: (choice: unknown) => void],
): Layout<Row> {
  const own = useState<unknown>(null);
  const [choice, setChoice] = stored ?? own;
  const isChosen = choice !== null && choice !== undefined;
  const [loaded, setLoaded] = useState(engine);
  useEffect(() => {
    if (isChosen && !engine) void loadEngine().then(setLoaded);
  }, [isChosen]);
  const arrange = (loaded ?? engine)?.arrange;
  const arranged = useMemo<Arrangement<Row>>(() => {
    if (isChosen && arrange) return arrange(declared, choice);
    const columns = declared.filter(({ isOptional }) => !isOptional);
    return { columns, unsized: columns, pinned: 0, scrolls: false, linked: columns[0]?.key };
  }, [arrange, choice, declared, isChosen]);
  return {
    ...arranged,
    declared,
    choice,
    setChoice,
    setWidth: (key, size) => void loadEngine().then(({ withWidth }) => setChoice(withWidth(choice, key, size))),
  };
}

async function loadEngine(): Promise<Engine> {
  engine ??= await import('./arrange-columns.ts');
  return engine;
}
