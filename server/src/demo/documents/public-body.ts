import { invoiceAndSend, sell } from './sell.ts';
import type { Topic } from './topic.ts';

/** Every sixth week a delivery to a public body: in Italy with tender codes and split payment. */
export const sellToPublicBody: Topic = async (office, chance) => {
  const customer_id = office.cases.get('publicBody')!;
  return async (day) => {
    if (day.weekday !== 3 || Math.floor(day.daysAgo / 7) % 6 !== 2) return;
    const number = String(chance.whole(100_000, 999_999));
    const order =
      office.country === 'IT'
        ? { customer_order_number: `DET-${number}`, cig: `Z${number}3A1`, cup: `F79J2${number}0001`.slice(0, 15) }
        : { customer_order_number: `EJ-${number}` };
    const list = await sell(office, chance, day, { customer_id, lines: 2, order });
    await invoiceAndSend(office, list);
  };
};
