import { send } from './transport.ts';

export interface FileAnswer {
  content: Blob;
  name: string;
}
/** Milliseconds that making a document may take. */
const TIMEOUT = 60_000;

/** A call that answers a file: its bytes, and the name that the server gives it. Throws an ApiProblem. */
export async function fetchFile(path: string, type: string): Promise<FileAnswer> {
  const response = await send({ method: 'GET', path, headers: { accept: type }, timeout: TIMEOUT, repeatable: true });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: await response.blob(), name: name ?? path.split('/').at(-1)! };
}
