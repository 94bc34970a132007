import { createContext, useContext } from 'react';
import type { AnyForm } from './use-entity-form.ts';

export const FormContext = createContext<AnyForm | null>(null);
export function useFormHere(): AnyForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside of an EntityForm');
  return form;
}
/** The value of a field as it is typed: for what depends on it. */
export function useFieldValue<T>(name: string): T {
  return useFormHere().useWatchValue(name) as T;
}
