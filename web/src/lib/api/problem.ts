import type { ErrorCode, FieldProblem, ProblemBody } from '@bobina/contract/core/errors.ts';

/** Network failures in addition to the error codes of the API. */
export type ProblemCode = ErrorCode | 'NETWORK' | 'TIMEOUT';

/** Every failure of a call. `message` is in the user's language. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly fields: FieldProblem[];
  /** With STALE_VERSION: the current state of the entity. */
  readonly current: unknown;
  readonly body: Partial<ProblemBody>;

  constructor(code: ProblemCode, status: number, message: string, body: Partial<ProblemBody> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.body = body;
    this.fields = body.fields ?? [];
    this.current = body.current;
  }

  /** Whether the failure is transient, so that a retry may succeed and the banner is shown. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 503 || this.status === 502 || this.status === 504;
  }
}

/**
 * The message to show for a thrown value: the server's text for refusals and transient failures, `fallback` for
 * everything else.
 */
export function problemText(error: unknown, fallback: string): string {
  return error instanceof ApiProblem && error.message && (error.status < 500 || error.isPassing)
    ? error.message
    : fallback;
}

/** Whether the server refused the call because the role lacks a capability; a retry cannot succeed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'FORBIDDEN';
}
