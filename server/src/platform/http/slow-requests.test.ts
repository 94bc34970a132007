import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import { after, test } from 'node:test';
import fastifyMultipart from '@fastify/multipart';
import Fastify from 'fastify';
import { endSlowRequests } from './slow-requests.ts';
import { receiveFile } from './upload.ts';
import { openUploadFolder } from './upload-folder.ts';

const folder = openUploadFolder(undefined);
const app = Fastify();
endSlowRequests(app, { bodyMs: 400 });
app.post('/json', async () => 'done');
await app.register(fastifyMultipart, { throwFileSizeLimit: false });
for (const [url, silentMs] of [
  ['/file', 30_000],
  ['/silent', 400],
] as const)
  app.post(url, { config: { takesFile: true } }, async (request) => {
    const file = await receiveFile(request, folder, { most: 1000, silentMs });
    await folder.remove(file.path);
    return file.name;
  });
app.post('/refused', { config: { takesFile: true } }, async (_request, reply) => reply.code(403).send('no'));
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
after(async () => {
  await app.close();
  folder.close();
});

const FORM = '--a\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nslow\r\n--a--\r\n';

/** Sends the headers and all but the last bytes of a body. */
function begin(path: string, type: string, body: string) {
  const socket = net.connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += String(bytes))).on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  return { closed, finish: () => socket.write(body.slice(-1)) };
}

test('a body that does not arrive in time is a 408; an upload continues as long as bytes arrive', async () => {
  const type = 'multipart/form-data; boundary=a';
  const upload = begin('/file', type, FORM);
  const silent = begin('/silent', type, FORM);
  const refused = begin('/refused', type, FORM);
  assert.match(await begin('/json', 'application/json', '{}').closed, /^HTTP\/1\.1 408 /);
  assert.match(await silent.closed, /^HTTP\/1\.1 408 /, 'no byte for too long');
  assert.match(await refused.closed, /^HTTP\/1\.1 403 |^HTTP\/1\.1 408 |^$/, 'the rest of a refused file is limited');
  upload.finish();
  assert.match(await upload.closed, /^HTTP\/1\.1 200 [^]*slow\.txt$/);
  const left = folder.newPath().replace(/[^/\\]+$/, '');
  assert.deepEqual(fs.readdirSync(left).length, 1, 'the file of the broken upload is removed by its caller');
});
