import type { Attachment } from '@bobina/contract/system/attachments.ts';
import type { Answer, Session } from './api.ts';

export interface TestFile {
  name?: string;
  content: string | Uint8Array;
  headers?: Record<string, string>;
  /** The name of the part. */
  part?: string;
}

/** Uploads a file to a record as a browser does, such as to `/products/3`. */
export async function attachFile(
  session: Session,
  record: string,
  { name = 'file.bin', content, headers, part = 'file' }: TestFile,
): Promise<Answer<Attachment>> {
  const form = new FormData();
  form.append(part, new File([content as string], name));
  const request = new Response(form);
  return session.call('POST', `${record}/attachments`, {
    headers: { 'content-type': request.headers.get('content-type')!, ...headers },
    raw: new Uint8Array(await request.arrayBuffer()),
  });
}
