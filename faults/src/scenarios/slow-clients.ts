/**
 * Clients that send or read one byte at a time, or nothing, are disconnected in bounded time and delay no other client.
 */
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlace } from '../attacks/place.ts';
import { makeCaller } from '../attacks/world.ts';
import { query } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const DRIP_MS = 500;
/** Maximum seconds that a slow client may hold its connection, with a margin for the server's timer interval. */
const SOON_S = 20;
const BODY_S = 45;
const ANSWER_S = 100;
const BIG_ROWS = 10_000;
/** The short version allows more time, since other tests may load the machine. */
function msPerSecond(stage: Stage) {
  return stage.short ? 5_000 : 1_000;
}

interface Kind {
  name: string;
  /** Sent at once; the rest follows one byte at a time. */
  start: (token: string) => string;
  drip: string;
  reads: boolean;
  within: number;
  /** Only in the long version. */
  long: boolean;
}
function get(path: string, token: string) {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: identity\r\n`;
}
function post(token: string) {
  return `POST /api/machines HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
}
const KINDS: Kind[] = [
  { name: 'nothing sent', start: () => '', drip: '', reads: true, within: SOON_S, long: false },
  { name: 'half a line', start: () => 'GET /api/hea', drip: '', reads: true, within: SOON_S, long: false },
  {
    name: 'slow headers',
    start: (token) => get('/api/products', token),
    drip: 'X-A: b\r\n',
    reads: true,
    within: SOON_S,
    long: false,
  },
  {
    name: 'slow body',
    start: (token) => `${post(token)}Content-Length: 900000\r\n\r\n{`,
    drip: ' ',
    reads: true,
    within: BODY_S,
    long: true,
  },
  {
    name: 'slow chunks',
    start: (token) => `${post(token)}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\n \r\n',
    reads: true,
    within: BODY_S,
    long: true,
  },
  {
    name: 'body never sent',
    start: (token) => `${post(token)}Content-Length: 100\r\n\r\n`,
    drip: '',
    reads: true,
    within: BODY_S,
    long: true,
  },
  {
    name: 'big answer never read',
    start: (token) => `${get('/api/products', token)}\r\n`,
    drip: '',
    reads: false,
    within: ANSWER_S,
    long: true,
  },
  {
    name: 'many answers never read',
    start: (token) => `${get('/api/products', token)}\r\n`.repeat(3),
    drip: '',
    reads: false,
    within: ANSWER_S,
    long: true,
  },
];

/**
 * Ports whose connections the server still holds according to the OS: a client that does not read gets no notice of a
 * close.
 */
function heldBy(port: number): Set<number> | undefined {
  if (!fs.existsSync('/proc/net/tcp')) return undefined;
  const [, ...lines] = fs.readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  const portOf = (address: string) => Number.parseInt(address.split(':')[1]!, 16);
  return new Set(
    lines
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => portOf(local!) === port && state === '01')
      .map(([, , remote]) => portOf(remote!)),
  );
}

/** @returns seconds until the server closed the connection, or undefined when it did not in time */
function measureHold(stage: Stage, url: string, kind: Kind, token: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const began = performance.now();
    const socket = net.connect(Number(port), hostname);
    const timers: NodeJS.Timeout[] = [];
    const end = (seconds: number | undefined) => {
      for (const timer of timers) clearInterval(timer);
      socket.destroy();
      resolve(seconds);
    };
    const ended = () => end((performance.now() - began) / 1000);
    stage.defer(() => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', ended);
    socket.on('connect', () => {
      socket.write(kind.start(token));
      if (kind.drip) timers.push(setInterval(() => socket.writable && socket.write(kind.drip), DRIP_MS));
      if (!kind.reads)
        timers.push(
          setInterval(() => {
            if (heldBy(Number(port))?.has(socket.localPort!) === false) ended();
          }, 1_000),
        );
      timers.push(setTimeout(() => end(undefined), kind.within * msPerSecond(stage)));
    });
    if (kind.reads) socket.resume();
    else socket.pause();
  });
}

/** The positive control: a server that never closes a connection. */
async function startNeverClosing(stage: Stage): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => void sockets.add(socket.on('error', () => {}).resume()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  promise:
    'clients that send or read nothing, or one byte at a time, are disconnected in bounded time; other clients are served',
  control: 'a proxy keeps their connections open',
  short: true,
  run: async (stage) => {
    const { databaseUrl, node } = await openPlace(stage);
    const { token } = await makeCaller(databaseUrl);
    await query(
      databaseUrl,
      `insert into products (code, description, category) select 'P-' || n, repeat('Carta kraft ', 15), 'Carta' from generate_series(1, ${BIG_ROWS}) n`,
    );
    const kinds = KINDS.filter(({ long }) => !stage.short || !long);
    const each = stage.runs ?? (stage.short ? 10 : 25);
    const url = stage.broken ? await startNeverClosing(stage) : node.url;
    let over = false;
    const waiting = kinds.map(async (kind) => {
      // Fewer clients for large responses: the test measures the time until disconnection, not throughput.
      const count = kind.reads ? each : Math.ceil(each / 10);
      const holding = Array.from({ length: count }, async (_, n) => {
        if (!kind.reads) await sleep(n * 500);
        return measureHold(stage, url, kind, token);
      });
      return { kind, ends: await Promise.all(holding) };
    });
    const times: number[] = [];
    const refused: string[] = [];
    const serving = (async () => {
      while (!over) {
        const started = performance.now();
        const status = await fetch(`${node.url}/api/products?limit=5`, {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(10 * msPerSecond(stage)),
        }).then(
          async (answer) => (await answer.text(), String(answer.status)),
          () => 'nothing',
        );
        if (status !== '200') refused.push(status);
        times.push(performance.now() - started);
        await sleep(100);
      }
    })();
    const ended = await Promise.all(waiting);
    over = true;
    await serving;
    for (const { kind, ends } of ended) {
      const held = ends.filter((seconds) => seconds === undefined).length;
      stage.figure(
        kind.name,
        held > 0
          ? `${held} of ${ends.length} not disconnected`
          : `disconnected after ${Math.max(...(ends as number[])).toFixed(0)} s`,
      );
    }
    const [stuck] = ended.filter(({ ends }) => ends.includes(undefined));
    stage.figure('others served meanwhile', `${times.length}, the slowest in ${Math.round(Math.max(...times))} ms`);
    hold(refused.length === 0, `others were answered ${refused.join(', ')}`);
    hold(!stuck, `${stuck?.kind.name}: still held after ${stuck?.kind.within} s`);
  },
};
