/** Turns an uploaded form or XML file into the JSON body of a call with `uploads`. */
import { Problem } from '../problem.ts';

export const UPLOAD_TYPES = ['multipart/form-data', 'application/xml', 'text/xml'];

export interface Upload {
  files: { name: string; content: string }[];
}

/**
 * Reads the files of a multipart form, or one XML file. Other fields of the form are ignored.
 * @returns the files with their bytes in base64
 * @throws VALIDATION for a malformed form
 */
export async function readUpload(body: Buffer, type: string): Promise<Upload> {
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    return { files: [{ name: 'upload.xml', content: body.toString('base64') }] };
  const files: Upload['files'] = [];
  for (const value of (await readForm(body, type)).values())
    if (typeof value !== 'string')
      files.push({ name: value.name || 'upload', content: Buffer.from(await value.arrayBuffer()).toString('base64') });
  return { files };
}

async function readForm(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Problem('VALIDATION');
  }
}
