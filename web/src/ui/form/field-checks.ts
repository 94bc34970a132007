/**
 * Fields whose text is not yet a value. A form waits for them before it saves and does not save while one is invalid.
 */
import { createContext, useRef, useState } from 'react';

export interface FieldCheck {
  /** The field's `data-path`. */
  path: string;
  /** Whether the typed text is not yet a value. */
  hasText: () => boolean;
  /**
   * Resolves the text to a value, after the server's answer if necessary.
   * @returns false if the text matches nothing
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
    hasText: (): boolean => [...checks].some((check) => check.hasText()),
    /** @returns the paths of fields with invalid text; undefined while an earlier call is pending */
    settle: async (): Promise<string[] | undefined> => {
      if (settling.current) return undefined;
      settling.current = true;
      try {
        const open = [...checks].filter((check) => check.hasText());
        const isFine = await Promise.all(open.map((check) => check.settle()));
        return open.filter((_, index) => !isFine[index]).map(({ path }) => path);
      } finally {
        settling.current = false;
      }
    },
  };
}
