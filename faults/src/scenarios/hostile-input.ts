/** Hostile values in otherwise valid requests to any call: the response is well-formed and fast, and nothing breaks. */
import fc from 'fast-check';
import { CALLS, isPublic, isStream, type Call } from '../attacks/calls.ts';
import { assertHealthy, openPlace } from '../attacks/place.ts';
import { requestsOf } from '../attacks/requests.ts';
import { targetOf } from '../attacks/targets.ts';
import { openWire, tell, wrongWith, type Request, type Wire } from '../attacks/wire.ts';
import { makeCaller, World, type Target } from '../attacks/world.ts';
import { query } from '../places.ts';
import { BrokenPromise, type Scenario } from '../scenario.ts';

/** Number of calls that are attacked concurrently. */
const LANES = 4;
/** Requests per call before the targets are created again, since requests may use them up. */
const ROUND = 40;
const [SHORT_RUNS, LONG_RUNS] = [20, 250];

/**
 * The positive control: a database trigger fails on special characters, like statements that are concatenated from
 * texts.
 */
const breakTexts = `
  create function fail_on_signs() returns trigger language plpgsql as $$
  begin
    if new.description !~ '^[[:alnum:] /²]*$' then raise exception 'syntax error' using errcode = '42601'; end if;
    return new;
  end $$;
  ${['machines', 'products', 'warehouses', 'vat_codes']
    .map(
      (table) =>
        `create trigger fail_on_signs before insert or update on ${table} for each row execute function fail_on_signs();`,
    )
    .join(' ')}`;

class Attacker {
  token = '';
  readonly #wire: Wire;
  readonly #databaseUrl: string;
  constructor(wire: Wire, databaseUrl: string) {
    this.#wire = wire;
    this.#databaseUrl = databaseUrl;
  }
  /** Creates a new session after a request ended or changed its own. */
  async renew(): Promise<void> {
    this.token = (await makeCaller(this.#databaseUrl)).token;
  }
  async send(call: Call, build: (token: string) => Request): Promise<void> {
    const request = build(this.token);
    const answer = await this.#wire.send(request);
    const wrong = wrongWith(answer);
    if (wrong) throw new BrokenPromise(`${wrong} to ${tell(request)}`);
    if (answer.status === 401 && !isPublic(call)) await this.renew();
  }
}

export const hostileInput: Scenario = {
  name: 'hostile-input',
  promise:
    'no request generated from the contract, spoilt in any place, is answered by a 5xx, late, or without a reason',
  control: 'a certain character in a description causes a database error',
  short: true,
  run: async (stage) => {
    const { databaseUrl, node } = await openPlace(stage);
    const { pid } = node;
    if (stage.broken) await query(databaseUrl, breakTexts);
    const wire = openWire(stage, () => node.url);
    const runs = stage.runs ?? (stage.short ? SHORT_RUNS : LONG_RUNS);
    for (let done = 0; done < runs; done += ROUND) {
      const world = await World.build(node.url, databaseUrl);
      // Creates all targets before the first attack, which may delete rows that other targets need.
      const left: [Call, Target][] = [];
      for (const call of CALLS) if (!isStream(call)) left.push([call, await targetOf(call, world)]);
      const attack = async () => {
        const attacker = new Attacker(wire, databaseUrl);
        await attacker.renew();
        for (let next = left.shift(); next; next = left.shift()) {
          const [attacked, target] = next;
          const requests = requestsOf(attacked, target, world);
          const checked = await fc.check(
            fc.asyncProperty(requests, (build) => attacker.send(attacked, build)),
            { seed: stage.seed + done, numRuns: Math.min(ROUND, runs - done), endOnFailure: stage.short },
          );
          if (!checked.failed) continue;
          left.length = 0;
          const { message } = checked.errorInstance as Error;
          const output = node.output.trim().split('\n').at(-1)!.slice(0, 1000);
          throw new BrokenPromise(
            `${message}\n(--seed=${stage.seed} --runs=${runs}; the server's last output: ${output})`,
          );
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: LANES }, attack));
      for (const one of ended) if (one.status === 'rejected') throw one.reason as Error;
    }
    await assertHealthy(databaseUrl, node, pid);
    stage.figure('seed', stage.seed);
    stage.figure('requests', wire.sent);
    stage.figure('slowest', `${(wire.slowest / 1000).toFixed(2)} s`);
  },
};
