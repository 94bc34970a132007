import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { Act, Reading } from '../context.ts';
import type { Db, Tx } from '../database/db.ts';
import type { Announce } from '../live/announcer.ts';
import type { Logger } from '../logger.ts';
import type { Problem } from '../problem.ts';
import { commitAct, type ActRequest } from './commit-act.ts';
import { toProblem, type ConstraintProblems } from './errors.ts';

/** The result of an act of the request: its answer, or its error. */
export type Outcome<Answer> = { answer: Answer; problem?: undefined } | { problem: Problem; answer?: undefined };

interface Work<Item, Answer> {
  /**
   * The items in order. A function that chooses them is called once per idempotency key: a retry continues with the items
   * that were chosen first.
   */
  items: readonly Item[] | ((tx: Tx) => Promise<readonly Item[]>);
  /** The part of the item's own key after `#`; by default its position. */
  part?: (item: Item) => string | number;
  /** Rolls every act back and stores no key. */
  dryRun?: boolean | undefined;
  act: (act: Act, item: Item) => Promise<Answer>;
}

/** Context of a handler that runs several acts in one request. Items and answers must survive JSON. */
export interface ManyActs extends Pick<Reading, 'db' | 'user' | 'language'> {
  may(capability: Capability): boolean;
  /**
   * Runs one act per item, one after the other, each committed separately under the key `<key>#<part>`. A refused act
   * does not stop the others.
   * @throws UNAVAILABLE, UNAUTHENTICATED, USER_INACTIVE: the rest cannot be done either, and a retry continues with it
   */
  each<Item, Answer>(work: Work<Item, Answer>): Promise<{ item: Item; outcome: Outcome<Answer> }[]>;
  /** Runs one further act under the key `<key>#<part>`. Its errors are thrown. */
  one<Answer>(part: string, act: (act: Act) => Promise<Answer>): Promise<Answer>;
}

/** Ends the transaction of a dry run. */
const ROLL_BACK = new Error('rolled back');

/** Errors that every other act of the request would meet too. */
const ENDS_ALL = new Set<Problem['code']>([
  'UNAVAILABLE',
  'UNAUTHENTICATED',
  'USER_INACTIVE',
  'IDEMPOTENCY_KEY_REUSED',
]);

/** Creates the context of one request. */
export function manyActs(
  kernel: { db: Db; announce: Announce; constraints: ConstraintProblems },
  request: ActRequest,
  log: Pick<Logger, 'error'>,
): ManyActs {
  const { claimed, user, language } = request;

  const one: ManyActs['one'] = async <Answer>(part: string, handle: (act: Act) => Promise<Answer>) => {
    const own = claimed && { ...claimed, key: `${claimed.key}#${part}` };
    const { answer, before } = await commitAct(kernel, { ...request, claimed: own }, async (act) => {
      const done = await handle(act);
      return { done, text: JSON.stringify(done) ?? null };
    });
    return before ? (JSON.parse(before.answer ?? 'null') as Answer) : answer.done;
  };
  const dry = async <Answer>(handle: (act: Act) => Promise<Answer>): Promise<Answer> => {
    let answer: Answer;
    const work = async (act: Act): Promise<never> => {
      answer = await handle(act);
      throw ROLL_BACK;
    };
    await commitAct(kernel, { ...request, claimed: undefined }, work).catch((error: unknown) => {
      if (error !== ROLL_BACK) throw error;
    });
    return answer!;
  };
  /** Claims the key for the whole request and stores the items that were chosen. */
  const plan = async <Item, Answer>({ items, dryRun }: Work<Item, Answer>): Promise<readonly Item[]> => {
    const choose = (tx: Tx) => (typeof items === 'function' ? items(tx) : Promise.resolve(items));
    if (!claimed || dryRun) return dry((act) => choose(act.tx));
    const { answer, before } = await commitAct(kernel, request, async (act) => {
      const chosen = await choose(act.tx);
      return { chosen, text: typeof items === 'function' ? JSON.stringify(chosen) : null };
    });
    if (!before) return answer.chosen;
    return typeof items === 'function' ? (JSON.parse(before.answer!) as Item[]) : items;
  };
  return {
    db: kernel.db,
    user,
    language,
    may: (capability) => can(user, capability),
    one,
    each: async (work) => {
      const results = [];
      for (const [position, item] of (await plan(work)).entries()) {
        const handle = (act: Act) => work.act(act, item);
        const part = String(work.part?.(item) ?? position);
        const outcome = await (work.dryRun ? dry(handle) : one(part, handle)).then(
          (answer) => ({ answer }),
          (error: unknown) => {
            const problem = toProblem(error, kernel.constraints);
            if (ENDS_ALL.has(problem.code)) throw error;
            if (problem.status >= 500) log.error({ err: error }, problem.code);
            return { problem };
          },
        );
        results.push({ item, outcome });
      }
      return results;
    },
  };
}
