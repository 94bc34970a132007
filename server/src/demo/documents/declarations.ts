import { dayOf } from '../days.ts';
import { invoiceAndSend, sell } from './sell.ts';
import type { Topic } from './topic.ts';

const FIRST_DAY = 350;

/** An Italian exporter buys without VAT every month, under a declaration of intent for each year. */
export const declareIntent: Topic = async (office, chance) => {
  const customer_id = office.cases.get('exporter');
  if (customer_id === undefined) return async () => {};
  const years = [...new Set([dayOf(FIRST_DAY), dayOf(0)].map((day) => day.slice(0, 4)))];
  for (const [at, year] of years.entries())
    await office.call('POST', '/declarations-of-intent', {
      customer_id,
      protocol: `0806012034123456${7 + at}-00000${at + 1}`,
      day: `${year}-01-02`,
      year: Number(year),
      ceiling: 120_000,
    });
  return async (day) => {
    if (day.weekday !== 2 || day.daysAgo > FIRST_DAY || Math.floor(day.daysAgo / 7) % 5 !== 3) return;
    await invoiceAndSend(office, await sell(office, chance, day, { customer_id, lines: 1 }));
  };
};
