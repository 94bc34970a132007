import {
  ERRORS,
  type ErrorCode,
  type FieldProblem,
  type Missing,
  type ProblemBody,
} from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import {
  errorMessage,
  incompleteMessage,
  isRefusalText,
  refusalMessage,
  type ErrorText,
  type FieldCode,
  type IncompleteText,
  type RefusalText,
  type Values,
} from '@bobina/contract/core/messages/all.ts';
import { fieldProblem } from '@bobina/contract/core/parse.ts';

/** A field error before translation. */
export type FieldRefusal = { path: string; code: FieldCode | RefusalText; values?: Values };

/** The field codes of errors that only a server finds, where they differ from the code of the text. */
const WIRE_CODES: Partial<Record<RefusalText, string>> = {
  max_dots: 'max',
  username_exists: 'exists',
  repeated: 'exists',
  overReceipt: 'max',
  reel_exists: 'exists',
  overDelivery: 'max',
  beforeInvoice: 'min',
  overCredit: 'max',
  overCreditAmount: 'max',
};

/** A missing value of a document before translation. */
export type MissingRefusal = { field: string; code: IncompleteText; values?: Values; path: string | null };

interface Details {
  /** The text to show, when it differs from the code's own. */
  text?: ErrorText;
  values?: Values;
  fields?: readonly FieldRefusal[];
  missing?: readonly MissingRefusal[];
  /** Further members of the answer. */
  extra?: Pick<
    ProblemBody,
    'current' | 'lines' | 'available' | 'batch_number' | 'machine_code' | 'run_id' | 'inputs' | 'confirm_by'
  >;
  retryAfterSeconds?: number;
}

/** Translates the missing values of a document. */
export function translateMissing(language: Language, missing: readonly MissingRefusal[]): Missing[] {
  return missing.map(({ field, code, values, path }) => ({
    field,
    message: incompleteMessage(language, code, values),
    path,
  }));
}

/** Translates a field error, also one that only a server finds. */
export function translateField(language: Language, { path, code, values }: FieldRefusal): FieldProblem {
  if (!isRefusalText(code)) return fieldProblem(language, path, code, values);
  return { path, code: WIRE_CODES[code] ?? code, message: refusalMessage(language, code, values) };
}

/** The error type of the API: handlers throw it, and the error handler translates it. */
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
      ...(fields && { fields: fields.map((field) => translateField(language, field)) }),
      ...(missing && { missing: translateMissing(language, missing) }),
      ...extra,
    };
  }
}

/** 404 for an entity that does not exist or is deleted. */
export function notFound(): Problem {
  return new Problem('NOT_FOUND');
}
/** 400 with one invalid field. */
export function invalid(path: string, code: FieldRefusal['code'], values?: Values): Problem {
  return new Problem('VALIDATION', { fields: [values ? { path, code, values } : { path, code }] });
}

/** Collects the field errors of a body, to report them together. */
export class FieldChecks {
  readonly #fields: FieldRefusal[] = [];
  add(path: string, code: FieldRefusal['code'], values?: Values): void {
    this.#fields.push(values ? { path, code, values } : { path, code });
  }
  get any(): boolean {
    return this.#fields.length > 0;
  }
  /** @throws VALIDATION with all collected field errors, if there are any */
  done(): void {
    if (this.any) throw new Problem('VALIDATION', { fields: this.#fields });
  }
}
