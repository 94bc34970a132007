/**
 * Fields whose value is not yet known: their text is not yet a choice, or their default is loading. A form waits for
 * them before it saves and does not save while one is invalid.
 */
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';

export interface FieldCheck {
  /** The field's `data-path`. */
  path: string;
  /** Whether the value is not yet known. */
  isOpen: () => boolean;
  /**
   * Finds the value, after the server's answer if necessary.
   * @returns false if a typed text matches nothing
   */
  settle: () => Promise<boolean>;
}
export type FieldChecks = Set<FieldCheck>;

export const FieldChecksContext = createContext<FieldChecks | null>(null);

/** The registry of one form's field checks, for the context provider around its fields. */
export function useFieldChecks() {
  const [checks] = useState<FieldChecks>(() => new Set());
  const settling = useRef(false);
  return {
    checks,
    hasOpen: (): boolean => [...checks].some((check) => check.isOpen()),
    /** @returns the paths of fields with invalid text; undefined while an earlier call is pending */
    settle: async (): Promise<string[] | undefined> => {
      if (settling.current) return undefined;
      settling.current = true;
      try {
        const settled = new Set<FieldCheck>();
        const openOnes = () => [...checks].filter((check) => !settled.has(check) && check.isOpen());
        const faults: string[] = [];
        // A field that settles may start to load what it fills in elsewhere.
        for (let open = openOnes(); open.length > 0; open = openOnes()) {
          const isFine = await Promise.all(open.map((check) => check.settle()));
          faults.push(...open.filter((_, index) => !isFine[index]).map(({ path }) => path));
          for (const check of open) settled.add(check);
        }
        return faults;
      } finally {
        settling.current = false;
      }
    },
  };
}

/** Registers the check of a field with the form around it, if there is one. */
export function useFieldCheck(check: FieldCheck): void {
  const latest = useRef(check);
  const checks = useContext(FieldChecksContext);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const own: FieldCheck = {
      get path() {
        return latest.current.path;
      },
      isOpen: () => latest.current.isOpen(),
      settle: () => latest.current.settle(),
    };
    checks?.add(own);
    return () => void checks?.delete(own);
  }, [checks]);
}

/**
 * Lets a save wait for requests that fill in values.
 * @returns a function that keeps its identity and registers such work, which must not reject, until it ends
 */
export function usePendingFills(path: string): (work: Promise<void>) => Promise<void> {
  const pending = useRef(new Set<Promise<void>>());
  useFieldCheck({
    path,
    isOpen: () => pending.current.size > 0,
    settle: async () => {
      await Promise.all(pending.current);
      return true;
    },
  });
  return useCallback((work) => {
    const registered = work.finally(() => pending.current.delete(registered));
    pending.current.add(registered);
    return registered;
  }, []);
}

/**
 * Lets a save wait while the default of a field is loading. The effect that fills it in must be before the call, so that it
 * runs first.
 */
export function useLoadingDefault(path: string, isLoading: boolean): void {
  const [waiting] = useState(() => new Set<() => void>());
  useFieldCheck({
    path,
    isOpen: () => isLoading,
    settle: () => new Promise<boolean>((resolve) => void waiting.add(() => resolve(true))),
  });
  useEffect(() => {
    if (!isLoading) release(waiting);
  }, [isLoading, waiting]);
  // A removed field loads nothing more.
  useEffect(() => () => release(waiting), [waiting]);
}

function release(waiting: Set<() => void>): void {
  for (const done of waiting) done();
  waiting.clear();
}
