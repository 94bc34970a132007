import { createContext, useContext } from 'react';
import type { AnyForm } from './use-entity-form.ts';

/** The newest stored version of what a form changes; null where nothing was loaded. */
export const StoredContext = createContext<{
  version?: number;
  modified_by?: number | null;
  modified_by_name?: string | null;
} | null>(null);
export const FormContext = createContext<AnyForm | null>(null);
/** Returns the surrounding form. Throws outside a form. */
export function useFormHere(): AnyForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field is outside of an EntityForm');
  return form;
}
/** The current value of a field, updated as the user types. */
export function useFieldValue<T>(name: string): T {
  return useFormHere().useWatchValue(name) as T;
}
