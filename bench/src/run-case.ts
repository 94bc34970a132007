/** One call, over HTTP and as its own SQL on the bare driver, in turns on the same database. */
import { createApp } from '../../server/src/app/create-app.ts';
import { learn, replay } from './bare.ts';
import { capture, type Statement } from './capture.ts';
import { mark, type Case } from './case.ts';
import { createHttpClient } from './http-client.ts';
import { figuresOf, observe, type Seen } from './measure.ts';
import type { Stand } from './stand.ts';
import type { Row } from './table.ts';

/** In turns, so that what else the machine does falls upon both. */
const TURNS = 2;
const WARM_SHARE = 0.25;

let requests = 0;

export interface Captured {
  statements: Statement[];
  /** The number of the request that was captured. */
  unique: number;
}

/** The statements of one request, the second of its kind, when everything is warm. */
export async function captureCase(stand: Stand, it: Case): Promise<Captured> {
  const { server } = await createApp({ databaseUrl: stand.databaseUrl });
  const ask = async (unique: number) => {
    const headers = { authorization: `Bearer ${stand.token}` };
    const answer = await server.inject({
      method: it.method,
      url: `/api${it.path(unique)}`,
      headers,
      ...(it.body && { payload: it.body(unique) }),
    });
    if (answer.statusCode >= 400) throw new Error(`${it.name}: ${answer.body}`);
  };
  await server.ready();
  await ask(nextUnique());
  const unique = nextUnique();
  const statements = await capture(() => ask(unique));
  await server.close();
  return { statements, unique };
}

interface Load {
  clients: number;
  /** For each of both. */
  seconds: number;
}

/** Asked beforehand: a server that has just started runs code that is not compiled yet, and its database reads from disk. */
export async function warmCase(stand: Stand, it: Case, captured: Captured, load: Load): Promise<void> {
  await observeBoth(stand, it, captured, { ...load, turns: 1 });
}

/** Measured in turns, after a short warming up. */
export async function runCase(
  stand: Stand,
  it: Case,
  captured: Captured,
  load: Load,
): Promise<Pick<Row, 'served' | 'bare'>> {
  await warmCase(stand, it, captured, { ...load, seconds: load.seconds * WARM_SHARE });
  const { served, bare } = await observeBoth(stand, it, captured, { ...load, turns: TURNS });
  return { served: figuresOf(served), bare: figuresOf(bare) };
}

/** A number that no other request of the run has. */
function nextUnique() {
  return ++requests;
}

function idIn(path: string) {
  return Number(/\/(\d+)(?:\?|$)/.exec(path)?.[1] ?? NaN);
}

function searchIn(path: string) {
  return new URLSearchParams(path.split('?')[1]).get('q') ?? '';
}

/** Sends the captured statements with this request's own mark, id and search in place of the captured ones. */
function sendBare(stand: Stand, it: Case, captured: Captured, unique: number) {
  const [was, is] = [it.path(captured.unique), it.path(unique)];
  const ids = new Map(Number.isNaN(idIn(was)) ? [] : [[idIn(was), idIn(is)]]);
  learn(ids, it.body?.(captured.unique), it.body?.(unique));
  const swap = (text: string) => {
    const marked = text.replaceAll(mark(captured.unique), mark(unique));
    return searchIn(was) ? marked.replace(searchIn(was), searchIn(is)) : marked;
  };
  return replay(stand.pool, captured.statements, swap, ids);
}

/** Runs the call and its SQL in as many turns, each for its part of the seconds. */
async function observeBoth(
  stand: Stand,
  it: Case,
  captured: Captured,
  { clients, seconds, turns }: Load & { turns: number },
): Promise<Record<'served' | 'bare', Seen[]>> {
  const http = await createHttpClient(stand.url, stand.token, clients);
  const seen: Record<'served' | 'bare', Seen[]> = { served: [], bare: [] };
  for (let turn = 0; turn < turns; turn++) {
    const overHttp = (client: number) => {
      const unique = nextUnique();
      return http.send(client, it.method, it.path(unique), it.body?.(unique));
    };
    seen.served.push(await observe(clients, seconds / turns, overHttp));
    const bare = () => sendBare(stand, it, captured, nextUnique());
    seen.bare.push(await observe(clients, seconds / turns, bare));
  }
  http.close();
  return seen;
}
