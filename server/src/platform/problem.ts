import { ERRORS, type ErrorCode, type Missing, type ProblemBody } from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import {
  errorMessage,
  incompleteMessage,
  type ErrorText,
  type FieldCode,
  type IncompleteText,
  type Values,
} from '@bobina/contract/core/messages/all.ts';
import { fieldProblem } from '@bobina/contract/core/parse.ts';

/** A problem of one field, before it is put into the reader's language. */
export type FieldRefusal = { path: string; code: FieldCode; values?: Values };

/** What a document lacks, before it is put into the reader's language. */
export type MissingRefusal = { field: string; code: IncompleteText; values?: Values; path: string | null };

interface Details {
  /** The text to show, when it is not the code's own. */
  text?: ErrorText;
  values?: Values;
  fields?: readonly FieldRefusal[];
  missing?: readonly MissingRefusal[];
  /** Further members of the answer: `current`, `available`. */
  extra?: Pick<ProblemBody, 'current' | 'available'>;
  retryAfterSeconds?: number;
}

export function tellMissing(language: Language, missing: readonly MissingRefusal[]): Missing[] {
  return missing.map(({ field, code, values, path }) => ({
    field,
    message: incompleteMessage(language, code, values),
    path,
  }));
}

/** The one refusal of the API: thrown anywhere, put into the caller's language at the edge. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
  get status(): number {
    return ERRORS[this.code];
  }
  body(language: Language): ProblemBody {
    const { text = this.code, values, fields, missing, extra } = this.details;
    const message = errorMessage(language, text, values);
    return {
      code: this.code,
      message,
      error: message,
      ...(fields && { fields: fields.map((field) => fieldProblem(language, field.path, field.code, field.values)) }),
      ...(missing && { missing: tellMissing(language, missing) }),
      ...extra,
    };
  }
}

export function notFound(): Problem {
  return new Problem('NOT_FOUND');
}
/** One bad field: 400 with its path. */
export function invalid(path: string, code: FieldCode, values?: Values): Problem {
  return new Problem('VALIDATION', { fields: [values ? { path, code, values } : { path, code }] });
}

/** Gathers the problems of a body, so that all are told at once. */
export class FieldChecks {
  readonly #fields: FieldRefusal[] = [];
  add(path: string, code: FieldCode, values?: Values): void {
    this.#fields.push(values ? { path, code, values } : { path, code });
  }
  get any(): boolean {
    return this.#fields.length > 0;
  }
  /** Throws a 400 with every problem gathered, if any was. */
  done(): void {
    if (this.any) throw new Problem('VALIDATION', { fields: this.#fields });
  }
}
