import type { ProblemBody } from '@bobina/contract/core/errors.ts';
import { connection } from '../connection.ts';
import { currentLanguage, commonText } from '../i18n/i18n.ts';
import { noteServerTime } from '../offline/server-clock.ts';
import { session } from '../session.ts';
import { ApiProblem } from './problem.ts';

export interface Request {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds until TIMEOUT. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Whether to retry without an answer: safe for reads and for writes with a key. */
  repeatable: boolean;
}

const WAITS = [400, 1500];

/**
 * Sends one call and retries it after network failures.
 * @throws ApiProblem
 */
export async function send(request: Request): Promise<Response> {
  const token = session.token();
  for (let tries = 0; ; tries++) {
    try {
      const response = await attempt(request, token);
      if (!response.ok) throw await problemOf(response);
      connection.works();
      noteServerTime(response.headers.get('date'));
      return response;
    } catch (problem) {
      if (isTrouble(problem)) {
        connection.fails();
        const wait = request.repeatable ? WAITS[tries] : undefined;
        if (wait !== undefined && !request.signal?.aborted) {
          await pause(wait);
          continue;
        }
      }
      if (problem instanceof ApiProblem && session.token() === token) restrict(problem);
      // A failed sign-in also returns 401 but has no session to end, and a wrong code ends none.
      if (problem instanceof ApiProblem && endsSession(problem) && token !== null && session.token() === token)
        session.end(problem.message);
      throw problem;
    }
  }
}

/** Stores the step that the user must complete first. */
function restrict({ code }: ApiProblem): void {
  if (code === 'PASSWORD_CHANGE_REQUIRED') session.restrict('password_change_required');
  if (code === 'SECOND_FACTOR_REQUIRED') session.restrict('second_factor_required');
}

function endsSession({ status, code }: ApiProblem): boolean {
  return status === 401 && code !== 'INVALID_CREDENTIALS';
}

function pause(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  const words =
    response.status >= 500 ? 'problem.server' : response.status === 400 ? 'problem.invalid' : 'problem.unexpected';
  const fallback = commonText(words);
  return new ApiProblem(body.code ?? 'INTERNAL', response.status, body.message ?? body.error ?? fallback, body);
}

async function attempt(request: Request, token: string | null): Promise<Response> {
  const late = AbortSignal.timeout(request.timeout);
  try {
    return await fetch(`/api${request.path}`, {
      method: request.method,
      signal: request.signal ? AbortSignal.any([request.signal, late]) : late,
      headers: {
        accept: 'application/json',
        'accept-language': currentLanguage(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    if (late.aborted) throw new ApiProblem('TIMEOUT', 0, commonText('problem.timeout'));
    throw new ApiProblem('NETWORK', 0, commonText('problem.network'));
  }
}

function isTrouble(problem: unknown): problem is ApiProblem {
  return problem instanceof ApiProblem && problem.isPassing && problem.code !== 'TIMEOUT';
}
