/** Converts every thrown error into the error format of the API, in the caller's language, without internal details. */
import { DatabaseError } from 'pg';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/pool.ts';
import type { UsedBy } from '@bobina/contract/core/errors.ts';
import { Problem } from '../problem.ts';
import type { NoteRefusal } from './refusal-log.ts';

/** The API error of a violated database constraint, by the constraint's name. */
export type ConstraintProblems = Record<string, () => Problem>;

const FASTIFY_CODES: Record<string, ConstructorParameters<typeof Problem>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_JSON',
  // A body that does not match its Content-Encoding.
  FST_CP_ERR_INVALID_CONTENT: 'INVALID_JSON',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'UNSUPPORTED_MEDIA',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};
/** Text or number that PostgreSQL rejects: a gap in the validation, but still a client error. */
const BAD_DATA = new Set(['22021', '22P05', '22003', '22P02', '22007', '22008']);

/** Retry-After of a 503 that sets none itself. */
const RETRY_SECONDS = 2;

/** Reads the documents that a refused deletion or cancellation names; none for other calls. */
export type ReadUses = (request: FastifyRequest) => Promise<UsedBy[]>;

/**
 * Creates Fastify's error handler. Logs errors of 500 and above, and adds their request id to the answer.
 * @param readUses reads the documents that keep a record from being deleted or cancelled; without it, none are named
 * @param noteRefusal logs refused calls
 */
export function errorHandler(
  constraints: ConstraintProblems,
  { readUses, noteRefusal }: { readUses?: ReadUses | undefined; noteRefusal: NoteRefusal },
) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error, constraints);
    if (problem.status >= 500) request.log.error({ err: error }, problem.code);
    else noteRefusal(request, problem);
    const retryAfter = problem.details.retryAfterSeconds ?? (problem.status === 503 ? RETRY_SECONDS : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const body = problem.body(request.language);
    if (problem.code === 'IN_USE') {
      const uses = await namedUses(request, readUses);
      if (uses.length > 0) body.used_by = uses;
    }
    return reply
      .code(problem.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(problem.status >= 500 ? { ...body, request_id: request.id } : body));
  };
}

/** Converts a thrown error into the error that the API answers; INTERNAL when it is not known. */
export function toProblem(error: unknown, constraints: ConstraintProblems): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return new Problem('UNAVAILABLE');
  if (error instanceof DatabaseError) {
    const known = constraints[error.constraint ?? ''];
    if (known) return known();
    if (BAD_DATA.has(error.code ?? '')) return new Problem('VALIDATION');
  }
  const { code = '', statusCode = 500 } = error as FastifyError;
  if (FASTIFY_CODES[code]) return new Problem(FASTIFY_CODES[code]);
  return new Problem(statusCode >= 400 && statusCode < 500 ? 'VALIDATION' : 'INTERNAL');
}

/** The refusal is complete without the documents: a failure to read them must not replace it. */
async function namedUses(request: FastifyRequest, readUses: ReadUses | undefined): Promise<UsedBy[]> {
  try {
    return (await readUses?.(request)) ?? [];
  } catch (error) {
    request.log.warn({ err: error }, 'cannot read the documents that use the record');
    return [];
  }
}
