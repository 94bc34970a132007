import assert from 'node:assert/strict';
import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { startApi } from '../../testing/api.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();
function connect(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}
/** The bytes that the server sends until it closes the socket, and the elapsed time. */
async function untilClosed(socket: Socket) {
  const began = performance.now();
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  await new Promise((resolve) => socket.once('close', resolve));
  return { received, ms: performance.now() - began };
}
const REQUEST = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';

matrixTest('Q35: silent sockets are closed within 10 s, and the number of sockets per address is limited', async () => {
  const silent = await connect(api.url);
  const asked = await connect(api.url);
  asked.write(REQUEST);
  const begun = await connect(api.url);
  begun.write('GET /api/health HTTP/1.1\r\nHo');
  const [nothing, once, half] = await Promise.all([silent, asked, begun].map(untilClosed));
  assert.equal(nothing!.received, '');
  assert.match(once!.received, /^HTTP\/1\.1 200/);
  assert.match(half!.received, /^(HTTP\/1\.1 408|$)/);
  for (const { ms } of [nothing!, once!, half!]) assert.ok(ms > 4_000 && ms < 10_500, `${ms} ms`);

  const limited = await api.another({ socketLimits: { perAddress: 5, silentMs: 8_000 } });
  const sockets: Socket[] = [];
  try {
    for (let n = 0; n < 5; n++) sockets.push(await connect(limited.url));
    const refused = await untilClosed(await connect(limited.url));
    assert.match(refused.received, /^HTTP\/1\.1 429 [\s\S]*retry-after: 5[\s\S]*TOO_MANY_REQUESTS/);
    const first = sockets[0]!;
    const answered = new Promise((resolve) => first.once('data', resolve));
    first.write(REQUEST);
    assert.match(String(await answered), /^HTTP\/1\.1 200/, 'those that were there go on');
    first.destroy();
    await sleep(100);
    const again = await connect(limited.url);
    sockets.push(again);
    const served = new Promise((resolve) => again.once('data', resolve));
    again.write(REQUEST);
    assert.match(String(await served), /^HTTP\/1\.1 200/, 'a place that is free is given again');
  } finally {
    for (const socket of sockets) socket.destroy();
    await limited.close();
  }
});

test('a trusted proxy has no limit, and its idle sockets stay open', async () => {
  const behind = await api.another({ trustProxy: '127.0.0.1', socketLimits: { perAddress: 2, silentMs: 300 } });
  const sockets: Socket[] = [];
  try {
    for (let n = 0; n < 4; n++) {
      const socket = await connect(behind.url);
      sockets.push(socket);
      const served = new Promise((resolve) => socket.once('data', resolve));
      socket.write(REQUEST);
      assert.match(String(await served), /^HTTP\/1\.1 200/);
    }
    await sleep(1_000);
    assert.ok(sockets.every((socket) => !socket.destroyed && socket.readyState === 'open'));
  } finally {
    for (const socket of sockets) socket.destroy();
    await behind.close();
  }
});

test('long requests and consecutive requests on one socket are not interrupted', async () => {
  const quick = await api.another({ socketLimits: { perAddress: 50, silentMs: 400 } });
  const stop = new AbortController();
  try {
    const stream = await fetch(`${quick.url}/api/events`, {
      headers: { authorization: `Bearer ${api.admin.token}` },
      signal: stop.signal,
    });
    const reader = stream.body!.getReader();
    await reader.read();
    const socket = await connect(quick.url);
    for (let n = 0; n < 6; n++) {
      const served = new Promise((resolve) => socket.once('data', resolve));
      socket.write(REQUEST);
      assert.match(String(await served), /^HTTP\/1\.1 200/);
      await sleep(250);
    }
    socket.destroy();
    await api.admin.post('/machines', { code: 'S-1', description: 'Prova' });
    for (let received = ''; !received.includes('event: change');) {
      const { value, done } = await reader.read();
      assert.ok(!done, 'the stream was ended');
      received += Buffer.from(value).toString();
    }
  } finally {
    stop.abort();
    await quick.close();
  }
});
