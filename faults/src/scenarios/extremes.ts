/**
 * Sends valid requests with boundary values. Each is accepted or refused with an error message, and all data stays
 * readable.
 */
import { pathParameters } from '@bobina/contract/core/endpoint.ts';
import fc from 'fast-check';
import { CALLS, isPublic, isStream, pathOf, type Call } from '../attacks/calls.ts';
import { extremesOf } from '../attacks/extremes.ts';
import { assertHealthy, openPlace } from '../attacks/place.ts';
import { targetOf } from '../attacks/targets.ts';
import { openWire, tell, wrongWith, type Answer, type Request } from '../attacks/wire.ts';
import { makeCaller, World, type Target } from '../attacks/world.ts';
import { query } from '../places.ts';
import { hold, type Scenario } from '../scenario.ts';

const [SHORT_RUNS, LONG_RUNS] = [4, 60];
/** Rows of each list that are read individually. */
const READ = 60;

const shortTexts = [
  ['products', 'description'],
  ['machines', 'description'],
  ['warehouses', 'name'],
  ['customers', 'business_name'],
  ['suppliers', 'business_name'],
]
  .map(([table, column]) => `alter table ${table} add constraint too_short check (length(${column}) <= 100);`)
  .join(' ');

export const extremes: Scenario = {
  name: 'extremes',
  promise:
    'extreme values within the contract are saved or refused with a message; all lists, rows and documents still open',
  control: 'descriptions and names of more than 100 characters cause a database error',
  short: true,
  run: async (stage) => {
    const { databaseUrl, node } = await openPlace(stage);
    const { pid } = node;
    if (stage.broken) await query(databaseUrl, shortTexts);
    const world = await World.build(node.url, databaseUrl);
    const wire = openWire(stage, () => node.url);
    const { token } = await makeCaller(databaseUrl);
    const runs = stage.runs ?? (stage.short ? SHORT_RUNS : LONG_RUNS);
    let taken = 0;
    const send = async (method: string, path: string, body?: object): Promise<Answer> => {
      const request: Request = {
        method,
        path,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { content: JSON.stringify(body) }),
      };
      const answer = await wire.send(request);
      const wrong = wrongWith(answer);
      const output = wrong ? node.output.trim().split('\n').at(-1)!.slice(0, 600) : '';
      hold(!wrong, `${wrong} to ${tell(request)}\n(--seed=${stage.seed}; the server's last output: ${output})`);
      return answer;
    };
    /** Runs the following acts: documents of sales, production of orders. */
    const runFollowUps = async ({ name }: Call, { status, body }: Answer) => {
      if (status !== 201) return;
      const { id, items } = body as { id: number; items?: { id: number; quantity: number }[] };
      const [first] = items ?? [];
      if (name === 'packingLists.create') {
        const invoice = await send('POST', `/api/invoices/from-packing-list/${id}`, { due_date: '9999-12-31' });
        if (invoice.status === 201) await send('PUT', `/api/invoices/${invoice.body.id}/status`, { status: 'sent' });
      } else if (name === 'customerOrders.create') {
        for (const item of items!.slice(0, 2)) {
          const work = { order_item_id: item.id, machine_id: world.machine, production_time: '3650 giorni' };
          await send('POST', '/api/production/scheduling', { ...work, quantity_to_produce: item.quantity });
          const most = Math.max(1, Math.min(2_147_483_647, Math.floor(item.quantity)));
          await send('POST', '/api/production/operations', {
            order_item_id: item.id,
            batch_number: 'L1',
            quantity_produced: most,
          });
          await send('POST', `/api/production/force-completion/${item.id}`, { warehouse_id: world.other });
        }
        await send('POST', '/api/customer-orders/calculate-materials', { itemIds: items!.map((item) => item.id) });
        await send('POST', '/api/production/print-report', { itemIds: items!.map((item) => item.id) });
      } else if (name === 'purchaseOrders.create') {
        const line = { order_item_id: first!.id, quantity: first!.quantity, warehouse_id: world.other };
        await send('POST', '/api/goods-receipts/receive', {
          document_number: 'x'.repeat(200),
          document_date: '9999-12-31',
          order_id: id,
          items: [line],
        });
      }
    };
    // Creates all targets before the first call, which may change the rows that other targets need.
    const writing: [Call, Target][] = [];
    for (const call of CALLS)
      if (call.row.body && call.module !== 'auth') writing.push([call, await targetOf(call, world)]);
    for (const [call, target] of writing) {
      for (const body of fc.sample(extremesOf(call, target), { seed: stage.seed, numRuns: runs })) {
        const answer = await send(call.row.method, pathOf(call, target.path), body);
        if (answer.status < 300) taken++;
        await runFollowUps(call, answer);
      }
    }
    const rowsOf = async (call: Call): Promise<{ id: number | string }[] | undefined> => {
      const name = `${call.module === 'documents' ? documentsOf(call) : call.module}.list`;
      const list = CALLS.find((other) => other.name === name);
      if (!list || pathParameters(list.row.path).length > 0) return undefined;
      const { body } = await send('GET', `/api${list.row.path}?limit=${READ}`);
      // The purchase proposals are one report, not a list of rows.
      if (!Array.isArray(body)) return undefined;
      // A reel has the id of its batch.
      return (body as { id?: number | string; batch_id?: number }[]).map(({ id, batch_id }) => ({
        id: id ?? batch_id!,
      }));
    };
    // Reads everything as each screen would. The targets are created again, since settings may have extreme values now.
    const after = await World.build(node.url, databaseUrl);
    for (const call of CALLS.filter(({ row }) => row.method === 'GET')) {
      if (isStream(call) || isPublic(call)) continue;
      const parameters = pathParameters(call.row.path);
      const rows = parameters.length > 0 ? await rowsOf(call) : undefined;
      const paths = rows
        ? rows.map(({ id }) => pathOf(call, Object.fromEntries(parameters.map(({ name }) => [name, id]))))
        : [addressOf(call, await targetOf(call, after))];
      for (const path of paths)
        // The electronic invoice has other formats, and is a PDF by its Accept header.
        for (const suffix of call.row.files?.includes('application/pdf') &&
        call.name !== 'documents.eInvoice' &&
        !path.includes('?')
          ? ['', '?format=pdf']
          : ['']) {
          if (call.name === 'purchaseOrders.price') continue;
          const answer = await send('GET', path + suffix);
          hold([200, 404, 409].includes(answer.status), `${answer.status} ${answer.text.slice(0, 300)} to GET ${path}`);
        }
    }
    await send('GET', '/api/stock/valuation?startDate=1900-01-01&endDate=9999-12-31&showZeroPrices=true');
    await send('GET', '/api/stock?as_of=9999-12-31');
    await assertHealthy(databaseUrl, node, pid);
    stage.figure('seed', stage.seed);
    stage.figure('requests', wire.sent);
    stage.figure('taken', taken);
  },
};

/** The path of the call with the required parameters of its query. */
function addressOf(call: Call, { path, query: asked = {} }: Target): string {
  const parameters = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  return `${pathOf(call, path)}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`;
}

function documentsOf({ name }: Call) {
  return name.includes('packingList') ? 'packingLists' : 'invoices';
}
