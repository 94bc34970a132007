/** Document numbers have no gaps and no duplicates, and their days are in the same order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '../client.ts';
import {
  completeCompany,
  loadOf,
  makeCustomer,
  makeProduct,
  makeSupplier,
  makeWarehouse,
  orderOf,
  packingOf,
  saleOf,
} from '../company.ts';
import { openFast, verify } from '../fast.ts';
import { query } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const CLIENTS = 24;
/** Time zones that are more than a day apart: their current days always differ. */
const [LATER, EARLIER] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
/** The entry of the activity log that each act writes after it has taken its number. */
const LOGGED = {
  OF: 'purchase-orders create',
  DDT: 'packing-lists create',
  FT: 'invoices send',
  NC: 'invoices credit',
};
/**
 * A trigger that fails three acts of ten of each series when they are logged, after they have taken a number. A sequence
 * counts the acts of a series, because a rollback does not take its values back: the share is exact.
 */
const FAIL_AT_TIMES = `
  ${Object.values(LOGGED)
    .map((act) => `create sequence "${act}" minvalue 0;`)
    .join(' ')}
  create function fail_at_times() returns trigger language plpgsql as $$
  declare
    act constant text := new.entity_type || ' ' || new.action;
  begin
    if act in (${Object.values(LOGGED)
      .map((act) => `'${act}'`)
      .join(', ')}) then
      if nextval(quote_ident(act)::regclass) * 3 % 10 < 3 then
        raise exception 'as if the disk were full' using errcode = '53100';
      end if;
    end if;
    return new;
  end $$;
  create trigger fail_at_times before insert on activities for each row execute function fail_at_times()`;

/** Each series with its documents, ordered by number. */
const NUMBERED = `
  select split_part(number, '-', 1) as series, split_part(split_part(number, '-', 2), '/', 1)::int as year,
    split_part(number, '/', 2)::int as number, day::text
  from (
    select order_number as number, order_date as day from purchase_orders
    union all select packing_list_number, packing_date from packing_lists
    union all select invoice_number, invoice_date from invoices where invoice_number is not null
  ) n order by 1, 2, 3`;
type Numbered = { series: string; year: number; number: number; day: string };

/** Retries a request until it succeeds. */
async function retryUntilDone(counts: Counts, kind: string, ask: () => Promise<Answer>): Promise<Answer['body']> {
  for (;;) {
    const { status, body } = await ask();
    const [made, failed] = counts.get(kind) ?? [0, 0];
    const done = status === 200 || status === 201;
    if (!done && status !== 503) throw new Error(`${kind} was answered ${status} ${JSON.stringify(body)}`);
    counts.set(kind, done ? [made + 1, failed] : [made, failed + 1]);
    if (done) return body;
  }
}
type Counts = Map<string, [made: number, failed: number]>;

/** Issues a purchase order, a packing list, its invoice, and the credit note for it. */
async function issueAll(client: Client, counts: Counts, given: Given): Promise<void> {
  await retryUntilDone(counts, 'OF', () => client.send('POST', '/purchase-orders', given.bought));
  const list = await retryUntilDone(counts, 'DDT', () => client.send('POST', '/packing-lists', given.packed));
  const draft = await retryUntilDone(counts, 'drafts', () =>
    client.send('POST', `/invoices/from-packing-list/${list.id}`, {}),
  );
  await retryUntilDone(counts, 'FT', () => client.send('PUT', `/invoices/${draft.id}/status`, { status: 'sent' }));
  await retryUntilDone(counts, 'NC', () => client.send('POST', `/invoices/${draft.id}/credit-note`, {}));
}
type Given = { bought: object; packed: object };

async function prepare(client: Client, rounds: number): Promise<Given[]> {
  const [product, supplier] = [await makeProduct(client), await makeSupplier(client)];
  const [warehouse, customer] = [await makeWarehouse(client), await makeCustomer(client)];
  await client.make('/stock-movements', loadOf(product.id, warehouse.id, CLIENTS * rounds));
  return Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const order = await client.make('/customer-orders', saleOf(customer.id, product.id, rounds));
      return {
        bought: orderOf(supplier.id, product.id),
        packed: packingOf(order as Parameters<typeof packingOf>[0], warehouse.id, 1),
      };
    }),
  );
}

async function setZone(client: Client, time_zone: string | undefined): Promise<void> {
  const { status } = await client.send('PUT', '/settings', { time_zone });
  hold(status === 200, `the settings were answered ${status}`);
}
/**
 * Moves the company's day forward and back by one, as around midnight, starting some time after the first documents.
 */
function changeTimeZones(stage: Stage, client: Client, isTime: () => boolean) {
  let over = false;
  const changing = (async () => {
    while (!over && !isTime()) await sleep(5);
    for (let n = 0; !over; n++) {
      await setZone(client, n % 2 === 0 ? LATER : EARLIER);
      await sleep(40);
    }
  })();
  const stop = async () => {
    over = true;
    await changing;
  };
  stage.defer(() => stop().catch(() => {}));
  return stop;
}

export const numbers: Scenario = {
  name: 'numbers',
  promise:
    'concurrent orders, packing lists, invoices and credit notes around midnight, 30 % of which fail after taking their number: consecutive numbers without duplicates, ascending days',
  control: 'SQL takes a number of each series without using it',
  short: true,
  run: async (stage) => {
    const { databaseUrl, client } = await openFast(stage);
    const rounds = stage.short ? 2 : 20;
    await completeCompany(client);
    const given = await prepare(client, rounds);
    await query(databaseUrl, FAIL_AT_TIMES);
    const counts: Counts = new Map();
    await setZone(client, EARLIER);
    const stop = changeTimeZones(stage, client, () => (counts.get('NC')?.[0] ?? 0) > (CLIENTS * rounds) / 3);
    await Promise.all(
      given.map(async (own) => {
        for (let n = 0; n < rounds; n++) await issueAll(client, counts, own);
      }),
    );
    await stop();
    if (stage.broken)
      await query(
        databaseUrl,
        `select next_number('OF', '2026-03-01'), next_dated_number(kind, last_day) from number_series where kind <> 'OF' and last_day is not null`,
      );
    await query(databaseUrl, 'drop trigger fail_at_times on activities');
    // Issues one more of each, which shows any gap that the last failures left.
    const last = await prepare(client, 1);
    await issueAll(client, counts, last[0]!);
    await assertNumbered(stage, await query<Numbered>(databaseUrl, NUMBERED), counts, rounds);
    await verify(databaseUrl);
  },
};

async function assertNumbered(stage: Stage, rows: Numbered[], counts: Counts, rounds: number): Promise<void> {
  for (const series of Object.keys(LOGGED)) {
    const [made, failed] = counts.get(series)!;
    const own = rows.filter((row) => row.series === series);
    // Numbers restart each year, and the run may cross the end of a year.
    const gaps = own.filter(
      (row, at) => row.number !== (own[at - 1]?.year === row.year ? own[at - 1]!.number : 0) + 1,
    ).length;
    const backwards = own.filter((row, at) => series !== 'OF' && at > 0 && row.day < own[at - 1]!.day).length;
    const days = new Set(own.map(({ day }) => day)).size;
    stage.figure(`${series}: made, failed, out of place, days backwards`, `${made}, ${failed}, ${gaps}, ${backwards}`);
    hold(made === CLIENTS * rounds + 1, `${made} of ${series} were acknowledged`);
    hold(own.length === made, `${made} of ${series} were acknowledged, ${own.length} are there`);
    hold(gaps === 0, `${gaps} numbers of ${series} are missing or twice`);
    hold(backwards === 0, `${backwards} numbers of ${series} have an earlier day than the previous number`);
    hold(failed > made * 0.3, `too few failures of ${series} to prove anything`);
    hold(series === 'OF' || days > 1, `all of ${series} have the same day`);
  }
}
