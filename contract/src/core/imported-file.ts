import { z } from 'zod';
import { optionalText, text } from './fields.ts';

/** The file that an import read, by which users recognise it and get its refused rows back. */
export function importedFile() {
  return {
    /** The name of the file. */
    file: optionalText(),
    /** The headers of its columns by field. */
    headers: z.record(z.string(), text()).nullish(),
  };
}
