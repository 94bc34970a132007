import { useEffect } from 'react';
import { firstField } from '../focus/focus-first.ts';
import type { EntityForm } from './use-entity-form.ts';

/** A new form is ready to be typed into: the focus goes to its first empty field. */
export function useFocusFirst({ element }: EntityForm, when: boolean): void {
  useEffect(() => {
    if (when && element.current) firstField(element.current)?.focus();
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- when the form appears, and only then
}
