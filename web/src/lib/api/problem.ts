import type { ErrorCode, FieldProblem, ProblemBody } from '@bobina/contract/core/errors.ts';

/** Troubles on the way, besides the refusals that the API knows. */
export type ProblemCode = ErrorCode | 'NETWORK' | 'TIMEOUT';

/** Every failure of a call. `message` is for people and already in their language. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly fields: FieldProblem[];
  /** STALE_VERSION: the entity as it is now. */
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

  /** Nothing was refused: the same request may succeed later, so the banner shows and a retry makes sense. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 503 || this.status === 502 || this.status === 504;
  }
}

/**
 * The text to show for anything that was thrown: the server's own for what it refused and for what passes; `fallback`,
 * which names what failed, for the rest. "Internal error" helps nobody.
 */
export function problemText(error: unknown, fallback: string): string {
  return error instanceof ApiProblem && error.message && (error.status < 500 || error.isPassing)
    ? error.message
    : fallback;
}

/** Whether the server refused a call because the user's role lacks its capability: asking again changes nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'FORBIDDEN';
}
