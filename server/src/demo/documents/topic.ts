import type { Call } from '../call.ts';
import type { Chance } from '../chance.ts';
import type { DemoCountry } from '../country.ts';

/** The customers that show one special case each; no other part of the demo company sells to them. */
export type CaseCustomer = 'publicBody' | 'exporter' | 'abroad';

/** The office that enters the documents of the demo company. */
export interface Office {
  call: Call;
  country: DemoCountry;
  /** Ids by case; `exporter` only for an Italian company. */
  cases: ReadonlyMap<CaseCustomer, number>;
  /** Customers that get one invoice a month for all their packing lists. */
  monthly: readonly number[];
  /** The other customers. */
  weekly: readonly number[];
  /** Finished goods of each family. */
  products: readonly { id: number; unit_of_measure: string; category: string }[];
  /** Raw materials, semi-finished goods, finished goods, the depot in Casablanca. */
  warehouses: readonly number[];
  finishedGoods: number;
}

/** A working day. */
export interface WorkingDay {
  /** 0 for today. */
  daysAgo: number;
  /** 1 Monday … 5 Friday; today it can be 0 Sunday or 6 Saturday. */
  weekday: number;
  /** `YYYY-MM-DD` */
  day: string;
}

/**
 * A kind of document, or another part of the office's work. It may enter data that its documents need, and returns the work
 * of one day, which is called for each working day from the oldest to today.
 * @param chance a generator of its own, so that a further kind does not change the values of the others
 */
export type Topic = (office: Office, chance: Chance) => Promise<(day: WorkingDay) => Promise<void>>;
