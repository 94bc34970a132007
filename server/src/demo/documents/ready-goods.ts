import { dayOf } from '../days.ts';
import { invoiceAndSend, orderAndProduce, sell } from './sell.ts';
import { onLastDay } from './on-last-day.ts';

/** Orders that are in stock and not delivered yet: due today, or due before. */
const DUE = [0, 0, 1];

/** Goods that wait to be shipped today, and a sale of today: a month has an invoice from its first day on. */
export const keepGoodsToShip = onLastDay(async (office, chance, day) => {
  const customers = chance.some(office.weekly, DUE.length);
  for (const [at, due] of DUE.entries()) {
    const days = { order_date: dayOf(due + 11), requested_delivery_date: dayOf(due) };
    await orderAndProduce(office, chance, days, { customer_id: customers[at]!, lines: 2 });
  }
  await invoiceAndSend(
    office,
    await sell(office, chance, { day }, { customer_id: chance.pick(office.weekly), lines: 1 }),
  );
});
