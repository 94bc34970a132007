/** Fields that hold text without a value: a form waits for them before it saves, and does not save without them. */
import { createContext, useRef, useState } from 'react';

export interface FieldCheck {
  /** The field's `data-path`. */
  path: string;
  /** Whether text is typed that is not yet a value. */
  hasText: () => boolean;
  /** Takes what the text means, after the server's answer if necessary. @returns false when it means nothing */
  settle: () => Promise<boolean>;
}
export type FieldChecks = Set<FieldCheck>;

export const FieldChecksContext = createContext<FieldChecks | null>(null);

/** The checks of one form, for the provider around its fields. */
export function useFieldChecks() {
  const [checks] = useState<FieldChecks>(() => new Set());
  const settling = useRef(false);
  return {
    checks,
    hasText: (): boolean => [...checks].some((check) => check.hasText()),
    /** @returns the paths of the fields whose text means nothing; undefined while an earlier call is still waiting */
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
