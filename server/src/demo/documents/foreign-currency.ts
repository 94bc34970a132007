import { invoiceAndSend, sell } from './sell.ts';
import type { Topic } from './topic.ts';

/** Every month a delivery to a customer in US dollars, at the rate of the day. */
export const sellAbroad: Topic = async (office, chance) => {
  const customer_id = office.cases.get('abroad')!;
  return async (day) => {
    if (day.weekday !== 4 || Math.floor(day.daysAgo / 7) % 4 !== 1) return;
    const exchange_rate = chance.whole(10_500, 11_900) / 10_000;
    const list = await sell(office, chance, day, { customer_id, lines: chance.whole(1, 3), rate: exchange_rate });
    await invoiceAndSend(office, list, { exchange_rate });
  };
};
