import { dayOf } from '../days.ts';
import { onLastDay } from './on-last-day.ts';

/** Tokens and a calendar of other programs, a webhook that is switched off, and an import with a refused row. */
export const connectPrograms = onLastDay(async ({ call, country }) => {
  const tokens = {
    'Bilancia del reparto bobine': ['stock.read', 'stock.write'],
    'Portale dei clienti': ['customer_orders.read', 'invoices.read'],
  };
  for (const [at, [name, capabilities]] of Object.entries(tokens).entries())
    await call('POST', '/tokens', { name, capabilities, expires_at: `${dayOf(-90 * (at + 1))}T08:00:00Z` });
  await call('POST', '/calendars', { kind: 'deliveries' });
  await call('POST', '/webhooks', {
    url: `https://gestionale.bobina.example/${country.toLowerCase()}`,
    entities: ['invoices', 'customer-orders'],
    is_active: false,
    description: 'Contabilità',
  });
  const customers = await call<{ vat_number: string }[]>('GET', '/customers?limit=3');
  await call('POST', '/imports/customers', {
    mode: 'update',
    file: 'contacts.xlsx',
    rows: customers.map(({ vat_number }, at) => ({
      row: at + 2,
      values: { vat_number, contact_role: 'Logistica', ...(at === 2 && { email: 'logistica.example' }) },
    })),
  });
});
