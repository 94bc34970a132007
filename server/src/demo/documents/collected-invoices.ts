import { sell } from './sell.ts';
import type { Topic } from './topic.ts';

/**
 * Deliveries to customers that are invoiced by month, and on the first Friday of a month one invoice for all packing lists
 * of each of them.
 */
export const collectInvoices: Topic = async (office, chance) => {
  const { call, monthly } = office;
  return async (day) => {
    if (day.weekday === 1 && chance.next() < 0.45)
      await sell(office, chance, day, { customer_id: chance.pick(monthly), lines: 1 });
    if (day.weekday !== 5 || Number(day.day.slice(8)) > 7) return;
    const { results } = await call<{ results: { id: number | null }[] }>('POST', '/invoices/bulk/from-packing-lists', {
      until: day.day,
      customer_ids: monthly,
    });
    const ids = results.flatMap(({ id }) => id ?? []);
    if (ids.length > 0) await call('POST', '/invoices/bulk/send', { ids });
  };
};
