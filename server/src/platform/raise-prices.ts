/** Raises of prices by a percentage, which the price lists of suppliers and customers share. */
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, GREATEST, round, toNumber } from '@bobina/contract/core/decimal.ts';
import { MOST_RAISE_DECIMALS, type PricesRaise } from '@bobina/contract/core/price-period.ts';
import { numberActivities } from './activities.ts';
import type { Act } from './context.ts';
import { bulkResult } from './http/bulk-result.ts';
import type { ManyActs } from './http/many-acts.ts';
import { invalid, Problem } from './problem.ts';
import { cannotUndo, type LoggedAct } from './undo.ts';

interface PricePeriod {
  id: number;
  price: number;
  start_date: Day;
  end_date: Day | null;
  version: number;
}
/** How a list of prices reads and writes its rows. */
export interface PriceWriting<Price extends PricePeriod> {
  /** Locks a price. @throws NOT_FOUND */
  lock: (act: Act, id: number) => Promise<Price>;
  /** Gives a price that the act has locked another end. */
  end: (act: Act, change: { id: number; body: { end_date: Day | null } }) => Promise<unknown>;
  /** Deletes a price that the act has locked. */
  remove: (act: Act, id: number) => Promise<unknown>;
  /** Creates a price with the product, party and currency of another one. */
  create: (act: Act, price: Price) => Promise<{ id: number }>;
  /** Whether another price of the same product and party is valid on a day. */
  isPriced: (act: Act, price: Price, day: Day) => Promise<boolean>;
}
type Raised = { old_price: number; new_price: number; new_id: number; activity_id: number };
/** What the activity that ends the old price keeps: the new price, and the end that the old one had. */
type KeptRaise = Pick<Raised, 'new_id'> & Pick<PricePeriod, 'end_date'>;

/** Raises prices by a percentage from a day on, each as a separate act. A dry run writes nothing. */
export async function raisePrices<Price extends PricePeriod>(
  acts: ManyActs,
  { ids, dry_run, ...raise }: PricesRaise & { writing: PriceWriting<Price> },
) {
  const done = await acts.each({ items: ids, dryRun: dry_run, act: (act, id) => raisePrice(act, { id, ...raise }) });
  return {
    results: done.map(({ item: id, outcome }) => ({
      id,
      ...bulkResult(outcome, acts.language),
      old_price: outcome.answer?.old_price ?? null,
      new_price: outcome.answer?.new_price ?? null,
      new_id: dry_run ? null : (outcome.answer?.new_id ?? null),
      activity_id: dry_run ? null : (outcome.answer?.activity_id ?? null),
    })),
  };
}

/** The error of a price whose period contains a day of another price of the same product and party. */
export function overlappingPrice(): Problem {
  return new Problem('PRICE_OVERLAP', { fields: [{ path: 'start_date', code: 'overlap' }] });
}

/**
 * Undoes a raise: deletes the new price and gives the old one its former end. Locks both.
 * @throws CANNOT_UNDO when the new price or the end of the old one was changed since, NOT_FOUND when one was deleted
 */
export async function undoRaise<Price extends PricePeriod>(
  act: Act,
  { id, kept }: LoggedAct,
  { lock, remove, end }: PriceWriting<Price>,
): Promise<void> {
  const { new_id, end_date } = kept as KeptRaise;
  const old = await lock(act, id);
  const raised = await lock(act, new_id);
  if (raised.version > 1 || old.end_date !== addDays(raised.start_date, -1)) throw cannotUndo('UNDO_CHANGED');
  await remove(act, new_id);
  await end(act, { id, body: { end_date } });
}

/**
 * Ends a price on the day before `start_date` and creates its successor, rounded to `decimals`, which takes its end.
 * Locks the price.
 * @throws PRICE_OVERLAP when the price or a later one starts on or after `start_date`, INVALID_TRANSITION when it ended
 * before
 */
async function raisePrice<Price extends PricePeriod>(
  act: Act,
  {
    id,
    percent,
    start_date,
    decimals = MOST_RAISE_DECIMALS,
    writing,
  }: Omit<PricesRaise, 'ids'> & { id: number; writing: PriceWriting<Price> },
): Promise<Raised> {
  const before = await writing.lock(act, id);
  if (before.start_date >= start_date) throw overlappingPrice();
  const last = addDays(start_date, -1);
  if (before.end_date !== null && before.end_date < start_date) {
    if (before.end_date === last && (await writing.isPriced(act, before, start_date))) throw overlappingPrice();
    throw new Problem('INVALID_TRANSITION');
  }
  const price = toNumber(round(decimalOf(before.price).times(decimalOf(percent).plus(100)).times('0.01'), decimals));
  if (price > GREATEST) throw invalid('percent', 'max', { max: GREATEST });
  await writing.end(act, { id, body: { end_date: last } });
  const ended = act.activities.at(-1)!;
  const { id: new_id } = await writing.create(act, { ...before, price, start_date });
  ended.kept = { new_id, end_date: before.end_date } satisfies KeptRaise;
  // Recorded before the answer, which names the activity.
  const [activity_id] = await numberActivities(act.tx, act.user.id, act.activities.splice(0));
  return { old_price: before.price, new_price: price, new_id, activity_id: activity_id! };
}
