/** All error codes of the API with their HTTP status. Their texts are in `messages/`, one per language and code. */
export const ERRORS = {
  VALIDATION: 400,
  INVALID_JSON: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  USER_INACTIVE: 401,
  PASSWORD_EXPIRED: 401,
  FORBIDDEN: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  CONFIRMATION_REQUIRED: 403,
  NOT_FOUND: 404,
  CODE_EXISTS: 409,
  PRICE_OVERLAP: 409,
  STALE_VERSION: 409,
  INSUFFICIENT_STOCK: 409,
  IN_USE: 409,
  WAREHOUSE_NOT_EMPTY: 409,
  OVER_RECEIPT: 409,
  DUPLICATE_DOCUMENT: 409,
  BATCH_DATES: 409,
  ITEM_COMPLETED: 409,
  OVER_DELIVERY: 409,
  OVER_CREDIT: 409,
  ALREADY_LOADED: 409,
  ALREADY_COMPLETED: 409,
  ALREADY_INVOICED: 409,
  OVER_PAYMENT: 409,
  PERIOD_CLOSED: 409,
  INVALID_TRANSITION: 409,
  NOT_MANUAL: 409,
  CANNOT_UNDO: 409,
  NOTE_KEPT: 409,
  NOT_CONFIGURED: 409,
  INCOMPLETE_DOCUMENT: 409,
  ON_HOLD: 409,
  REEL_MOUNTED: 409,
  REEL_STILL_MOUNTED: 409,
  RUN_OPEN: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** Why an act whose rows servers of the last release misread answers NOT_CONFIGURED. */
export const OLDER_SERVER_RUNS = 'A running server has an earlier version, which would misread the rows.';

/** The error of one field: `path` as in `items.0.quantity`, `code` a field code of `messages/`. */
export type FieldProblem = { path: string; code: string; message: string };
export type Warning = {
  code: string;
  message: string;
  path?: string | undefined;
  /** reel_deviation: the difference in percent of the booked metres. */
  deviation_percent?: number;
  /** reel_deviation: the metres that the other measurement gives. */
  m?: number;
};

/** A missing value of a document: the field in plain words, and the screen that edits it, null when there is none. */
export type Missing = { field: string; message: string; path: string | null };

/**
 * A document that uses a record: its kind as in `GET /search`, and the address of a screen that shows it and that the
 * caller may open, null when there is none.
 */
export type UsedBy = { kind: string; id: number; label: string; path: string | null };

/** `PUT /auth/confirmation` with the password or a code, or signing in again by the provider. */
export type ConfirmBy = 'password' | 'code' | 'provider';

/** The error format of the API; `error` repeats `message`. */
export type ProblemBody = {
  code: ErrorCode;
  message: string;
  error: string;
  fields?: FieldProblem[];
  request_id?: string;
  /** CONFIRMATION_REQUIRED: the ways to confirm the session. */
  confirm_by?: ConfirmBy[];
  /** STALE_VERSION: the current entity. */
  current?: unknown;
  /** STALE_VERSION of several lines: the indexes of those that changed. */
  lines?: number[];
  /** INSUFFICIENT_STOCK: the available quantity. */
  available?: number;
  /** INCOMPLETE_DOCUMENT: the missing values. */
  missing?: Missing[];
  /** IN_USE: up to five documents that use the record, of those that the caller may read. */
  used_by?: UsedBy[];
  /** ON_HOLD and REEL_MOUNTED: the batch. */
  batch_number?: string;
  /** REEL_MOUNTED: the machine that the reel is mounted on. */
  machine_code?: string;
  /** RUN_OPEN: the open run of the machine. */
  run_id?: number;
  /** REEL_STILL_MOUNTED: the inputs that are still mounted. */
  inputs?: { id: number; batch_id: number; batch_number: string }[];
};
