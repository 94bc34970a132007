import { send } from './transport.ts';

export interface FileAnswer {
  content: Blob;
  name: string;
}
/** Timeout for generating a document, in ms. */
const TIMEOUT = 60_000;

/**
 * Downloads a file: its bytes and the file name from the server.
 * @throws ApiProblem
 */
export async function fetchFile(path: string, type: string): Promise<FileAnswer> {
  const response = await send({ method: 'GET', path, headers: { accept: type }, timeout: TIMEOUT, repeatable: true });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: await response.blob(), name: name ?? path.split('/').at(-1)! };
}
