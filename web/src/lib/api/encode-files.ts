/** Reads files as the `files` of a call that takes uploads: names, and contents in base64. */
export function encodeFiles(files: readonly File[]): Promise<{ name: string; content: string }[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, content: await toBase64(file) })));
}

async function toBase64(file: File): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
