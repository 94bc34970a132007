import { useEffect } from 'react';
import { firstField } from '../focus/focus-first.ts';
import type { EntityForm } from './use-entity-form.ts';

/** Focuses the first empty field of a new form on mount. @param name the field to focus in a form that opens filled */
export function useFocusFirst({ element }: EntityForm, when: boolean, name?: string): void {
  useEffect(() => {
    if (!when || !element.current) return;
    const field = name === undefined ? null : element.current.querySelector<HTMLElement>(`[name="${name}"]`);
    (field ?? firstField(element.current))?.focus();
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- on mount only
}
