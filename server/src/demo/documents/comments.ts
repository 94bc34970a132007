import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { Topic } from './topic.ts';

/** Comments of colleagues at customers, products and invoices; some mention a user. */
export const addComments: Topic = async ({ call, weekly, monthly, products }, chance) => {
  const texts = [
    'Chiedere conferma del nuovo formato prima del prossimo ordine.',
    '@magazzino controllare i bancali prima della spedizione.',
    'Il cliente preferisce consegne al mattino.',
  ];
  return async ({ weekday, daysAgo }) => {
    if (weekday === 1 && Math.floor(daysAgo / 7) % 5 === 1) {
      await call('POST', `/customers/${chance.pick([...weekly, ...monthly])}/notes`, { text: chance.pick(texts) });
      await call('POST', `/products/${chance.pick(products).id}/notes`, { text: chance.pick(texts) });
    }
    if (daysAgo > 0) return;
    const [late] = await call<InvoiceRow[]>('GET', '/invoices?overdue=true&limit=1');
    if (late)
      await call('POST', `/invoices/${late.id}/notes`, {
        text: '@amministrazione il cliente promette il saldo a fine mese.',
      });
  };
};
