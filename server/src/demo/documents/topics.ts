import { createChance } from '../chance.ts';
import { addComments } from './comments.ts';
import { collectInvoices } from './collected-invoices.ts';
import { creditInPart } from './partial-credits.ts';
import { declareIntent } from './declarations.ts';
import { payInvoices } from './payments.ts';
import { remindCustomers } from './reminders.ts';
import { sellAbroad } from './foreign-currency.ts';
import { sellThroughTheYear } from './earlier-sales.ts';
import { sellToPublicBody } from './public-body.ts';
import type { Office, Topic, WorkingDay } from './topic.ts';
import { transmitFiles } from './transmissions.ts';

/** The kinds of documents, each with the seed of its random values, in the order of a day's work. */
const TOPICS: readonly (readonly [seed: number, topic: Topic])[] = [
  [20_270_101, sellThroughTheYear],
  [20_270_102, sellToPublicBody],
  [20_270_103, sellAbroad],
  [20_270_104, declareIntent],
  [20_270_105, collectInvoices],
  [20_270_106, payInvoices],
  [20_270_107, creditInPart],
  [20_270_108, transmitFiles],
  [20_270_109, remindCustomers],
  [20_270_110, addComments],
];

/** Opens all topics. @returns what they do on a working day */
export async function openTopics(office: Office): Promise<(day: WorkingDay) => Promise<void>> {
  const open: ((day: WorkingDay) => Promise<void>)[] = [];
  for (const [seed, topic] of TOPICS) open.push(await topic(office, createChance(seed)));
  return async (day) => {
    for (const work of open) await work(day);
  };
}
