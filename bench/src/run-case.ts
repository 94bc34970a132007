/** Measures one call over HTTP and its SQL on the bare driver, in alternating turns on the same database. */
import { createApp } from '../../server/src/app/create-app.ts';
import { matchIds, replay } from './bare.ts';
import { capture, type Statement } from './capture.ts';
import { mark, type Case } from './case.ts';
import { createHttpClient } from './http-client.ts';
import { figuresOf, observe, type Seen } from './measure.ts';
import type { Stand } from './stand.ts';
import type { Row } from './table.ts';

/** Alternates, so that other load of the machine affects both. */
const TURNS = 2;
const WARM_SHARE = 0.25;

let requests = 0;

export interface Captured {
  statements: Statement[];
  /** The number of the captured request. */
  unique: number;
}

/** Captures the statements of the third request of a case, when all caches are warm. */
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
  for (let before = 0; before < 2; before++) await ask(nextUnique());
  const unique = nextUnique();
  const statements = await capture(() => ask(unique));
  await server.close();
  return { statements, unique };
}

interface Load {
  clients: number;
  /** Duration of each of the two measurements. */
  seconds: number;
}

/** Warms up a case: a newly started server has not compiled its code, and its database reads from disk. */
export async function warmCase(stand: Stand, it: Case, captured: Captured, load: Load): Promise<void> {
  await observeBoth(stand, it, captured, { ...load, turns: 1 });
}

/** Measures a case in alternating turns after a short warm-up. */
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

/** Returns a number that no other request of the run has. */
function nextUnique() {
  return ++requests;
}

function idIn(path: string) {
  return Number(/\/(\d+)(?:\?|$)/.exec(path)?.[1] ?? NaN);
}

function searchIn(path: string) {
  return new URLSearchParams(path.split('?')[1]).get('q') ?? '';
}

/** Sends the captured statements with this request's mark, id and search term in place of the captured ones. */
function sendBare(stand: Stand, it: Case, captured: Captured, unique: number) {
  const [was, is] = [it.path(captured.unique), it.path(unique)];
  const ids = new Map(Number.isNaN(idIn(was)) ? [] : [[idIn(was), idIn(is)]]);
  matchIds(ids, it.body?.(captured.unique), it.body?.(unique));
  const swap = (text: string) => {
    const marked = text.replaceAll(mark(captured.unique), mark(unique));
    return searchIn(was) ? marked.replace(searchIn(was), searchIn(is)) : marked;
  };
  return replay(stand.pool, captured.statements, swap, ids);
}

/** Runs the call and its SQL in the same number of turns, each for its share of the seconds. */
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
