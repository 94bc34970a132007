/** One round: runs the same acts concurrently on one cell, and sequentially in every order on copies of it. */
import { randomUUID } from 'node:crypto';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { callOf } from '../calls.ts';
import { clientOf, type Answer, type Client } from '../client.ts';
import type { Client as Database } from 'pg';
import type { Node } from '../node.ts';
import type { Gate } from './gate.ts';
import { type Act, type Asked, type Cell, type Scene } from './scene.ts';
import { differenceOf, readState } from './state.ts';

export interface Round {
  scene: Scene;
  acts: readonly Act[];
  /** Requests send the version of the document that they have read. */
  versioned: boolean;
  /** All requests use one idempotency key: an act and its retries. */
  sameKey: boolean;
  /** The acts wait at the gate; otherwise they run unsynchronized. */
  gated: boolean;
  /** The index of the server that each act calls. */
  servers: readonly number[];
}
export interface Ground {
  database: Database;
  /** Makes a new cell of a scene. */
  cellOf: (scene: Scene) => Promise<Cell>;
  nodes: readonly Node[];
  tokens: Record<Role, string>;
  admin: Client;
  gate: Gate;
}
interface Course {
  answers: string[];
  state: string[];
}

/** The name of a round for reports. */
export function roundName({ scene, acts, versioned, sameKey, gated }: Round): string {
  return `${scene.name}: ${acts.map(({ name }) => name).join(' | ')}${versioned ? ', as read' : ''}${sameKey ? ', same key' : ''}${gated ? ', gated' : ''}`;
}

const TIMEOUT_MS = 20_000;
const ALLOWED = new Set([200, 201, 204, 400, 401, 403, 404, 409, 422]);

/** Plays a round. @returns the responses, and the difference if the result matches no sequential order */
export async function play(
  ground: Ground,
  round: Round,
  accepted: Set<string | undefined>,
): Promise<{ fault?: string; answers: string[] }> {
  const { acts, scene, gated } = round;
  const send = sender(ground, round);
  const alike = acts.every((act) => act === acts[0]);
  const sequences = alike ? [acts.map((_, at) => at)] : orders(acts.length);
  const cells: Cell[] = [];
  while (cells.length <= sequences.length) cells.push(await ground.cellOf(scene));
  const shares = acts.some(({ shared }) => shared);

  const course = async (cell: Cell, run: (asked: Asked[]) => Promise<string[]>): Promise<Course> => {
    if (shares) await resetShared(ground);
    cell.at.next = await nextNumber(ground.database);
    const mark = await lastActivity(ground.database);
    const asked = acts.map((act) => act.ask(cell.at));
    const answers = await run(asked);
    for (const [at, { method, path }] of asked.entries())
      if (answers[at]!.startsWith('2')) accepted.add(callOf(method, path));
    return { answers, state: await readState(ground.database, cell, mark) };
  };
  const key = randomUUID();
  const raced = await course(cells[0]!, (asked) => {
    const starts = asked.map((one, at) => () => send(one, acts[at]!, at, key));
    return gated ? ground.gate.race(starts) : Promise.all(starts.map((start) => start()));
  });
  const serial: Course[] = [];
  for (const [index, sequence] of sequences.entries()) {
    const own = randomUUID();
    serial.push(
      await course(cells[index + 1]!, async (asked) => {
        const answers: string[] = [];
        for (const at of sequence) answers[at] = await send(asked[at]!, acts[at]!, at, own);
        return answers;
      }),
    );
  }
  if (shares) await resetShared(ground);
  const wrong = [raced, ...serial].flatMap(({ answers }) => answers.filter((answer) => answer.startsWith('FORBIDDEN')));
  if (wrong.length > 0) return { fault: wrong.join('; '), answers: raced.answers };
  // Any of several identical requests may be the first, so their responses are compared as a set.
  const fingerprint = ({ answers, state }: Course) => JSON.stringify([alike ? answers.toSorted() : answers, state]);
  if (serial.some((one) => fingerprint(one) === fingerprint(raced))) return { answers: raced.answers };
  const stories = serial.map(
    ({ answers, state }, index) =>
      `  ${sequences[index]!.map((at) => acts[at]!.name).join(', then ')}: ${answers.join(', ')}\n${differenceOf(raced.state, state)}`,
  );
  return {
    fault: `at once: ${raced.answers.join(', ')}; no serial order has this result\n${stories.join('\n')}`,
    answers: raced.answers,
  };
}

/** Restores the rows that all cells share. */
async function resetShared({ admin }: Ground): Promise<void> {
  const body = { over_receipt_percent: 10, production_warehouse_id: null, default_vat_code: '22' };
  const { status } = await admin.send('PUT', '/settings', body);
  if (status !== 200) throw new Error(`the settings were answered ${status}`);
}

/** Computes the number that the next purchase order would get. */
async function nextNumber(database: Database): Promise<string> {
  const { rows } = await database.query<{ number: string }>(
    `select n.number from number_series s, generate_series(s.last + 1, s.last + 1000) g (at),
      lateral (select 'OF-2026/' || lpad(g.at::text, 5, '0') as number) n
    where kind = 'OF' and year = 2026 and not exists (select from purchase_orders where order_number = n.number and deleted_at is null)
    order by g.at limit 1`,
  );
  return rows[0]?.number ?? 'OF-2026/00001';
}

async function lastActivity(database: Database): Promise<number> {
  const { rows } = await database.query<{ last: number }>('select coalesce(max(id), 0)::int as last from activities');
  return rows[0]!.last;
}

/** Formats the status and code of a response; an unexpected status includes the body. */
function describeAnswer({ status, body }: Answer): string {
  return ALLOWED.has(status) && (status < 400 || (typeof body.message === 'string' && body.message !== ''))
    ? status < 400
      ? String(status)
      : `${status} ${body.code as string}`
    : `FORBIDDEN ${status} ${String(body.code)} ${String(body.message)}`;
}

function sender(ground: Ground, { versioned, sameKey, servers }: Round) {
  return (asked: Asked, act: Act, at: number, key: string) => {
    const client = clientOf(ground.nodes[servers[at]!]!.url, asked.token ?? ground.tokens[act.as]);
    return client
      .send(asked.method, asked.path, asked.body, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(asked.path.startsWith('/auth') ? {} : { key: sameKey ? key : randomUUID() }),
        ...(versioned && asked.version !== undefined && { version: asked.version }),
      })
      .then(describeAnswer, (error: unknown) => `FORBIDDEN no answer: ${String(error)}`);
  };
}

function orders(count: number): number[][] {
  return count === 1
    ? [[0]]
    : orders(count - 1).flatMap((rest) =>
        Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
      );
}
