import type { ProblemBody } from '@bobina/contract/core/errors.ts';
import { currentLanguage, commonText } from '../i18n/i18n.ts';
import { session } from '../session.ts';
import { ApiProblem } from './problem.ts';

interface Upload {
  /** Such as `/products/3/attachments`. */
  path: string;
  file: File;
  /** The Idempotency-Key: a retry of the same file sends the same one. */
  key: string;
  /** Called with the sent part, from 0 to 1. */
  onProgress: (part: number) => void;
}

/**
 * Sends a file as the part `file` of a form. `fetch` reports no progress of a request, so this uses XMLHttpRequest. It has
 * no timeout: a phone may need minutes, and the server ends an upload without progress.
 * @throws ApiProblem
 */
export function uploadFile({ path, file, key, onProgress }: Upload): Promise<void> {
  const token = session.token();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', currentLanguage());
    request.setRequestHeader('idempotency-key', key);
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / Math.max(1, total));
    request.onerror = () => reject(new ApiProblem('NETWORK', 0, commonText('problem.network')));
    request.onload = () => {
      if (request.status < 300) return resolve();
      const problem = problemOf(request);
      if (problem.status === 401 && session.token() === token) session.end(problem.message);
      reject(problem);
    };
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

function problemOf({ status, responseText }: XMLHttpRequest): ApiProblem {
  let body: Partial<ProblemBody> = {};
  try {
    body = JSON.parse(responseText) as Partial<ProblemBody>;
  } catch {
    // A proxy may answer without the format of the API.
  }
  return new ApiProblem(body.code ?? 'INTERNAL', status, body.message ?? commonText('problem.unexpected'), body);
}
