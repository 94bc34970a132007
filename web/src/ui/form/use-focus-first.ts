import { useEffect } from 'react';
import type { EntityForm } from './use-entity-form.ts';

/** A new form is ready to be typed into: the focus goes to its first field. */
export const useFocusFirst = ({ element }: EntityForm, when: boolean): void => {
  useEffect(() => {
    if (when) element.current?.querySelector<HTMLElement>('input:not([type=checkbox]), textarea')?.focus();
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- when the form appears, and only then
};
