import { useEffect } from 'react';
import { firstField } from '../focus/focus-first.ts';
import type { EntityForm } from './use-entity-form.ts';

/** Focuses the first empty field of a new form on mount. */
export function useFocusFirst({ element }: EntityForm, when: boolean): void {
  useEffect(() => {
    if (when && element.current) firstField(element.current)?.focus();
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- on mount only
}
