import { createChance } from '../chance.ts';
import { addComments } from './comments.ts';
import { closeMonths } from './closing.ts';
import { connectPrograms } from './programs.ts';
import { countStock } from './stock-counts.ts';
import { collectInvoices } from './collected-invoices.ts';
import { creditInPart } from './partial-credits.ts';
import { declareIntent } from './declarations.ts';
import { keepExpiringBatch } from './expiring-batch.ts';
import { keepFiles } from './files.ts';
import { keepGoodsToShip } from './ready-goods.ts';
import { sellToLatePayers } from './late-payers.ts';
import { payInvoices } from './payments.ts';
import { presentBankSlips } from './bank-slips.ts';
import { remindCustomers } from './reminders.ts';
import { sellAbroad } from './foreign-currency.ts';
import { sellThroughTheYear } from './earlier-sales.ts';
import { sellToPublicBody } from './public-body.ts';
import { takeSupplierInvoices } from './supplier-invoices.ts';
import { writeMails } from './mails.ts';
import type { Office, Topic, WorkingDay } from './topic.ts';
import { transmitFiles } from './transmissions.ts';

/** The kinds of documents and other work, each with the seed of its random values, in the order of a day's work. */
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
  [20_270_111, keepGoodsToShip],
  [20_270_112, takeSupplierInvoices],
  [20_270_113, presentBankSlips],
  [20_270_114, countStock],
  [20_270_115, writeMails],
  [20_270_116, connectPrograms],
  [20_270_117, keepFiles],
  [20_270_118, closeMonths],
  [20_270_119, keepExpiringBatch],
  [20_270_120, sellToLatePayers],
];

/** Opens all topics. @returns a function that does the work of all of them on one working day */
export async function openTopics(office: Office): Promise<(day: WorkingDay) => Promise<void>> {
  const open: ((day: WorkingDay) => Promise<void>)[] = [];
  for (const [seed, topic] of TOPICS) open.push(await topic(office, createChance(seed)));
  return async (day) => {
    for (const work of open) await work(day);
  };
}
