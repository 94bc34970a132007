/**
 * Links, balances and traces of runs: the worked example of three runs, and random runs against a plain graph search.
 */
// oxlint-disable no-explicit-any -- tests read any response body
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Trace, TraceNode } from '@bobina/contract/system/trace.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../../testing/factories.ts';
import {
  createBatch,
  createLine,
  createReel,
  createRunCompany,
  end,
  returnInput,
  linksOf,
  make,
  mountOn,
  openRun,
  type RunCompany,
} from '../../../testing/run-company.ts';

interface Example {
  runs: {
    run: number;
    inputs: [string, string, number, number][];
    outputs: [string, string, number, number][];
    trim: number;
    setup: number;
    scrap: number;
  }[];
  links: [string, string][];
  trace: { of: string; forward: string[]; backward: string[] }[];
  mass_balance: Record<string, number | boolean>[];
  recall_of_R1: {
    itself: Record<string, number>;
    batches: any[];
    customers: string[];
    delivered_kg: number;
    in_stock_kg: number;
  };
}
const EXAMPLE = JSON.parse(readFileSync(new URL('run-examples.json', import.meta.url), 'utf8')) as Example;
const START = Date.parse('2026-11-20T06:00:00Z');

const api = startApi();
let company: RunCompany;
let today: string;
async function runNow(run: { id: number }): Promise<Run> {
  return (await api.admin.get(`/runs/${run.id}`)).body;
}
async function traceOf(id: number, direction = 'both'): Promise<Trace> {
  return (await api.sales.get(`/trace/${id}?direction=${direction}`)).body;
}
function at(minute: number): string {
  return new Date(START + minute * 60_000).toISOString();
}

/** Sets times that the server took, before later acts write links by them. */
const times = {
  mounted: (input: RunInput, minute: number) =>
    api.db
      .updateTable('run_inputs')
      .set({ mounted_at: at(minute) })
      .where('id', '=', input.id)
      .execute(),
  dismounted: (input: RunInput, minute: number) =>
    api.db
      .updateTable('run_inputs')
      .set({ dismounted_at: at(minute) })
      .where('id', '=', input.id)
      .execute(),
  made: (output: { id: number }, from: number, to: number) =>
    api.db
      .updateTable('run_outputs')
      .set({ from_at: at(from), to_at: at(to) })
      .where('id', '=', output.id)
      .execute(),
};

async function orderOf(product: Product, quantity: number, name: string) {
  const customer = await createCustomer(api.admin, { business_name: name });
  const order = await createCustomerOrder(api.admin, customer.id, [
    { product_id: product.id, quantity, unit_price: 1 },
  ]);
  return { customer, order, item: order.items[0]! };
}

describe('links of runs', () => {
  before(async () => {
    company = await createRunCompany(api);
    today = (await api.admin.get('/company/today')).body.today;
  });

  test('V13 an output descends from what was on the machine since the previous output: the worked runs, their traces and balances', async () => {
    const film = await createProduct(api.admin, { is_reel: true, has_batch: true, spessore_film: 40 });
    const coated = await createProduct(api.admin, { has_batch: true, description: 'Semilavorato' });
    const ids: Record<string, number> = {};
    const reels: Record<string, { code: string }> = {};
    const start = async (minute = 0) => {
      const run = await openRun(api);
      await api.db
        .updateTable('production_runs')
        .set({ started_at: at(minute) })
        .where('id', '=', run.id)
        .execute();
      return run;
    };
    reels.R1 = await createReel(api, company, { kg: 640 });
    reels.F1 = await createReel(api, company, { kg: 60, product: film });
    for (const name of ['R1', 'F1']) ids[name] = (reels[name] as any).batch_id;
    const runs: Run[] = [];
    const balances: Run['balance'][] = [];
    for (const { inputs, outputs, ...wastes } of EXAMPLE.runs) {
      const run = await start();
      runs.push(run);
      // All acts in the order of their times, as at the machine.
      const acts: { minute: number; rank: number; act: () => Promise<void> }[] = [];
      for (const [name, used, on, off] of inputs) {
        let input: RunInput;
        // A semi-finished batch of no reel product is used in part, B2 in run 3.
        const isReel = name in reels;
        acts.push({
          minute: on,
          rank: 3,
          act: async () => {
            input = await mountOn(
              api,
              run,
              isReel ? { code: reels[name]!.code } : { batch_id: ids[name], quantity: Number(used) },
            );
            await times.mounted(input, on);
          },
        });
        if (isReel)
          acts.push({
            minute: off,
            rank: 1,
            act: async () => {
              const { quantity_left } = (await runNow(run)).inputs.find(({ id }) => id === input.id)!;
              await returnInput(api, input, { kg: Math.round((quantity_left! - Number(used)) * 1e5) / 1e5 });
              await times.dismounted(input, off);
            },
          });
      }
      // Outputs with one interval are made in one act.
      const intervals = Map.groupBy(outputs, ([, , from, to]) => `${from} ${to}`);
      for (const together of intervals.values()) {
        const [[first, , from, to]] = together as [(typeof outputs)[number]];
        acts.push({
          minute: to,
          rank: 0,
          act: async () => {
            const made = await make(
              api,
              run,
              first.startsWith('S')
                ? { product_id: company.paper.id, reels: together.map(([, kg]) => ({ width_mm: 480, kg: Number(kg) })) }
                : { product_id: coated.id, batch_number: first, quantity: Number(together[0]![1]) },
            );
            for (const [index, [name]] of together.entries()) {
              await times.made(made.outputs[index]!, from, to);
              ids[name] = made.outputs[index]!.batch_id!;
              if (made.reels[index]) reels[name] = made.reels[index];
            }
          },
        });
      }
      // A return in the same minute as an output counts as earlier.
      acts.sort((a, b) => a.minute - b.minute || b.rank - a.rank);
      for (const { act } of acts) await act();
      for (const [kind, kg] of Object.entries(wastes))
        if (kind !== 'run' && kg > 0)
          assert.equal((await api.warehouse.post(`/runs/${run.id}/wastes`, { kind, kg })).status, 201);
      balances.push((await end(api, run)).balance);
    }
    const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const named = async (run: Run) =>
      (await linksOf(api, 'run', run.id)).map((pair) => pair.map((id) => nameOf.get(id)!));
    const links = (await Promise.all(runs.map(named))).flat().toSorted();
    assert.deepEqual(links, EXAMPLE.links);
    for (const { of, forward, backward } of EXAMPLE.trace) {
      const trace = await traceOf(ids[of]!);
      const found = (direction: string) =>
        trace.nodes
          .filter((node) => node.direction === direction)
          .map(({ batch_id }) => nameOf.get(batch_id)!)
          .toSorted();
      assert.deepEqual([found('forward'), found('backward')], [forward, backward], of);
      for (const { run_id, source } of trace.edges) assert.ok(source === 'run' && runs.some(({ id }) => id === run_id));
      for (const { run_id, input_batch_id, output_batch_id, consumed, produced } of trace.edges) {
        const run = EXAMPLE.runs[runs.findIndex(({ id }) => id === run_id)]!;
        const [input, output] = [nameOf.get(input_batch_id)!, nameOf.get(output_batch_id)!];
        const sumOf = (rows: Example['runs'][number]['inputs'], name: string) =>
          rows.reduce((sum, row) => (row[0] === name ? sum + Number(row[1]) : sum), 0);
        assert.deepEqual([consumed, produced], [sumOf(run.inputs, input), sumOf(run.outputs, output)], output);
      }
      for (const node of trace.nodes.filter(({ batch_id }) => !['R1', 'F1'].includes(nameOf.get(batch_id)!)))
        assert.equal(node.origin, 'run', node.batch_number);
    }
    for (const [index, { run: _run, ...wanted }] of EXAMPLE.mass_balance.entries()) {
      const { input_kg, good_kg, waste_kg, unexplained_kg, unexplained_percent, yield_percent, warning } =
        balances[index]!;
      assert.deepEqual(
        { input_kg, good_kg, waste_kg, unexplained_kg, unexplained_percent, yield_percent, warning },
        wanted,
      );
    }

    // The deliveries and the count of the example, then the recall of R1.
    const { itself, batches, customers } = EXAMPLE.recall_of_R1;
    for (const { batch, to_whom, adjusted } of batches) {
      for (const [customerName, , kg] of to_whom as [string, string, number][]) {
        const { customer, order, item } = await orderOf(coated, kg, customerName);
        await createPackingList(api.sales, {
          customer_id: customer.id,
          order_id: order.id,
          packing_date: today,
          items: [{ order_item_id: item.id, quantity: kg, warehouse_id: company.warehouse.id, batch_number: batch }],
        });
      }
      if (adjusted !== 0)
        await createMovement(api.warehouse, {
          ...loadBody(coated.id, company.warehouse.id, -adjusted, { batch_number: batch, movement_date: today }),
          movement_type: 'S',
        });
    }
    const { status, body } = await api.warehouse.post('/recalls', { batch_ids: [ids.R1], reason: 'Odore' });
    assert.equal(status, 201);
    const r1 = body.batches.find(({ batch_id }: any) => batch_id === ids.R1);
    assert.deepEqual(
      [r1.made, r1.used_on, r1.in_stock, r1.foots],
      [itself.received, itself.used_on, itself.in_stock, true],
    );
    const rows = body.batches
      .filter(({ recalled }: any) => !recalled)
      .map((row: any) => ({
        batch: nameOf.get(row.batch_id)!,
        made: row.made,
        delivered: row.delivered,
        used_on: row.used_on,
        adjusted: row.adjusted,
        in_stock: row.in_stock,
        to_whom: row.to_whom.map((to: any) => [to.customer_name, to.quantity]).toSorted(),
        foots: row.foots,
      }))
      .toSorted((a: any, b: any) => a.batch.localeCompare(b.batch));
    assert.deepEqual(
      rows,
      batches.map(({ to_whom, ...row }: any) => ({
        ...row,
        to_whom: to_whom.map(([name, , kg]: any) => [name, kg]).toSorted(),
        foots: true,
      })),
    );
    assert.deepEqual(
      body.customers.map((row: any) => row.customer_name),
      customers,
    );
  });

  test('V14 without a length of time an output or an input is linked to everything, and glue belongs to the whole run', async () => {
    const run = await openRun(api);
    const first = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 10 })).batch_id });
    await returnInput(api, first, { kg: 5 });
    const early = (await make(api, run, { product_id: company.glue.id, batch_number: 'V14-A', quantity: 1 }))
      .outputs[0]!;
    const second = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 10 })).batch_id });
    assert.deepEqual(await linksOf(api, 'run', run.id), [[first.batch_id, early.batch_id]], 'mounted after the output');
    // Equal times of an input: as if it had been on the machine throughout.
    await api.db
      .updateTable('run_inputs')
      .set(({ ref }) => ({ dismounted_at: ref('mounted_at') }))
      .where('id', '=', first.id)
      .execute();
    const late = (await make(api, run, { product_id: company.glue.id, batch_number: 'V14-B', quantity: 1 }))
      .outputs[0]!;
    const pairs = (...rows: [RunInput, { batch_id: number | null }][]) =>
      rows
        .map(([input, output]) => [input.batch_id, output.batch_id])
        .toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
    assert.deepEqual(await linksOf(api, 'run', run.id), pairs([first, early], [first, late], [second, late]));
    // Glue that is mounted at the end belongs to the whole run, also to earlier outputs.
    const glue = await createProduct(api.admin, { has_batch: true });
    const ink = await mountOn(api, run, {
      batch_id: (await createBatch(api, company, { product: glue, quantity: 9 })).id,
      quantity: 1,
    });
    const whole = pairs([first, early], [first, late], [second, late], [ink, early], [ink, late]);
    assert.deepEqual(await linksOf(api, 'run', run.id), whole);
    // An operation of another day was entered afterwards: it has all inputs, also one that was mounted since.
    const line = await createLine(api, company.bags);
    const entered = { order_item_id: line.id, batch_number: 'V14-C', quantity_produced: 3, is_completed: false };
    const later = await api.admin.post('/production/operations', {
      ...entered,
      production_date: '2026-03-02',
      run_id: run.id,
    });
    assert.equal(later.status, 201, JSON.stringify(later.body));
    const third = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 10 })).batch_id });
    const operated = (await runNow(run)).outputs.find(({ batch_number }) => batch_number === 'V14-C')!;
    assert.deepEqual(
      (await linksOf(api, 'run', run.id)).filter(([, output]) => output === operated.batch_id).map(([input]) => input),
      [first, second, ink, third].map(({ batch_id }) => batch_id).toSorted((a, b) => a - b),
    );
  });

  test('V15 links are written with the output and completed at the mount and the return, only undone, and kept by their source', async () => {
    const run = await openRun(api);
    const reel = await createReel(api, company, { kg: 10 });
    const input = await mountOn(api, run, { batch_id: reel.batch_id });
    const made = async (number: string) =>
      (await make(api, run, { product_id: company.glue.id, batch_number: number, quantity: 1 })).outputs[0]!;
    const [one, twin] = [await made('V15'), await made('V15')];
    assert.equal(one.batch_id, twin.batch_id);
    const live = () => linksOf(api, 'run', run.id);
    assert.deepEqual(await live(), [[reel.batch_id, one.batch_id]], 'with the output, while the reel is mounted');
    // Two outputs of one batch share their link, which is undone with the last of them.
    const undo = (output: { id: number }) => api.warehouse.delete(`/runs/${run.id}/outputs/${output.id}`);
    assert.equal((await undo(one)).status, 204);
    assert.deepEqual(await live(), [[reel.batch_id, one.batch_id]]);
    assert.equal((await undo(twin)).status, 204);
    assert.deepEqual(await live(), []);
    const again = await made('V15');
    await returnInput(api, input, { kg: 4 });
    const links = await api.db
      .selectFrom('batch_links')
      .selectAll()
      .where('source_id', '=', run.id)
      .where('source', '=', 'run')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      links.map(({ output_batch, undone_at }) => [output_batch, undone_at === null]),
      [
        [again.batch_id, false],
        [again.batch_id, true],
      ],
    );
    await assert.rejects(api.db.deleteFrom('batch_links').where('id', '=', links[1]!.id).execute());
    await assert.rejects(
      api.db.updateTable('batch_links').set({ output_batch: reel.batch_id }).where('id', '=', links[1]!.id).execute(),
    );
    // Links are not recomputed: other times of an ended run change nothing.
    await api.db
      .updateTable('run_outputs')
      .set({ from_at: at(0), to_at: at(1) })
      .where('id', '=', again.id)
      .execute();
    await end(api, run);
    assert.equal((await live()).length, 1);
    // An undone mount takes its links along.
    const other = await openRun(api);
    const wrong = await mountOn(api, other, { batch_id: reel.batch_id });
    await make(api, other, { product_id: company.glue.id, batch_number: 'V15-W', quantity: 1 });
    assert.equal((await linksOf(api, 'run', other.id)).length, 1);
    assert.equal((await api.warehouse.delete(`/runs/${other.id}/inputs/${wrong.id}`)).status, 204);
    assert.equal((await linksOf(api, 'run', other.id)).length, 0);
  });

  test('a return that is undone adapts the links of its run to a reel that was never off the machine', async () => {
    const run = await openRun(api);
    const glue = async (batch_number: string) =>
      (await make(api, run, { product_id: company.glue.id, batch_number, quantity: 1 })).outputs[0]!;
    const input = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 10 })).batch_id });
    const during = await glue('UNDO-A');
    await returnInput(api, input, { kg: 5 });
    const between = await glue('UNDO-B');
    const after = await glue('UNDO-C');
    const pairs = (...outputs: { batch_id: number | null }[]) =>
      outputs.map(({ batch_id }) => [input.batch_id, batch_id]);
    assert.deepEqual(await linksOf(api, 'run', run.id), pairs(during, between));
    assert.equal((await api.warehouse.delete(`/runs/${run.id}/inputs/${input.id}/return`)).status, 204);
    assert.deepEqual(await linksOf(api, 'run', run.id), pairs(during, between, after), 'on the machine throughout');
    // The clock was set back between mount and return, so that the input has no duration and is linked to every output.
    await times.mounted(input, (Date.now() - START) / 60_000 + 5);
    await returnInput(api, (await runNow(run)).inputs[0]!, { kg: 4 });
    assert.deepEqual(await linksOf(api, 'run', run.id), pairs(during, between, after));
    assert.equal((await api.warehouse.delete(`/runs/${run.id}/inputs/${input.id}/return`)).status, 204);
    assert.deepEqual(await linksOf(api, 'run', run.id), [], 'mounted after all outputs');
    assert.equal((await api.warehouse.delete(`/runs/${run.id}/inputs/${input.id}`)).status, 204);
    await end(api, run);
  });

  test('V32 one reel on two machines in turn is two inputs and two links; rework does not loop; the server gives the times', async () => {
    const reel = await createReel(api, company, { kg: 100 });
    const [one, two] = [await openRun(api), await openRun(api)];
    const before = Date.now();
    const first = await mountOn(api, one, { batch_id: reel.batch_id, mounted_at: at(0), started_at: at(0) } as object);
    const made = (
      await make(api, one, { product_id: company.paper.id, to_at: at(0), reels: [{ width_mm: 500, kg: 20 }] })
    ).outputs[0]!;
    await returnInput(api, first, { kg: 60, dismounted_at: at(0) });
    const second = await mountOn(api, two, { batch_id: reel.batch_id });
    const other = (await make(api, two, { product_id: company.paper.id, reels: [{ width_mm: 500, kg: 30 }] }))
      .outputs[0]!;
    await returnInput(api, second, { kg: 20 });
    const edges = (await traceOf(reel.batch_id, 'forward')).edges.map(({ run_id, output_batch_id }) => [
      run_id,
      output_batch_id,
    ]);
    assert.deepEqual(edges, [
      [one.id, made.batch_id],
      [two.id, other.batch_id],
    ]);
    const [{ inputs }, { outputs }] = [await runNow(one), await runNow(one)];
    for (const time of [
      one.started_at,
      inputs[0]!.mounted_at,
      inputs[0]!.dismounted_at!,
      outputs[0]!.from_at,
      outputs[0]!.to_at,
    ])
      assert.ok(Math.abs(Date.parse(time) - before) < 60_000, time);
    // Rework: an output of the run is mounted on its machine again.
    const rework = await mountOn(api, one, { batch_id: made.batch_id });
    const again = (await make(api, one, { product_id: company.paper.id, reels: [{ width_mm: 400, kg: 10 }] }))
      .outputs[0]!;
    await returnInput(api, rework);
    const back = await mountOn(api, two, { batch_id: again.batch_id });
    const closed = (await make(api, two, { product_id: company.glue.id, batch_number: 'V32', quantity: 1 }))
      .outputs[0]!;
    await returnInput(api, back);
    const third = await openRun(api);
    const mixed = await mountOn(api, third, { batch_id: closed.batch_id, quantity: 1 });
    // A cycle: the first reel's batch as output is not possible, so a batch that is an input of itself represents it.
    await make(api, third, { product_id: company.glue.id, batch_number: 'V32', quantity: 1 });
    assert.equal(mixed.batch_id, closed.batch_id);
    const trace = await traceOf(made.batch_id!);
    assert.deepEqual(
      trace.nodes
        .filter(({ direction }) => direction === 'forward')
        .map(({ batch_id }) => batch_id)
        .toSorted(),
      [again.batch_id, closed.batch_id].toSorted(),
    );
    assert.ok(trace.edges.every(({ input_batch_id, output_batch_id }) => input_batch_id !== output_batch_id));
  });

  test('V37 goods without batches get no links, their trace is themselves alone, and they cannot be recalled', async () => {
    const loose = await createProduct(api.admin, { description: 'Inchiostro sfuso' });
    await createMovement(api.warehouse, loadBody(loose.id, company.warehouse.id, 50));
    const { id } = await api.db
      .selectFrom('batches')
      .select('id')
      .where('product_id', '=', loose.id)
      .executeTakeFirstOrThrow();
    const run = await openRun(api);
    const input = await mountOn(api, run, { batch_id: id, quantity: 5 });
    assert.deepEqual([input.batch_number, input.quantity], ['', 5]);
    const reel = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 10 })).batch_id });
    const none = (await make(api, run, { product_id: loose.id, quantity: 3 })).outputs[0]!;
    assert.deepEqual([none.batch_id, none.batch_number], [null, null]);
    const traced = (await make(api, run, { product_id: company.glue.id, batch_number: 'V37', quantity: 3 }))
      .outputs[0]!;
    assert.deepEqual(await linksOf(api, 'run', run.id), [[reel.batch_id, traced.batch_id]]);
    const trace = await traceOf(id);
    assert.deepEqual([trace.traced, trace.nodes.map(({ batch_id }) => batch_id), trace.edges], [false, [id], []]);
    const recalled = await api.warehouse.post('/recalls', { batch_ids: [id], reason: 'V37' });
    assertProblem(recalled, 400, 'VALIDATION', { 'batch_ids.0': 'not_traced' });
  });

  test('V23 the balance compares inputs, good outputs and waste in kg, warns above the percentage, and is not closed without a weight', async () => {
    const pieces = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'piece', peso_netto: 0.05 });
    const unknown = await createProduct(api.admin, { has_batch: true, unit_of_measure: 'piece' });
    const run = await openRun(api);
    const input = await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 100 })).batch_id });
    const open = (await runNow(run)).balance;
    assert.deepEqual(
      [open.closed, open.input_kg, open.unexplained_kg, open.yield_percent, open.warning],
      [false, null, null, null, false],
    );
    await returnInput(api, input);
    await make(api, run, { product_id: pieces.id, batch_number: 'V23', quantity: 1900 });
    await api.warehouse.post(`/runs/${run.id}/wastes`, { kind: 'trim', kg: 4 });
    const balance = async () => (await runNow(run)).balance;
    const closed = {
      input_kg: 100,
      good_kg: 95,
      waste_kg: 4,
      unexplained_kg: 1,
      unexplained_percent: 1,
      yield_percent: 95,
      closed: true,
    };
    assert.deepEqual(await balance(), { ...closed, warning: false }, 'at the percentage');
    const more = (await api.warehouse.post(`/runs/${run.id}/wastes`, { kind: 'scrap', kg: 2.5 })).body;
    assert.deepEqual(
      [(await balance()).unexplained_kg, (await balance()).warning],
      [-1.5, true],
      'more came out than went in',
    );
    await api.warehouse.delete(`/runs/${run.id}/wastes/${more.id}`);
    await api.db.updateTable('settings').set({ mass_balance_percent: 0.5 }).execute();
    assert.equal((await balance()).warning, true);
    await api.db.updateTable('settings').set({ mass_balance_percent: 1 }).execute();
    await make(api, run, { product_id: unknown.id, batch_number: 'V23', quantity: 10 });
    assert.deepEqual(await balance(), {
      input_kg: 100,
      good_kg: null,
      waste_kg: 4,
      unexplained_kg: null,
      unexplained_percent: null,
      yield_percent: null,
      closed: false,
      warning: false,
    });
    const [listed] = (await api.admin.get(`/runs?machine_id=${run.machine_id}`)).body;
    assert.deepEqual(listed.balance, await balance());
  });

  test('V31 a forced completion without a run has an unknown origin, which a drill counts; one with a run has that of the run', async () => {
    const machine = await createMachine(api.admin);
    const line = await createLine(api, company.bags, 20);
    await api.admin.post(`/production/force-completion/${line.id}`, { warehouse_id: company.warehouse.id });
    const { id } = await api.db
      .selectFrom('batches')
      .select('id')
      .where('batch_number', '=', `${line.order.order_number}-1`)
      .executeTakeFirstOrThrow();
    assert.equal((await traceOf(id)).nodes[0]!.origin, 'unknown');
    const drill = (await api.warehouse.post('/recalls', { batch_ids: [id], reason: 'V31', drill: true })).body;
    assert.deepEqual([drill.batches[0].origin, drill.unknown_origins], ['unknown', 1]);
    const loose = await createProduct(api.admin);
    await createMovement(api.warehouse, loadBody(loose.id, company.warehouse.id, 5));
    const untraced = await api.db
      .selectFrom('batches')
      .select('id')
      .where('product_id', '=', loose.id)
      .executeTakeFirstOrThrow();
    assert.equal((await traceOf(untraced.id)).traced, false);

    const served = await createLine(api, company.bags, 20);
    const job = await createScheduling(api.admin, served.id, machine.id, 20);
    const run = await openRun(api, { machine, scheduling_id: job.id });
    await mountOn(api, run, { batch_id: (await createReel(api, company, { kg: 30 })).batch_id });
    await api.admin.post(`/production/force-completion/${served.id}`, { warehouse_id: company.warehouse.id });
    const [output] = (await runNow(run)).outputs;
    const { nodes } = await traceOf(output!.batch_id!);
    assert.deepEqual(
      nodes.map(({ origin }) => origin),
      ['run', 'receipt'],
    );
    const known = (await api.warehouse.post('/recalls', { batch_ids: [output!.batch_id], reason: 'V31', drill: true }))
      .body;
    assert.equal(known.unknown_origins, 0);
  });

  test('on random runs the trace equals a plain graph search, and the lines of a recall foot', async () => {
    const glue = await createProduct(api.admin, { has_batch: true });
    const warehouse = await createWarehouse(api.admin);
    const there = { ...company, warehouse };
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.record({ act: fc.constantFrom('mount', 'return', 'make', 'glue', 'undo'), pick: fc.nat(100) }), {
            minLength: 2,
            maxLength: 9,
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (plans) => {
          const reels = [await createReel(api, there, { kg: 50 }), await createReel(api, there, { kg: 50 })].map(
            ({ batch_id }) => batch_id,
          );
          const pot = await createBatch(api, there, { product: glue, quantity: 50 });
          const wanted = new Set<string>();
          for (const plan of plans) {
            const run = await openRun(api);
            // The reference model: the batches on the machine now, and since the previous output.
            const on = new Map<number, RunInput>();
            let since = new Map<number, number>(); // mount -> its batch: a batch may be mounted, returned and mounted again
            const always = new Set<number>();
            const outputs: number[] = [];
            for (const { act, pick } of plan) {
              if (act === 'mount') {
                const free = reels.filter((id) => !on.has(id));
                const id = free[pick % free.length];
                if (id === undefined) continue;
                const answer = await api.warehouse.post(`/runs/${run.id}/inputs`, { batch_id: id });
                if (answer.status !== 201) continue;
                on.set(id, answer.body);
                since.set(answer.body.id, id);
              } else if (act === 'return') {
                const id = [...on.keys()][pick % on.size];
                if (id === undefined) continue;
                const { quantity } = (await api.admin.get(`/reels/${id}`)).body;
                await returnInput(api, on.get(id)!, { kg: Math.max(quantity - 3, 0) });
                on.delete(id);
              } else if (act === 'glue') {
                await mountOn(api, run, { batch_id: pot.id, quantity: 0.5 });
                always.add(pot.id);
                for (const output of outputs) wanted.add(`${pot.id} ${output}`);
              } else if (act === 'make') {
                const made = await make(api, run, {
                  product_id: company.paper.id,
                  warehouse_id: warehouse.id,
                  reels: [{ width_mm: 300, kg: 2 + (pick % 5) }],
                });
                const output = made.outputs[0]!.batch_id!;
                for (const input of [...since.values(), ...on.keys(), ...always]) wanted.add(`${input} ${output}`);
                since = new Map([...on].map(([id, mount]) => [mount.id, id]));
                outputs.push(output);
                reels.push(output);
              } else {
                // The last mount of a reel on the machine, when nothing was made since.
                const id = [...on.keys()].at(-1);
                if (id === undefined || [...wanted].some((pair) => pair.startsWith(`${id} `))) continue;
                const mount = on.get(id)!.id;
                assert.equal((await api.warehouse.delete(`/runs/${run.id}/inputs/${mount}`)).status, 204);
                on.delete(id);
                since.delete(mount);
              }
            }
            for (const input of on.values()) await returnInput(api, input, { kg: 0 });
            await end(api, run);
          }
          const pairs = [...wanted].map((pair) => pair.split(' ').map(Number) as [number, number]);
          const reach = (from: number, way: 0 | 1) => {
            const found = new Set<number>();
            const next = [from];
            for (let id = next.pop(); id !== undefined; id = next.pop())
              for (const pair of pairs)
                if (pair[way] === id && !found.has(pair[1 - way]!)) {
                  found.add(pair[1 - way]!);
                  next.push(pair[1 - way]!);
                }
            found.delete(from);
            return [...found].toSorted((a, b) => a - b);
          };
          const of = (nodes: TraceNode[], direction: string) =>
            nodes
              .filter((node) => node.direction === direction)
              .map(({ batch_id }) => batch_id)
              .toSorted((a, b) => a - b);
          for (const id of [...reels, pot.id]) {
            assert.deepEqual(of((await traceOf(id, 'forward')).nodes, 'forward'), reach(id, 0));
            assert.deepEqual(of((await traceOf(id, 'backward')).nodes, 'backward'), reach(id, 1));
          }
          const recall = await api.warehouse.post('/recalls', { batch_ids: [reels[0]], reason: 'prova', drill: true });
          assert.ok(
            recall.body.batches.every(({ foots }: any) => foots),
            JSON.stringify(recall.body.batches),
          );
        },
      ),
      { numRuns: 12 },
    );
  });
});
