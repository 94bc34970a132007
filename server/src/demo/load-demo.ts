/** The demo company: entered through the API, so that every rule is checked and every act is logged. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { endSession, openSession } from '../platform/sessions/sessions.ts';
import type { Call } from './call.ts';
import * as italian from './company.ts';
import { callIn, type DemoCountry } from './country.ts';
import type { CaseCustomer } from './documents/topic.ts';
import * as french from './french/company.ts';
import { caseCustomers, customers, destinationOf, suppliers } from './parties.ts';
import { products } from './products.ts';
import { REGISTER_PATHS, registerBodies, type RegisterPath } from './registers.ts';
import { dateRuns } from './runs.ts';
import { liveYear } from './year.ts';

const OF = { IT: italian, FR: french };
const SYLLABLES = ['ba', 'co', 'di', 'fu', 'ga', 'le', 'mo', 'ni', 'pe', 'ra', 'so', 'ti', 'vu', 'zo'];

type Row = { id: number };
/** A user that the demo created. */
export interface DemoUser {
  username: string;
  password: string;
}

/**
 * Fills a database without products; leaves any other unchanged. @returns the created users with their passwords, or
 * undefined when the database has products
 * @param country of the company
 */
export async function loadDemo(
  server: FastifyInstance,
  db: Db,
  country: DemoCountry = 'IT',
): Promise<DemoUser[] | undefined> {
  const before = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
  const admin = await db
    .selectFrom('users')
    .select(['id', 'must_change_password'])
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (before || !admin) return undefined;
  const session = await openSession(db, admin.id);
  const call: Call = callIn(country, async (method, path, body) => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const answer = await server.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${session.token}`,
        ...(form && { 'content-type': form.headers.get('content-type')! }),
      },
      ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : body }),
    });
    if (answer.statusCode >= 400)
      throw new Error(`the demo company: ${method} ${path} ${JSON.stringify(body)}: ${answer.body}`);
    return answer.body === '' ? (undefined as never) : answer.json();
  });
  const made = OF[country].users.map((user) => ({ ...user, password: pronounceable() }));
  // The calls are refused to an administrator who must first change the password.
  const mustChange = (must_change_password: boolean) =>
    db.updateTable('users').set({ must_change_password }).where('id', '=', admin.id).execute();
  await mustChange(false);
  await createAll(call, '/users', made);
  await liveYear(call, country, await enterRegistry(call, country));
  await dateEntries(db);
  await settleMails(db);
  await endSession(db, session.tokenHash);
  await mustChange(admin.must_change_password);
  return made;
}

/** The rows carry the time of the load: without this, the home would show a year's orders and arrivals as new. */
async function dateEntries(db: Db): Promise<void> {
  await sql`update customer_orders set created_at = order_date + time '09:00'`.execute(db);
  await sql`delete from notices`.execute(db);
  await db.transaction().execute((tx) => dateRuns(tx));
}

/** No mail may wait: a server with mail would send it. They were handed over, and the last one was refused. */
async function settleMails(db: Db): Promise<void> {
  const refused = sql`outbox_id = (select max(id) from outbox)`;
  await sql`update outbox_recipients set state = case when ${refused} then 'refused' else 'handed_over' end,
    message = case when ${refused} then '550 5.1.1 mailbox unavailable' end`.execute(db);
  await sql`update outbox o set state = r.state, last_error = r.message, attempts = 1, next_attempt_at = null
    from outbox_recipients r where r.outbox_id = o.id`.execute(db);
}

function pronounceable() {
  return `${Array.from({ length: 5 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('')}-${randomInt(100, 1000)}`;
}

async function createAll<T extends Row>(call: Call, path: string, bodies: readonly object[]): Promise<T[]> {
  const created: T[] = [];
  for (const body of bodies) created.push(await call<T>('POST', path, body));
  return created;
}

function ids(rows: readonly Row[]) {
  return rows.map(({ id }) => id);
}

/** @returns the customers that show one special case each */
async function enterRegistry(call: Call, country: DemoCountry): Promise<Map<CaseCustomer, number>> {
  const { company, settings, vatCodes } = OF[country];
  await call('PUT', '/company', company);
  await createAll(call, '/vat-codes', vatCodes);
  const made = {} as Record<RegisterPath, number[]>;
  for (const path of REGISTER_PATHS) made[path] = ids(await createAll(call, path, registerBodies(path, country)));
  const terms = made['/condizioni-pagamento'];
  await call('PUT', '/settings', { ...settings, production_warehouse_id: made['/warehouses'][2] });
  const sources = await createAll(call, '/suppliers', suppliers(country, terms));
  const buyers = await createAll<Parameters<typeof destinationOf>[0]>(call, '/customers', customers(country, terms));
  const cases = new Map<CaseCustomer, number>();
  for (const [name, body] of caseCustomers(country, terms))
    cases.set(name, (await call<Row>('POST', '/customers', body)).id);
  await createAll(call, '/destinazioni-merce', buyers.filter((_, at) => at % 3 === 0).map(destinationOf));
  const goods = products(ids(sources));
  await createAll(call, '/products', country === 'FR' ? goods.map((one) => ({ ...one, ...french.vatOf(one) })) : goods);
  return cases;
}
