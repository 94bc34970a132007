import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { closeSlowReaders } from './slow-readers.ts';

describe('slow readers', () => {
  const BIG = 'x'.repeat(30_000_000);
  let app: FastifyInstance;
  let port = 0;
  /** The open connections of the server, and an event for each that ends. */
  const held = new Set<net.Socket>();
  before(async () => {
    app = Fastify();
    closeSlowReaders(app, { idleMs: 300, mostMs: 1_500 });
    app.get('/big', () => BIG);
    app.get('/small', () => 'x');
    app.get('/endless', (_request, reply) => {
      const stream = new PassThrough();
      const drip = setInterval(() => stream.write('.'), 1_000);
      stream.on('close', () => clearInterval(drip));
      stream.write('.');
      return reply.type('text/event-stream').send(stream);
    });
    app.server.on('connection', (socket) => {
      held.add(socket);
      socket.on('close', () => held.delete(socket));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as net.AddressInfo).port;
  });
  after(() => app.close());

  const ask = async (path: string) => {
    const connected = once(app.server, 'connection') as Promise<[net.Socket]>;
    const client = net.connect(port, '127.0.0.1').on('error', () => {});
    client.pause();
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [socket] = await connected;
    return { client, socket };
  };
  test('a client that reads nothing is disconnected', async () => {
    const { client, socket } = await ask('/big');
    await once(socket, 'close');
    client.destroy();
  });
  test('a client that reads in small pieces is disconnected too', async () => {
    const { client, socket } = await ask('/big');
    const reading = setInterval(() => client.read(1_000), 50);
    await once(socket, 'close');
    clearInterval(reading);
    client.destroy();
  });
  test('a client that has read the whole answer keeps its connection and is answered again', async () => {
    const { client, socket } = await ask('/small');
    client.resume();
    await once(client, 'data');
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(held.has(socket), true);
    client.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    client.destroy();
  });
  test('a client that waits for more of an answer is not disconnected', async () => {
    const { client, socket } = await ask('/endless');
    client.resume();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    assert.equal(held.has(socket), true);
    client.destroy();
    await once(socket, 'close');
  });
});
