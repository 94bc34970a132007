import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { Topic } from './topic.ts';

/** Every fourth week a credit note over a part of an invoice: returned goods, or a lower price. */
export const creditInPart: Topic =
  async ({ call }, chance) =>
  async ({ weekday, daysAgo }) => {
    if (weekday !== 4 || Math.floor(daysAgo / 7) % 4 !== 0) return;
    const sent = await call<InvoiceRow[]>('GET', '/invoices?open=true&type=invoice&limit=20');
    if (sent.length === 0) return;
    const { id, items } = await call<Invoice>('GET', `/invoices/${chance.pick(sent).id}`);
    const line = items.find((item) => item.product_id !== null && item.credited_net_amount === 0 && item.quantity! > 1);
    if (!line) return;
    const isReturn = chance.next() < 0.5;
    await call('POST', `/invoices/${id}/credit-note`, {
      items: [
        isReturn
          ? { invoice_item_id: line.id, quantity: Math.ceil(line.quantity! / 10) }
          : { invoice_item_id: line.id, amount: Math.max(0.01, Math.round(line.net_amount * 5) / 100) },
      ],
      goods_back: isReturn,
      notes: isReturn ? 'Reso per merce danneggiata.' : 'Sconto concordato per ritardo di consegna.',
    });
  };
