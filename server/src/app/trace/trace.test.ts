/** Traces of batches in both directions, recalls and their stored answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { roleCan, ROLES } from '@bobina/contract/core/permissions.ts';
import type { BatchMovement } from '@bobina/contract/stock/movements.ts';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import type { Recall, Trace, TraceNode } from '@bobina/contract/system/trace.ts';
import { recallDocument } from '../../areas/sales/documents/print/recall.ts';
import { readTrace } from '../../areas/stock/trace/read-trace.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { attachFile } from '../../testing/attach-file.ts';
import {
  COMPANY,
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../testing/invoiced.ts';
import { packOf } from './recall-pack.rules.ts';

const api = startApi();

/** The links of three runs: R1 → S1, S2; S1, F1 → B1; S2, F1 → B2; B2, S2 → C1. */
const LINKS = [
  ['R1', 'S1'],
  ['R1', 'S2'],
  ['S1', 'B1'],
  ['F1', 'B1'],
  ['F1', 'B2'],
  ['S2', 'B2'],
  ['B2', 'C1'],
  ['S2', 'C1'],
] as const;
const TRACES: [of: string, forward: string[], backward: string[]][] = [
  ['R1', ['B1', 'B2', 'C1', 'S1', 'S2'], []],
  ['F1', ['B1', 'B2', 'C1'], []],
  ['S1', ['B1'], ['R1']],
  ['S2', ['B2', 'C1'], ['R1']],
  ['B1', [], ['F1', 'R1', 'S1']],
  ['B2', ['C1'], ['F1', 'R1', 'S2']],
  ['C1', [], ['B2', 'F1', 'R1', 'S2']],
];

test('V17: a trace follows links forward, backward and both ways at any depth, and ends on diamonds and cycles', async () => {
  const { ids } = await loadBatches(['R1', 'F1', 'S1', 'S2', 'B1', 'B2', 'C1', 'X1']);
  await link(LINKS.map(([input, output]) => [ids[input]!, ids[output]!]));
  // A link that was undone is not followed.
  const [undone] = await link([[ids.B1!, ids.X1!]]);
  await api.db
    .updateTable('batch_links')
    .set({ undone_at: new Date().toISOString() })
    .where('id', '=', undone!)
    .execute();
  for (const [of, forward, backward] of TRACES) {
    const both = await traceOf(ids[of]!);
    assert.equal(both.direction, 'both', 'the default');
    assert.deepEqual(numbers(both, 'self'), [of]);
    assert.equal(both.nodes[0]!.batch_number, of, 'itself comes first');
    assert.deepEqual([numbers(both, 'forward'), numbers(both, 'backward')], [forward, backward], of);
    const made = await traceOf(ids[of]!, '?direction=forward');
    assert.deepEqual([numbers(made, 'forward'), numbers(made, 'backward')], [forward, []], of);
    const origins = await traceOf(ids[of]!, '?direction=backward');
    assert.deepEqual([numbers(origins, 'forward'), numbers(origins, 'backward')], [[], backward], of);
  }
  const { edges } = await traceOf(ids.R1!, '?direction=forward');
  assert.deepEqual(
    edges.map(({ input_batch_id, output_batch_id }) => [input_batch_id, output_batch_id]),
    LINKS.filter(([input]) => input !== 'F1')
      .map(([input, output]) => [ids[input]!, ids[output]!])
      .toSorted(([a, b], [c, d]) => a! - c! || b! - d!),
  );
  // Rework: an output is used again for the product that it was made from.
  await link([[ids.C1!, ids.S2!]]);
  const cycle = await traceOf(ids.S2!);
  assert.deepEqual(numbers(cycle, 'forward'), ['B2', 'C1']);
  assert.deepEqual(numbers(cycle, 'self'), ['S2']);
  assertProblem(await api.sales.get('/trace/2000000000'), 404, 'NOT_FOUND');
  assertProblem(await api.sales.get(`/trace/${ids.R1}?direction=up`), 400, 'VALIDATION');
});

test('V18: the nodes of a trace have origin, quantities, places and hold, with edges and the customers of deliveries', async () => {
  const { product, warehouse, supplier, received, split, opening, customer, packing_list } = await liveBatches();
  const trace = await traceOf(received);
  const node = (id: number) => trace.nodes.find(({ batch_id }) => batch_id === id)!;
  const common = { product_id: product.id, product_code: product.code, unit_of_measure: 'kg', hold_reason: null };
  const { warehouses, product_name: _name, batch_number: _number, ...itself } = node(received);
  assert.deepEqual(itself, {
    ...common,
    batch_id: received,
    direction: 'self',
    origin: 'receipt',
    made: 640,
    adjusted: -1.5,
    delivered: 120,
    used_on: 418.8,
    in_stock: 99.7,
  });
  assert.deepEqual(warehouses, [{ warehouse_id: warehouse.id, warehouse_name: warehouse.name, quantity: 99.7 }]);
  const { origin, made, adjusted, in_stock } = node(split);
  assert.deepEqual([origin, made, adjusted, in_stock], ['split', 418.8, 0, 418.8]);
  const pallet = { input_batch_id: received, output_batch_id: split, run_id: null, source: 'pallet' };
  assert.deepEqual(trace.edges, [{ ...pallet, consumed: 418.8, produced: 418.8 }]);
  assert.deepEqual(trace.customers, [
    {
      customer_id: customer.id,
      customer_name: customer.business_name,
      packing_list_id: packing_list.id,
      packing_list_number: packing_list.packing_list_number,
      date: packing_list.packing_date,
      batch_id: received,
      quantity: 120,
    },
  ]);
  const receipts = trace.suppliers.map((row) => [row.supplier_id, row.document_number, row.batch_id, row.quantity]);
  assert.deepEqual(receipts, [[supplier.id, 'DDT 77', received, 640]]);
  const { body: received_as } = await api.admin.get(
    `/goods-receipts/item-history/${trace.suppliers[0]!.order_item_id}`,
  );
  assert.equal(received_as.receipts[0].ddt_number, 'DDT 77');
  assert.deepEqual((await traceOf(split)).suppliers, trace.suppliers, 'of what it was made from');
  const { movements } = (await api.admin.get(`/batches/${received}`)).body;
  assert.deepEqual(
    movements.map(({ source_type, party }: BatchMovement) => [source_type, party && [party.kind, party.id]]),
    [
      ['SPL', null],
      ['MAN', null],
      ['SO', ['customer', customer.id]],
      ['PO', ['supplier', supplier.id]],
    ],
  );
  const loaded = await traceOf(opening);
  assert.equal(loaded.nodes[0]!.origin, 'unknown', 'opening stock');
  assert.deepEqual(loaded.suppliers, []);
  assert.equal(loaded.traced, true);
  // A run takes 9.7 kg and makes BAG-1, which the production load books as BAG-2; without a run its load is unknown.
  await use({ product_id: product.id, warehouse_id: warehouse.id, batch_number: 'BOB-1', quantity: 9.7 });
  const [bag1, bag2, bag3] = await loadProduction(customer.id, warehouse.id, ['BAG-1', 'BAG-2', 'BAG-3']);
  await link([[received, bag1!]], { source: 'run', source_id: 7 });
  await link([[bag1!, bag2!]]);
  await api.warehouse.post(`/batches/${received}/hold`, { reason: 'Carta umida' });
  const whole = await traceOf(received);
  const summary = whole.nodes.map((one) => [one.batch_number, one.origin, one.made, one.used_on, one.hold_reason]);
  assert.deepEqual(
    summary.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['BAG-1', 'run', 10, 0, null],
      ['BAG-2', 'load', 10, 0, null],
      ['BOB-1', 'receipt', 640, 428.5, 'Carta umida'],
      ['PAL-1', 'split', 418.8, 0, null],
    ],
  );
  assert.deepEqual(
    whole.edges.map(({ input_batch_id, output_batch_id, run_id, source }) => [
      input_batch_id,
      output_batch_id,
      run_id,
      source,
    ]),
    [
      [received, split, null, 'pallet'],
      [received, bag1, 7, 'run'],
      [bag1, bag2, null, 'load'],
    ],
  );
  assert.equal((await traceOf(bag3!)).nodes[0]!.origin, 'unknown', 'production without a run');
  // A cancelled packing list delivers nothing.
  const { version } = (await api.admin.get(`/packing-lists/${packing_list.id}`)).body;
  await api.admin.call('DELETE', `/packing-lists/${packing_list.id}`, { headers: { 'if-match': `"${version}"` } });
  const after = await traceOf(received);
  assert.deepEqual([after.customers, after.nodes[0]!.delivered, after.nodes[0]!.in_stock], [[], 0, 210]);
});

test('V37: goods without a batch get no links, their trace is themselves alone, and a recall of them is refused', async () => {
  const product = await createProduct(api.admin);
  const warehouse = await createWarehouse(api.admin);
  await createMovement(api.warehouse, loadBody(product.id, warehouse.id, 7));
  const { id } = await api.db
    .selectFrom('batches')
    .select('id')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  const trace = await traceOf(id);
  assert.deepEqual([trace.traced, trace.nodes.length, trace.edges, trace.customers], [false, 1, [], []]);
  assert.equal(trace.nodes[0]!.batch_id, id);
  const place = { product_id: product.id, warehouse_id: warehouse.id };
  const pallet = { ...place, items: [{ batch_id: id, quantity: 1 }], batch_number: 'PAL-9' };
  assertProblem(await api.warehouse.post('/pallets', pallet), 400, 'VALIDATION', { 'items.0.batch_id': 'not_traced' });
  const reels = { batch_id: id, warehouse_id: warehouse.id, quantity: 1, reels: [{ width_mm: 1000, kg: 1 }] };
  assertProblem(await api.warehouse.post('/reels/split', reels), 400, 'VALIDATION', { batch_id: 'unknown' });
  const { rows: links } = await sql`select from batch_links where ${id} in (input_batch, output_batch)`.execute(api.db);
  assert.deepEqual(links, []);
  assertProblem(await recall({ batch_ids: [id] }), 400, 'VALIDATION', { 'batch_ids.0': 'not_traced' });
});

test('V19: a recall has a number and needs batches and a reason; with hold it holds every affected batch in stock', async () => {
  const { ids } = await loadBatches(['A', 'B', 'C', 'GONE']);
  await link([
    [ids.A!, ids.B!],
    [ids.B!, ids.C!],
    [ids.B!, ids.GONE!],
  ]);
  await unloadAll(ids.GONE!);
  const held = await api.warehouse.post(`/batches/${ids.C}/hold`, { reason: 'umida' });
  assert.equal(held.status, 200);
  const { status, body } = await recall({ batch_ids: [ids.A!], reason: 'odore', hold: true });
  assert.equal(status, 201);
  assert.match(body.number, /^RIC-\d{4}\/\d{5}$/);
  assert.deepEqual([body.reason, body.drill, body.held], ['odore', false, true]);
  const reasons = Object.fromEntries(
    body.batches.map(({ batch_number, hold_reason }: TraceNode) => [batch_number, hold_reason]),
  );
  assert.deepEqual(reasons, { A: 'odore', B: 'odore', C: 'umida', GONE: null });
  const next = await recall({ batch_ids: [ids.A!], reason: 'prova', drill: true });
  assert.equal(Number(next.body.number.slice(-5)), Number(body.number.slice(-5)) + 1, 'numbers without gaps');
  assert.deepEqual([next.body.drill, next.body.held], [true, false]);
  assertProblem(await recall({ batch_ids: [] }), 400, 'VALIDATION');
  assertProblem(await recall({ batch_ids: [ids.A!], reason: '' }), 400, 'VALIDATION', { reason: 'required' });
  assertProblem(await api.warehouse.post('/recalls', { batch_ids: [ids.A] }), 400, 'VALIDATION');
  assertProblem(await recall({ batch_ids: [ids.A!, 2_000_000_000] }), 400, 'VALIDATION', { 'batch_ids.1': 'unknown' });
  const drills = await api.sales.get('/recalls?drill=true&q=prova');
  assert.deepEqual(
    drills.body.map(({ number }: Recall) => number),
    [next.body.number],
  );
});

test('a recall with hold that waits for a split holds the reels that the split makes', async () => {
  const { supplier, warehouse } = await liveBatches();
  const paper = await createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80 });
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: paper.id, quantity: 300, unit_price: 1 },
  ]);
  const received = await api.warehouse.post('/goods-receipts/receive', {
    order_id: order.id,
    document_number: 'DDT SPLIT',
    document_date: '2026-03-10',
    items: [
      {
        order_item_id: order.items[0]!.id,
        product_id: paper.id,
        warehouse_id: warehouse.id,
        reels: [{ width_mm: 1000, kg: 300 }],
      },
    ],
  });
  assert.equal(received.status, 201, JSON.stringify(received.body));
  const { batch_id } = received.body.reels[0];
  const waiting = async (count: number) => {
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      if (rows[0]!.waiting >= count) return;
    }
  };
  // The split has its locks and waits to write its links; the recall has read the trace and waits for the locks.
  const [split, made] = await api.db
    .transaction()
    .execute(async (tx) => {
      await sql`lock table batch_links in share mode`.execute(tx);
      const reels = [
        { width_mm: 500, kg: 100 },
        { width_mm: 500, kg: 100 },
      ];
      const splitting = api.warehouse.post('/reels/split', {
        batch_id,
        warehouse_id: warehouse.id,
        quantity: 200,
        reels,
      });
      await waiting(1);
      const recalling = recall({ batch_ids: [batch_id], reason: 'odore', hold: true });
      await waiting(2);
      return [splitting, recalling];
    })
    .then((answers) => Promise.all(answers));
  assert.deepEqual([split!.status, made!.status], [201, 201], JSON.stringify(made!.body));
  const held = made!.body.batches.map((node: TraceNode) => [node.batch_id, node.hold_reason]);
  const wanted = [batch_id, ...split!.body.reels.map((reel: { batch_id: number }) => reel.batch_id)];
  assert.deepEqual(
    held,
    wanted.map((id) => [id, 'odore']),
  );
});

test('V21: each affected batch foots from its movements alone, reversals count in their own column, a fault is named', async () => {
  const { received, split, warehouse, product } = await liveBatches();
  const { body } = await recall({ batch_ids: [received] });
  for (const batch of body.batches as Recall['batches'])
    assert.ok(
      batch.foots && Math.abs(batch.made + batch.adjusted - batch.delivered - batch.used_on - batch.in_stock) < 1e-9,
      JSON.stringify(batch),
    );
  const mistake = await createMovement(api.warehouse, loadBody(product.id, warehouse.id, 5, { batch_number: 'V21' }));
  await api.warehouse.call('DELETE', `/stock-movements/${mistake.id}`, { headers: { 'if-match': '"1"' } });
  const taken = await traceOf(mistake.batch_id!);
  assert.deepEqual([taken.nodes[0]!.made, taken.nodes[0]!.adjusted], [0, 0], 'the reversal is an adjustment again');
  // A balance that its movements do not explain. The database refuses to write one, so the pure part is asked.
  const { nodes } = await readTrace(api.db, { batches: [split], direction: 'forward' });
  const pack = packOf({
    nodes: nodes.map((node) => ({ ...node, in_stock: node.in_stock - 1 })),
    recalled: new Set([split]),
    deliveries: [],
    suppliers: [],
    attachments: [],
  });
  assert.deepEqual(
    pack.batches.map(({ foots }) => foots),
    [false],
  );
  const printed = (batches: Recall['batches']) =>
    JSON.stringify(
      recallDocument({
        recall: { ...body, batches },
        company: { ...COMPANY, ...FULL_COMPANY } as PrintedCompany,
        language: 'it',
        time_zone: 'Europe/Rome',
      }),
    ).includes('"color":"#c92a2a"');
  assert.deepEqual([printed(body.batches), printed(pack.batches)], [false, true], 'printed in red');
});

test('V20: a recall never changes, and is JSON, CSV, or a PDF with cover, batches, deliveries, letters and suppliers', async () => {
  const { received, customer, packing_list, supplier, product, warehouse } = await liveBatches();
  const mill = { supplier_lot: 'COLATA-7', mill_number: 'MILL-0042' };
  const reel = await receiveReel({ supplier, warehouse, reel: { width_mm: 1000, kg: 10, ...mill } });
  const { body: made } = await recall({ batch_ids: [received, reel], reason: 'Odore; "forte"' });
  assert.deepEqual(
    made.suppliers.map(({ supplier_name, batch_id, document_number, ...lots }: Recall['suppliers'][number]) => [
      supplier_name,
      batch_id,
      document_number,
      lots.supplier_lot,
      lots.mill_number,
    ]),
    [
      [supplier.business_name, received, 'DDT 77', null, null],
      [supplier.business_name, reel, 'DDT 78', mill.supplier_lot, mill.mill_number],
    ],
  );
  const [receiver] = made.customers as Recall['customers'];
  assert.deepEqual(
    [receiver!.customer_name, receiver!.email, receiver!.phone, receiver!.language],
    [customer.business_name, customer.email, customer.phone, 'fr'],
  );
  assert.equal(receiver!.deliveries[0]!.packing_list_number, packing_list.packing_list_number);
  assert.match(receiver!.deliveries[0]!.destination, /Via/);
  const movement_date = (await api.admin.get('/company/today')).body.today;
  await createMovement(api.warehouse, {
    ...loadBody(product.id, packing_list.items[0]!.warehouse_id, 1, { movement_date }),
    movement_type: 'S',
    batch_number: 'BOB-1',
  });
  const { body: later } = await api.sales.get(`/recalls/${made.id}`);
  assert.deepEqual(later, made, 'as it was found');
  await assert.rejects(api.db.updateTable('recalls').set({ reason: 'x' }).where('id', '=', made.id).execute());
  await assert.rejects(api.db.deleteFrom('recalls').where('id', '=', made.id).execute());
  const csv = await fileOf(`/recalls/${made.id}?format=csv`);
  assert.match(csv.type, /^text\/csv/);
  const lines = csv.content.toString('utf8').trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + made.batches.length);
  assert.ok(lines.some((line) => line.includes(`;${packing_list.packing_list_number};`) && line.includes(';120;')));
  const pdf = await fileOf(`/recalls/${made.id}?format=pdf`);
  assert.equal(pdf.type, 'application/pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.content)), { mergePages: false });
  const pages = text.map((page) => page.replace(/\s+/g, ' '));
  for (const shown of [
    made.number,
    'Odore; "forte"',
    made.created_by_name,
    'Lotti coinvolti 3',
    'BOB-1',
    'PAL-1',
    '640',
    '418,8',
  ])
    assert.ok(pages[0]!.includes(shown), `${shown} in ${pages[0]}`);
  for (const shown of [
    customer.business_name,
    customer.contact_name!,
    customer.phone,
    customer.email,
    receiver!.deliveries[0]!.destination,
    `${packing_list.packing_list_number} ${packing_list.packing_date.split('-').toReversed().join('/')} ${product.code} BOB-1 120 kg`,
  ])
    assert.ok(pages.slice(0, -2).join(' ').includes(shown), shown);
  assert.match(pages.at(-2)!, /Rappel RIC-.*Madame, Monsieur.*BOB-1/, 'a letter in the language of the customer');
  for (const shown of [supplier.business_name, 'DDT 77', 'DDT 78', mill.supplier_lot, mill.mill_number])
    assert.ok(pages.at(-1)!.includes(shown), `${shown} in ${pages.at(-1)}`);
});

test('a recall names the files at its batches and at their origins, and its zip contains them; they can no longer be deleted', async () => {
  const { received } = await liveBatches();
  const certificate = await attachFile(api.warehouse, `/batches/${received}`, {
    name: 'Certificato è.pdf',
    content: '%PDF-1.4 certificato',
  });
  assert.equal(certificate.status, 201);
  const { nodes } = await traceOf(received, '?direction=forward');
  const made = nodes.find(({ direction }) => direction === 'forward')!;
  const large = Buffer.alloc(600_000, 7);
  const second = await attachFile(api.warehouse, `/batches/${made.batch_id}`, { name: 'misure.bin', content: large });
  const other = await createProduct(api.admin);
  await attachFile(api.admin, `/products/${other.id}`, { name: 'x.txt', content: 'x' });
  const whole = await recall({ batch_ids: [received] });
  assert.deepEqual(
    whole.body.attachments.map(({ batch_id, ...file }: Recall['attachments'][number]) => [
      batch_id,
      file.name,
      file.sha256,
    ]),
    [
      [received, 'Certificato è.pdf', certificate.body.sha256],
      [made.batch_id, 'misure.bin', second.body.sha256],
    ],
  );
  // A product of the batch has the certificate of its origin.
  const part = await recall({ batch_ids: [made.batch_id] });
  assert.ok(part.body.attachments.some(({ id }: { id: number }) => id === certificate.body.id));
  const zip = await fileOf(`/recalls/${whole.body.id}?format=zip`);
  assert.equal(zip.type, 'application/zip');
  const files = unzipSync(new Uint8Array(zip.content));
  const names = Object.keys(files);
  const number = whole.body.number.replace('/', '-');
  assert.deepEqual(names.slice(0, 2), [`${number}.pdf`, `${number}.csv`]);
  assert.deepEqual(names.slice(2), [
    `BOB-1/${certificate.body.id}-Certificato è.pdf`,
    `${made.batch_number}/${second.body.id}-misure.bin`,
  ]);
  assert.equal(Buffer.from(files[names[2]!]!).toString(), '%PDF-1.4 certificato');
  assert.ok(large.equals(files[names[3]!]!));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(files[names[0]!]!)), { mergePages: true });
  assert.ok(text.includes('Certificato è.pdf') && text.replace(/\s/g, '').includes(certificate.body.sha256), text);
  assertProblem(await api.warehouse.delete(`/attachments/${certificate.body.id}`), 409, 'IN_USE');
  await assert.rejects(api.db.deleteFrom('recall_attachments').execute());
  const later = await attachFile(api.warehouse, `/batches/${received}`, { name: 'dopo.txt', content: 'dopo' });
  assert.equal((await api.sales.get(`/recalls/${whole.body.id}`)).body.attachments.length, 2, 'as it was found');
  assert.equal((await api.warehouse.delete(`/attachments/${later.body.id}`)).status, 204);
});

test('the capabilities of trace and recalls: everyone reads, admin, direction and warehouse recall', async () => {
  const { ids } = await loadBatches(['P1']);
  for (const role of ROLES) {
    assert.equal((await api[role].get(`/trace/${ids.P1}`)).status, 200, role);
    assert.equal((await api[role].get('/recalls')).status, 200, role);
    const { status } = await api[role].post('/recalls', { batch_ids: [ids.P1], reason: 'x' });
    assert.equal(status, roleCan(role, 'recalls.write') ? 201 : 403, role);
  }
});

test('on random links the trace equals a plain graph search', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `G${at}`);
  const { ids } = await loadBatches(names);
  const all = names.map((name) => ids[name]!);
  const arrow = fc.tuple(fc.nat(8), fc.nat(8)).filter(([from, to]) => from !== to);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(arrow, { selector: String, maxLength: 20 }), fc.nat(8), async (arrows, start) => {
      const made = await link(arrows.map(([from, to]) => [all[from]!, all[to]!]));
      const { nodes } = await readTrace(api.db, { batches: [all[start]!], direction: 'both' });
      const found = (direction: string) =>
        nodes.filter((node) => node.direction === direction).map(({ batch_number }) => Number(batch_number.slice(1)));
      const forward = reach(arrows, start);
      const backward = reach(
        arrows.map(([from, to]) => [to, from]),
        start,
      );
      assert.deepEqual(new Set(found('forward')), forward);
      assert.deepEqual(new Set(found('backward')), backward.difference(forward));
      if (made.length > 0)
        await api.db
          .updateTable('batch_links')
          .set({ undone_at: new Date().toISOString() })
          .where('id', 'in', made)
          .execute();
    }),
    { numRuns: 25 },
  );
});

function reach(arrows: readonly (readonly [number, number])[], start: number): Set<number> {
  const seen = new Set<number>();
  const visit = (node: number) => {
    for (const [from, to] of arrows)
      if (from === node && !seen.has(to) && to !== start) {
        seen.add(to);
        visit(to);
      }
  };
  visit(start);
  return seen;
}

/** Loads 10 kg of each batch number of a new product. */
async function loadBatches(numbers: readonly string[]) {
  const product = await createProduct(api.admin, { has_batch: true });
  const warehouse = await createWarehouse(api.admin);
  const ids: Record<string, number> = {};
  for (const batch_number of numbers)
    ids[batch_number] = (
      await createMovement(api.warehouse, loadBody(product.id, warehouse.id, 10, { batch_number }))
    ).batch_id!;
  return { product, warehouse, ids };
}

async function unloadAll(batch: number): Promise<void> {
  const { product_id, batch_number, stock } = (await api.admin.get(`/batches/${batch}`)).body;
  for (const { warehouse_id, quantity } of stock)
    await createMovement(api.warehouse, {
      ...loadBody(product_id, warehouse_id, quantity),
      movement_type: 'S',
      batch_number,
    });
}

/** Writes links as a run would. @returns their ids */
async function link(
  pairs: readonly (readonly [number, number])[],
  given = { source: 'load', source_id: 1 },
): Promise<number[]> {
  if (pairs.length === 0) return [];
  const rows = await api.db
    .insertInto('batch_links')
    .values(pairs.map(([input_batch, output_batch]) => ({ input_batch, output_batch, ...given })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes from a batch as a run does. */
async function use(given: object): Promise<void> {
  const movement_date = (await api.admin.get('/company/today')).body.today;
  const lines = JSON.stringify([{ movement_type: 'S', source_type: 'USE', movement_date, ...given }]);
  await sql`select post_stock(${api.admin.userId}, ${lines}::jsonb, '{}')`.execute(api.db);
}

/** Produces and loads 10 of each batch of a new product, one order line each. @returns the ids of the batches */
async function loadProduction(customer: number, warehouseId: number, batches: readonly string[]): Promise<number[]> {
  const { id: product_id } = await createProduct(api.admin, { has_batch: true });
  const order = await createCustomerOrder(
    api.admin,
    customer,
    batches.map(() => ({ product_id, quantity: 10, unit_price: 1 })),
  );
  for (const [at, batch_number] of batches.entries()) {
    const itemId = order.items[at]!.id;
    await createOperation(api.admin, itemId, 10, { batch_number, is_completed: true });
    const body = { itemId, warehouseId, quantity: 10 };
    assert.equal((await api.warehouse.post('/production/load-to-warehouse', body)).status, 201);
  }
  const { rows } = await sql<{ id: number }>`
    select id from batches where product_id = ${product_id} order by batch_number`.execute(api.db);
  return rows.map(({ id }) => id);
}

/** A received batch of 640 kg: 120 delivered, 1.5 unloaded by hand, 418.8 split off; and a batch of opening stock. */
/** Receives a reel on a separate order. @returns its batch */
async function receiveReel(given: {
  supplier: { id: number };
  warehouse: { id: number };
  reel: object;
}): Promise<number> {
  const product = await createProduct(api.admin, { has_batch: true, is_reel: true, peso_carta: 80 });
  const { id, items } = await createPurchaseOrder(api.admin, given.supplier.id, [
    { product_id: product.id, quantity: 10, unit_price: 1 },
  ]);
  const { status, body } = await api.warehouse.post('/goods-receipts/receive', {
    order_id: id,
    document_number: 'DDT 78',
    document_date: '2026-03-11',
    items: [
      { order_item_id: items[0]!.id, product_id: product.id, warehouse_id: given.warehouse.id, reels: [given.reel] },
    ],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.reels[0].batch_id;
}

async function liveBatches() {
  const supplier = await createSupplier(api.admin);
  const contact = { email: 'achats@dupont.example', contact_name: 'Mme Petit' };
  const customer = await createCustomer(api.admin, { country: 'Francia', ...contact });
  const warehouse = await createWarehouse(api.admin);
  const product = await createProduct(api.admin, { has_batch: true, peso_carta: 60, supplier_id: supplier.id });
  const purchase = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, ordered_quantity: 640, unit_price: 1.2 },
  ]);
  const receipt = await api.warehouse.post('/goods-receipts/receive', {
    order_id: purchase.id,
    document_number: 'DDT 77',
    document_date: '2026-03-10',
    items: [
      {
        order_item_id: purchase.items[0]!.id,
        product_id: product.id,
        warehouse_id: warehouse.id,
        quantity: 640,
        batches: [{ batch_number: 'BOB-1', quantity: 640 }],
      },
    ],
  });
  assert.equal(receipt.status, 201, JSON.stringify(receipt.body));
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity: 120, unit_price: 2 },
  ]);
  const packing_list = await createPackingList(api.admin, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 120, warehouse_id: warehouse.id, batch_number: 'BOB-1' }],
  });
  const { today } = (await api.admin.get('/company/today')).body;
  const unload = await createMovement(api.warehouse, {
    ...loadBody(product.id, warehouse.id, 1.5, { movement_date: today }),
    movement_type: 'S',
    batch_number: 'BOB-1',
  });
  const opening = await createMovement(api.warehouse, loadBody(product.id, warehouse.id, 3, { batch_number: 'OLD' }));
  const received = unload.batch_id!;
  const pallet = await api.warehouse.post('/pallets', {
    product_id: product.id,
    warehouse_id: warehouse.id,
    items: [{ batch_id: received, quantity: 418.8 }],
    batch_number: 'PAL-1',
  });
  assert.equal(pallet.status, 201, JSON.stringify(pallet.body));
  const split: number = pallet.body.batch_id;
  return { supplier, customer, warehouse, product, packing_list, received, split, opening: opening.batch_id! };
}

test('goods that came back from a customer are no longer delivered to it', async () => {
  await completeCompany(api.admin);
  await api.admin.put('/company', FULL_COMPANY);
  const buyer = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
  const { list, invoice: draft } = await sell(
    api,
    [{ quantity: 10, unit_price: 1, batch: { batch_number: 'BACK-1' } }],
    {
      customer: buyer,
    },
  );
  const invoice = await send(api.admin, draft.id);
  const { rows } = await sql<{ id: number }>`select id from batches where batch_number = 'BACK-1'`.execute(api.db);
  const batch = rows[0]!.id;
  const bringBack = async (quantity: number) => {
    const items = [{ invoice_item_id: invoice.items[0]!.id, quantity }];
    const note = await api.admin.post(`/invoices/${invoice.id}/credit-note`, { items, goods_back: true });
    assert.equal(note.status, 201, JSON.stringify(note.body));
    const [{ party }] = (await api.admin.get(`/batches/${batch}`)).body.movements;
    assert.deepEqual(party, { kind: 'customer', id: invoice.customer_id, name: invoice.customer_name });
    const { nodes, customers } = await traceOf(batch);
    return [nodes[0]!.delivered, customers.map((row) => [row.packing_list_id, row.quantity])];
  };
  assert.deepEqual(await bringBack(3), [7, [[list.id, 7]]]);
  const { batches, customers } = (await recall({ batch_ids: [batch] })).body as Recall;
  assert.deepEqual(
    [batches[0]!.to_whom.map(({ quantity }) => quantity), customers[0]!.deliveries.map(({ quantity }) => quantity)],
    [[7], [7]],
  );
  assert.deepEqual(await bringBack(7), [0, []]);
});

async function traceOf(id: number, query = ''): Promise<Trace> {
  const { status, body } = await api.sales.get(`/trace/${id}${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function fileOf(path: string) {
  const answer = await fetch(`${api.url}/api${path}`, { headers: { authorization: `Bearer ${api.sales.token}` } });
  assert.equal(answer.status, 200);
  return { type: answer.headers.get('content-type')!, content: Buffer.from(await answer.arrayBuffer()) };
}

function recall(given: object) {
  return api.warehouse.post('/recalls', { reason: 'odore', ...given });
}

function numbers({ nodes }: Trace, direction: TraceNode['direction']): string[] {
  return nodes.filter((node) => node.direction === direction).map(({ batch_number }) => batch_number);
}
