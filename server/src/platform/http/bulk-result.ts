import type { Missing } from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Outcome } from './many-acts.ts';

interface BulkResult {
  status: number;
  code: string | null;
  message: string | null;
  missing?: Missing[];
}

/** Formats the outcome of one act of a bulk call. @param done the HTTP status of a success */
export function bulkResult({ problem }: Outcome<unknown>, language: Language, done = 200): BulkResult {
  if (!problem) return { status: done, code: null, message: null };
  const { code, message, fields, missing } = problem.body(language);
  return {
    status: problem.status,
    code,
    // The text of a field is more precise than "invalid data".
    message: code === 'VALIDATION' && fields?.[0] ? fields[0].message : message,
    ...(missing && { missing }),
  };
}
