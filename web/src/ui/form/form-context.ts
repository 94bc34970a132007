import { createContext, useContext } from 'react';
import type { AnyForm } from './use-entity-form.ts';

export const FormContext = createContext<AnyForm | null>(null);
export const useFormHere = (): AnyForm => {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside of an EntityForm');
  return form;
};
/** The value of a field as it is typed: for what depends on it. */
export const useFieldValue = <T>(name: string): T => useFormHere().useWatchValue(name) as T;
