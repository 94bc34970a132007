/**
 * The search of every list over the whole contract: `q` looks in every text column of the list's table, except in the
 * columns below. A new text column fails until its list searches it or it has a reason here.
 */
import assert from 'node:assert/strict';
import { before, describe, mock, test } from 'node:test';
import { sql, type RawBuilder } from 'kysely';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { startApi } from '../testing/api.ts';
import { createProduct, createPurchaseOrder, createSupplier, createWarehouse } from '../testing/factories.ts';
import { attackedCompany, type AttackedCompany } from '../testing/attacked-company.ts';

const CLOSED_SET = 'a value of a closed set, shown translated';
const CURRENCY = 'a value of a closed set, the same in most rows';
const TRANSPORT = 'printed on the document only; the list does not show it';
const TENDER = 'a code for the electronic invoice of a public body; the list does not show it';
/** Text columns that lists need not search: `table.column` and the reason. */
const UNSEARCHED: Record<string, string> = {
  'users.password_hash': 'secret',
  'users.role': CLOSED_SET,
  'webhooks.secret': 'secret',
  'webhooks.disabled_reason': CLOSED_SET,
  'calendars.kind': CLOSED_SET,
  'views.list': CLOSED_SET,
  'views.shared_with_role': CLOSED_SET,
  'imports.register': CLOSED_SET,
  'security_events.kind': CLOSED_SET,
  'security_events.network': 'the part of the address by which sign-ins are counted',
  'security_events.role_before': CLOSED_SET,
  'security_events.role_after': CLOSED_SET,
  'products.unit_of_measure': CLOSED_SET,
  'products.currency': CURRENCY,
  'products.status': CLOSED_SET,
  'products.search_text': 'the search text itself, written by a trigger',
  'customers.valuta': CURRENCY,
  'customers.esigibilita': CLOSED_SET,
  'customers.invoice_by': CLOSED_SET,
  'stock_movements.movement_type': CLOSED_SET,
  'stock_movements.source_type': CLOSED_SET,
  'stock_counts.status': CLOSED_SET,
  'prices.currency': CURRENCY,
  'customer_prices.currency': CURRENCY,
  'purchase_orders.currency': CURRENCY,
  'purchase_orders.status': CLOSED_SET,
  'purchase_orders.notes': 'the list does not show it; the index purchase_orders_search holds the number only',
  'customer_order_items.priority': CLOSED_SET,
  'customer_order_items.production_status': CLOSED_SET,
  'customer_orders.cig': TENDER,
  'customer_orders.cup': TENDER,
  'packing_lists.status': CLOSED_SET,
  'packing_lists.carrier': TRANSPORT,
  'packing_lists.reason': TRANSPORT,
  'packing_lists.appearance': TRANSPORT,
  'invoices.type': CLOSED_SET,
  'invoices.status': CLOSED_SET,
  'invoices.transmission': CLOSED_SET,
  'transmission_receipts.kind': CLOSED_SET,
  'transmission_receipts.event': CLOSED_SET,
  'transmission_receipts.file_hash': 'SHA-256',
  'transmission_receipts.stated_at': 'a time',
  'payments.currency': CURRENCY,
  'payments.origin': CLOSED_SET,
  'purchase_invoices.kind': CLOSED_SET,
  'purchase_invoices.status': CLOSED_SET,
  'purchase_invoices.match': CLOSED_SET,
  'purchase_invoices.format': CLOSED_SET,
  'purchase_invoices.document_type': CLOSED_SET,
  'purchase_invoices.currency': CURRENCY,
  'purchase_invoices.credited_number': 'the list does not show it',
  'purchase_invoices.dispute_notes': 'printed on the note to the supplier; the list does not show it',
  'reminders.status': CLOSED_SET,
  'bank_slips.kind': CLOSED_SET,
  'bank_slips.content': 'the file itself',
  'invoices.currency': CURRENCY,
  'invoices.cig': TENDER,
  'invoices.cup': TENDER,
  'notes.entity': CLOSED_SET,
  'attachments.entity': CLOSED_SET,
  'attachments.media_type': CLOSED_SET,
  'contacts.language': CLOSED_SET,
  'outbox.kind': CLOSED_SET,
  'outbox.state': CLOSED_SET,
  'outbox.document_kind': CLOSED_SET,
  'outbox.message_id': 'a technical id that the list does not show',
  'outbox.sender': 'the same in all rows',
  'outbox.entity': CLOSED_SET,
  'outbox.action': CLOSED_SET,
  'notices.kind': CLOSED_SET,
  'notices.code': 'the first part of the label',
  'notices.entity': CLOSED_SET,
  'notices.needs': 'the capability of the reader',
};
/** Text columns that one list does not search, though others do: `list table.column` and the reason. */
const UNSEARCHED_IN: Record<string, string> = {
  'webhooks.deliveries outbox.subject': 'empty in a delivery of a webhook',
  'packingLists.ordersToPack customer_orders.notes': 'a choice of orders by their numbers, without notes',
  'history.list activities.details': 'the history does not show it, and it can contain amounts',
  'history.list activities.token_name': 'named in acts of programs only; the list of activities searches it',
  'history.list activities.entity_type': 'the same for all rows',
  'shipments.ready customer_orders.notes': 'a list for picking by customer and order, without notes',
};
/** Receives a reel: the attacked company has none. */
async function receiveReel() {
  const { id } = await createProduct(api.admin, { has_batch: true, is_reel: true, peso_carta: 80 });
  const supplier = await createSupplier(api.admin);
  const warehouse = await createWarehouse(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [{ product_id: id, quantity: 640, unit_price: 1 }]);
  await api.admin.post('/goods-receipts/receive', {
    document_number: 'DDT of a reel',
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, reels: [{ width_mm: 1000, kg: 640 }] }],
  });
}

/** Lists of computed rows, which have no table. */
const COMPUTED: Record<string, string> = {
  'stock.summary': 'totals by product or warehouse',
  'receivables.aging': 'sums by customer; the test of aging searches them',
  'reels.list': 'reels with their computed weight and length; the tests of reels search them',
};

const api = startApi();
const lists = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => row.paged && 'q' in (row.query as unknown as { shape: object }).shape)
    .map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);

describe('R17: every text column of the table of a list is searchable, or has a reason why not', () => {
  let company: AttackedCompany;
  const reasonsUsed = new Set<string>();
  before(async () => {
    company = await attackedCompany(api, 'link', new Map());
    await api.admin.put(`/products/${company.product}/status`, { status: 'active' });
    await receiveReel();
    await withoutTriggers(sql`update activities set token_name = 'Programma'`);
  });

  /** The text columns of a table in which the list finds nothing, without those that have a reason. */
  async function findUnsearched(name: string, path: string, table: string): Promise<string[]> {
    const unsearched: string[] = [];
    for (const column of await textColumns(table)) {
      const reason = [`${table}.${column}`, `${name} ${table}.${column}`].find(
        (key) => key in UNSEARCHED || key in UNSEARCHED_IN,
      );
      if (reason) reasonsUsed.add(reason);
      else if (!(await isFound(path, table, column))) unsearched.push(`${table}.${column}`);
    }
    return unsearched;
  }

  for (const [name, row] of lists)
    test(name, async () => {
      const path = pathOf(row, company);
      // The list of activities overwrote the entities of all acts.
      if (name === 'history.list') await api.admin.put(`/products/${company.product}/status`, { status: 'active' });
      const { body: rows } = await api.admin.get(path);
      assert.ok(rows.length > 0, `${path} shows a row of the attacked company`);
      const table = await tableOf(path);
      if (table === undefined) {
        assert.ok(name in COMPUTED, `${name} selects from a table t`);
        reasonsUsed.add(name);
        return;
      }
      const unsearched = await findUnsearched(name, path, table);
      assert.deepEqual(
        unsearched,
        [],
        `${path} does not search these columns: add them to the search of its list, or a reason to UNSEARCHED`,
      );
    });

  test('a new text column is reported until the list searches it', async () => {
    await sql`alter table machines add column shelf text`.execute(api.db);
    assert.deepEqual(await findUnsearched('machines.list', '/machines', 'machines'), ['machines.shelf']);
    await sql`alter table machines drop column shelf`.execute(api.db);
  });

  test('each reason names a column or list that exists', () => {
    const reasons = Object.keys({ ...UNSEARCHED, ...UNSEARCHED_IN, ...COMPUTED });
    assert.deepEqual(
      reasons.filter((reason) => !reasonsUsed.has(reason)),
      [],
    );
  });
});

test('the planner knows enough of each searched expression to tell a rare word in a long table', async () => {
  const { rows } = await sql<{ index: string; target: number }>`
    select i.indexrelid::regclass::text as index, coalesce(a.attstattarget, -1)::int as target
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am m on m.oid = c.relam and m.amname = 'gin'
    join pg_attribute a on a.attrelid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and i.indkey[a.attnum - 1] = 0`.execute(api.db);
  assert.ok(rows.length > 5);
  assert.deepEqual(
    rows.filter(({ target }) => target !== 1000),
    [],
    'alter index … alter column … set statistics 1000',
  );
});

/** The address of a list, with the ids of the company's rows. */
function pathOf({ path }: Endpoint, company: AttackedCompany) {
  const ids: Record<string, number | string> = {
    entity: 'products',
    id: rowOf(path, company),
    customerId: company.customer,
    orderId: company.order,
    productId: company.product,
    itemId: company.item,
  };
  return pathParameters(path).reduce((address, { name }) => {
    assert.ok(name in ids, `${path} needs a row of the attacked company`);
    return address.replace(new RegExp(`\\{${name}(?::text)?\\}`), String(ids[name]));
  }, path);
}

function rowOf(path: string, { product, customer, supplier, user, webhook }: AttackedCompany) {
  if (path.startsWith('/webhooks/')) return webhook;
  if (path.includes('{entity')) return product;
  if (path.startsWith('/customers/')) return customer;
  return path.startsWith('/suppliers/') ? supplier : user;
}

/** The table `t` of a list: the one that its rows are selected from. */
async function tableOf(path: string): Promise<string | undefined> {
  const executed = mock.method(api.serverDb.getExecutor(), 'executeQuery');
  try {
    await api.admin.get(path);
    return executed.mock.calls
      .map(({ arguments: [{ sql: statement }] }) => /from "(\w+)" as "t"/.exec(statement)?.[1])
      .findLast((table) => table !== undefined);
  } finally {
    executed.mock.restore();
  }
}

async function textColumns(table: string): Promise<string[]> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema and table_name = ${table} and is_generated = 'NEVER'
      and data_type in ('text', 'character varying', 'character')
    order by ordinal_position`.execute(api.db);
  return rows.map(({ column_name }) => column_name);
}

let words = 0;
/** Writes a word into a column and asks the list for it in other letters. */
async function isFound(path: string, table: string, column: string): Promise<boolean> {
  const word = `Ágo${++words}x`;
  await write(table, column, word);
  const { body } = await api.admin.get(`${path}?q=${encodeURIComponent(word.toUpperCase().replace('Á', 'A'))}`);
  return body.length > 0;
}

/**
 * Writes a word into a column, followed by the row's id because some columns are unique. Triggers that refuse
 * changes of closed documents and of logs are disabled if necessary.
 */
async function write(table: string, column: string, word: string) {
  const all = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${word} || id`;
  // The number of a draft must stay null.
  const filled = sql`${all} where ${sql.ref(column)} is not null`;
  const errors: unknown[] = [];
  for (const update of [() => all.execute(api.db), () => filled.execute(api.db), () => withoutTriggers(filled)])
    try {
      return await update();
    } catch (error) {
      errors.push(error);
    }
  throw new AggregateError(errors, `${table}.${column} accepts no word: if its set is closed, it needs a reason`);
}

function withoutTriggers(update: RawBuilder<unknown>) {
  return api.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    return update.execute(tx);
  });
}
