/** The proposals of a large plant: what they say, and how long they take beside one query of the same lines. */
import assert from 'node:assert/strict';
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { createCustomer } from '../../testing/factories.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();
const PRODUCTS = 1000;
const LINES = 2000;

matrixTest('1,000 products and 2,000 open lines are planned, and the time is printed', async (t) => {
  const { id: customer } = await createCustomer(api.admin);
  await sql`
    insert into products (code, description, category, unit_of_measure, peso_carta, larghezza_bobina, scorta_minima)
      select 'PAPER-' || n, 'Carta', 'Carta', 'kg', n, 64, n % 3 from generate_series(1, ${PRODUCTS}::int) n`.execute(
    api.db,
  );
  await sql`
    insert into products (code, description, category, unit_of_measure, peso_carta, larghezza_bobina, numero_piste, lunghezza_cm)
      select 'BAG-' || n, 'Sacchetto', 'Sacchetti', 'piece', n, 64, 2, 38 from generate_series(1, ${PRODUCTS}::int) n`.execute(
    api.db,
  );
  await sql`
    with o as (insert into customer_orders (order_number, customer_id, order_date, requested_delivery_date)
      select 'BIG-' || n, ${customer}, current_date, current_date + 30 from generate_series(1, ${LINES}::int) n returning id)
    insert into customer_order_items (order_id, position, product_id, quantity, unit_price, delivery_date, total)
      select o.id, 0, p.id, 1000, 1, current_date + (o.id % 60)::int, 1000
      from o join products p on p.code = 'BAG-' || (o.id % ${PRODUCTS}::int + 1)`.execute(api.db);
  const timed = async (path: string) => {
    const start = performance.now();
    const { body } = await api.orders.get(path);
    return { body, ms: performance.now() - start };
  };
  await timed('/purchase-proposals');
  const { body, ms } = (await timed('/purchase-proposals')) as { body: PurchaseProposals; ms: number };
  const list = await timed('/customer-orders?limit=1000');
  t.diagnostic(`proposals: ${ms.toFixed(0)} ms, ${(ms / list.ms).toFixed(1)} times a list of 1,000 orders`);
  const planned = new Set(
    body.proposals.filter(({ need_day }) => need_day !== null).map(({ product_id }) => product_id),
  );
  assert.equal(planned.size, PRODUCTS);
  assert.equal(body.without_product.length, 0);
});
