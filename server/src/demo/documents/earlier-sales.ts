import { sell } from './sell.ts';
import type { Topic } from './topic.ts';

/** From here on the shop floor takes orders every day. */
const SHOP_FLOOR_DAYS = 90;

/** A sale every second week in the months before the orders of the shop floor; the Friday's invoicing bills it. */
export const sellThroughTheYear: Topic = async (office, chance) => async (day) => {
  if (day.weekday !== 2 || day.daysAgo <= SHOP_FLOOR_DAYS || Math.floor(day.daysAgo / 7) % 2 === 1) return;
  await sell(office, chance, day, { customer_id: chance.pick(office.weekly), lines: chance.whole(1, 2) });
};
