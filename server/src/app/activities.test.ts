/** The activity log over the whole contract: every call that writes adds an entry. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import type { Contract } from '@bobina/contract/core/endpoint.ts';
import { addDays } from '@bobina/contract/core/dates.ts';
import { CHANGE_NEEDS } from '@bobina/contract/system/changes.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { startApi } from '../testing/api.ts';
import { attachFile } from '../testing/attach-file.ts';
import { FULL_COMPANY } from '../testing/invoiced.ts';
import { receiptOf } from '../testing/receipts.ts';
import { redateInvoice } from '../testing/home-data.ts';
import { contractRegisters, exampleBody, registerVerbs } from '../testing/registers.ts';
import { completeCompany, loadBody, machineBody, partyBody, productBody, warehouseBody } from '../testing/factories.ts';

const api = startApi();
/** Sends a file instead of a body. */
const FILE = {};
/** The customer data that the electronic invoice requires. */
const TRANSMITTED = {
  vat_number: '00743110157',
  country_code: 'IT',
  codice_destinatario: 'M5UXCR1',
  modalita_pagamento: 'MP05',
};
/** A body that changes the example row, where the one generated from the schema repeats its value. */
const CHANGING: Record<string, object> = { 'PUT /products/{id}/status': { status: 'inactive' } };
/** These calls only compute or read. */
const COMPUTING = [
  'POST /customer-orders/calculate-materials',
  'POST /production/print-report',
  'POST /production/load-to-warehouse/preview',
];
/** Sign-in, sign-out and password changes: users.test.ts (I05) checks their entries. A confirmation changes no data. */
const SESSIONS = ['POST /auth/login', 'POST /auth/logout', 'PUT /auth/password', 'PUT /auth/confirmation'];
/** second-factor.test.ts checks their entries. A new secret is no act until it is confirmed. */
const SECOND_FACTOR = ['POST /auth/second-factor', 'POST /auth/totp', 'PUT /auth/totp', 'DELETE /auth/totp'];
/** password-reset.test.ts checks the entry of the new password. Asking for a link is no act. */
const PASSWORD_RESET = ['POST /auth/password-reset', 'PUT /auth/password-reset'];
/** passkeys.test.ts checks their entries. A challenge is no act. */
const PASSKEYS = [
  'POST /auth/passkeys/options',
  'POST /auth/passkeys',
  'DELETE /auth/passkeys/{id}',
  'POST /auth/passkeys/sign-in-options',
  'POST /auth/passkeys/sign-in',
];
/** oidc.test.ts checks the entries. */
const PROVIDER = ['POST /auth/oidc'];
/** A count is logged when it is posted, not line by line. Preferences and reading marks are no business data. */
const UNLOGGED = ['PUT /stock-counts/{id}/items', 'PUT /preferences', 'PUT /notices/read'];

/** Entities that belong to one user: other programs are not notified of them. */
const PRIVATE = ['views', 'calendars'];

const writing = Object.values(contract as Record<string, Contract>)
  .flatMap((rows) => Object.values(rows))
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path.replace(':text', '')}`);

interface Line {
  id: number;
  action: string;
  entity_type: string;
  entity_id: number | null;
  details: string;
  created_at: string;
}

describe('the activity log', () => {
  test('I05: every call that writes adds an activity of the caller: action, entity type, details, time', async () => {
    const logged = new Set<string>();
    const words = new Set<string>();
    let last = 0;
    /** Sends a call and compares the new log entries with these acts, oldest first; `* machines` is any action. */
    // oxlint-disable-next-line no-explicit-any -- rows as they are answered
    const act = async (name: string, at: (string | number)[], body: object, ...wanted: string[]): Promise<any> => {
      const [method, template] = name.split(' ') as [string, string];
      const values = at.map(String);
      const url = template.replace(/\{\w+\}/g, () => values.shift()!);
      const answer =
        body === FILE
          ? await attachFile(api.direction, url.replace('/attachments', ''), {
              name: 'contratto.txt',
              content: 'firmato',
            })
          : await api.direction.call(method, url, method === 'DELETE' ? {} : { body });
      assert.ok(answer.status < 300, `${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      const log = (await api.admin.get<Line[]>(`/users/${api.direction.userId}/activities?limit=20`)).body;
      const fresh = log.filter(({ id }) => id > last).toReversed();
      last = log[0]?.id ?? 0;
      assert.deepEqual(
        fresh.map(({ action, entity_type: entity }, at) => {
          const isAnyAction = wanted[at] === `* ${entity}`;
          return `${isAnyAction ? '*' : action} ${entity}`;
        }),
        wanted,
        name,
      );
      for (const { entity_type } of fresh)
        assert.ok(entity_type in CHANGE_NEEDS || PRIVATE.includes(entity_type), `${entity_type} is in CHANGE_NEEDS`);
      for (const line of fresh) words.add(`actions.${line.action}`).add(`entities.${line.entity_type}`);
      for (const line of fresh) {
        assert.ok(line.details !== '' || line.entity_id !== null, `${name} has details or an id`);
        assert.ok(Math.abs(Date.now() - Date.parse(line.created_at)) < 60_000, `${name} has the time of the act`);
      }
      logged.add(name);
      return answer.body;
    };

    // The registry.
    await act('PUT /company', [], { city: 'Montevarchi' }, 'update company');
    await act('PUT /settings', [], { scrap_percent: 3 }, 'update settings');
    await completeCompany(api.admin);
    for (const register of contractRegisters()) {
      const { path, calls } = register;
      const entity = path.slice(1);
      const { id } = await act(`POST ${path}`, [], exampleBody(calls.create, 'A')!, `create ${entity}`);
      await act(`PUT ${path}/{id}`, [id], exampleBody(calls.update, 'B')!, `update ${entity}`);
      if (calls.remove) await act(`DELETE ${path}/{id}`, [id], {}, `delete ${entity}`);
      for (const [verb, call] of registerVerbs(register).filter(([, { method }]) => method !== 'GET')) {
        const name = `${call.method} ${call.path}`;
        const own = await act(`POST ${path}`, [], exampleBody(calls.create, verb)!, `create ${entity}`);
        await act(name, [own.id], CHANGING[name] ?? (call.body ? exampleBody(call, 'C')! : {}), `* ${entity}`);
      }
    }
    const rows = [{ row: 2, values: machineBody() }];
    await act('POST /imports/{register}', ['machines'], { rows }, 'create machines');
    const account = { username: 'chi-va', name: 'Chi va', password: 'una-Parola-9', role: 'sales' };
    const user = await act('POST /users', [], account, 'create users');
    await act('PUT /users/{id}', [user.id], { name: 'Chi andò' }, 'update users');
    await act('DELETE /users/{id}/second-factor', [user.id], {}, 'remove-second-factor users');
    await act('DELETE /users/{id}/sessions', [user.id], {}, 'end-sessions users');
    await act('DELETE /users/{id}', [user.id], {}, 'delete users');
    await act('DELETE /users/{id}/personal-data', [user.id], {}, 'erase users');
    await openSession(api.db, api.direction.userId);
    const sessions = (await api.direction.get('/auth/sessions')).body as { id: number; is_current: boolean }[];
    const elsewhere = sessions.find((session) => !session.is_current)!;
    await act('DELETE /auth/sessions/{id}', [elsewhere.id], {}, 'end-session users');
    const view = await act('POST /views', [], { list: 'products', name: 'Carta', state: {} }, 'create views');
    await act('PUT /views/{id}', [view.id], { is_start: true }, 'update views');
    await act('DELETE /views/{id}', [view.id], {}, 'delete views');
    const grant = {
      name: 'Gestionale',
      capabilities: ['registry.read'],
      expires_at: addDays(today(), 30) + 'T00:00:00Z',
    };
    const token = await act('POST /tokens', [], grant, 'create tokens');
    await act('DELETE /tokens/{id}', [token.id], {}, 'delete tokens');
    const calendar = await act('POST /calendars', [], { kind: 'arrivals' }, 'create calendars');
    await act('DELETE /calendars/{id}', [calendar.id], {}, 'delete calendars');
    const hook = await act('POST /webhooks', [], { url: 'https://93.184.215.14/hook' }, 'create webhooks');
    await act('PUT /webhooks/{id}', [hook.id], { description: 'Gestionale' }, 'update webhooks');
    const delivery = await createDelivery(hook.id);
    const repeat = 'POST /webhooks/{id}/deliveries/{delivery_id}/again';
    await act(repeat, [hook.id, delivery], {}, 'send-again outbox');
    await act('DELETE /webhooks/{id}', [hook.id], {}, 'delete webhooks');
    const customer = (await act('POST /customers', [], partyBody(), 'create customers')).id;
    const note = await act('POST /{entity}/{id}/notes', ['customers', customer], { text: 'Chiamato' }, 'create notes');
    const attached = await act('POST /{entity}/{id}/attachments', ['customers', customer], FILE, 'create attachments');
    await act('DELETE /attachments/{id}', [attached.id], {}, 'delete attachments');
    await act('PUT /notes/{id}', [note.id], { text: 'Richiamato' }, 'update notes');
    const contact = await act('POST /customers/{id}/contacts', [customer], { name: 'Ada' }, 'create contacts');
    await act('PUT /contacts/{id}', [contact.id], { email: 'ada@x.example' }, 'update contacts');
    await act('DELETE /contacts/{id}', [contact.id], {}, 'delete contacts');
    await act('DELETE /contacts/{id}/personal-data', [contact.id], {}, 'erase contacts');
    const place = { customer_id: customer, indirizzo: 'Via Po 1' };
    const destination = await act('POST /destinazioni-merce', [], place, 'create destinazioni-merce');
    await act('PUT /destinazioni-merce/{id}', [destination.id], { citta: 'Torino' }, 'update destinazioni-merce');
    await act('DELETE /destinazioni-merce/{id}', [destination.id], {}, 'delete destinazioni-merce');

    // Purchasing and stock.
    const shelved = (await act('POST /products', [], productBody(), 'create products')).id;
    await act('POST /products/bulk/status', [], { ids: [shelved], status: 'inactive' }, 'status products');
    const supplier = (await act('POST /suppliers', [], partyBody(), 'create suppliers')).id;
    const product = (await act('POST /products', [], productBody({ supplier_id: supplier }), 'create products')).id;
    const warehouse = (await act('POST /warehouses', [], warehouseBody(), 'create warehouses')).id;
    const other = (await act('POST /warehouses', [], warehouseBody(), 'create warehouses')).id;
    const machine = (await act('POST /machines', [], machineBody(), 'create machines')).id;
    const cost = { product_id: product, supplier_id: supplier, price: 2, start_date: '2026-01-01' };
    const price = await act('POST /prices', [], cost, 'create prices');
    await act('PUT /prices/{id}', [price.id], { price: 3 }, 'update prices');
    const raise = { ids: [price.id], percent: 4, start_date: '2026-07-01' };
    await act('POST /prices/bulk/raise', [], raise, 'update prices', 'create prices');
    await act('DELETE /prices/{id}', [price.id], {}, 'delete prices');
    const bought = { supplier_id: supplier, order_date: '2026-03-01', requested_arrival_date: '2026-03-20' };
    const items = [{ product_id: product, quantity: 10, unit_price: 1 }];
    const gone = await act('POST /purchase-orders', [], { ...bought, items }, 'create purchase-orders');
    await act('PUT /purchase-orders/{id}', [gone.id], { notes: 'x' }, 'update purchase-orders');
    await act('DELETE /purchase-orders/{id}', [gone.id], {}, 'delete purchase-orders');
    await act('POST /undo/{activity_id}', [last], {}, 'restore purchase-orders');
    const order = await act('POST /purchase-orders', [], { ...bought, items }, 'create purchase-orders');
    await act('POST /suppliers/{id}/contacts', [supplier], { name: 'Zoé' }, 'create contacts');
    const document = { kind: 'purchase_order', id: order.id };
    const mail = await act('POST /mails', [], { document, to: ['zoe@x.example'] }, 'send outbox');
    await act('DELETE /outbox/{id}', [mail.id], {}, 'cancel outbox');
    await act('POST /outbox/{id}/again', [mail.id], {}, 'send-again outbox');
    await act('POST /mails/test', [], { to: 'prova@x.example' }, 'test outbox');
    await act('PUT /products/{id}/supply', [product], { lead_days: 5 }, 'update products');
    const paper = await act(
      'POST /products',
      [],
      productBody({ peso_carta: 80, scorta_minima: 10 }),
      'create products',
    );
    const materials = [{ material_product_id: paper.id }];
    await act('PUT /products/{id}/materials', [product], { materials }, 'update products');
    const lacking = { product_id: paper.id, supplier_id: supplier, shortage: 10, quantity: 10, unit_price: 1 };
    const proposals = [{ ...lacking, requested_arrival_date: '2026-03-20' }];
    await act('POST /purchase-proposals/order', [], { lines: proposals }, 'create purchase-orders');
    const line = { order_item_id: order.items[0].id, quantity: 4, warehouse_id: warehouse };
    const receipt = { document_number: 'DDT 1', document_date: '2026-03-02', order_id: order.id, items: [line] };
    await act('POST /goods-receipts/receive', [], receipt, 'receive purchase-orders');
    const completed = { completed: true };
    await act('PUT /goods-receipts/items/{id}/completed', [line.order_item_id], completed, 'complete purchase-orders');
    const load = await act('POST /stock-movements', [], loadBody(product, warehouse, 100), 'create stock-movements');
    await act('PUT /stock-movements/{id}', [load.id], { notes: 'x' }, 'update stock-movements');
    const moved = {
      movement_date: '2026-03-02',
      from_warehouse_id: warehouse,
      to_warehouse_id: other,
      items: [{ product_id: product, quantity: 1 }],
    };
    const transfer = await act('POST /stock-movements/transfers', [], moved, 'create stock-movements');
    await act('DELETE /stock-movements/{id}', [transfer.movements[0].id], {}, 'delete stock-movements');
    const bill = {
      supplier_id: supplier,
      number: 'FA-1',
      document_date: '2026-03-02',
      lines: [{ description: 'Carta', quantity: 1, unit_price: 1, vat_rate: 22 }],
    };
    const wrong = await act('POST /purchase-invoices', [], bill, 'create purchase-invoices');
    await act('DELETE /purchase-invoices/{id}', [wrong.id], {}, 'delete purchase-invoices');
    const accepted = await act('POST /purchase-invoices', [], bill, 'create purchase-invoices');
    const noGoods = { lines: [{ id: accepted.lines[0].id }] };
    await act('PUT /purchase-invoices/{id}/match', [accepted.id], noGoods, 'match purchase-invoices');
    await act('PUT /purchase-invoices/{id}/dispute', [accepted.id], { notes: 'Prezzo' }, 'dispute purchase-invoices');
    await act('PUT /purchase-invoices/{id}/accept', [accepted.id], {}, 'accept purchase-invoices');
    const unused = await act('POST /stock-counts', [], { warehouse_id: warehouse }, 'create stock-counts');
    await act('DELETE /stock-counts/{id}', [unused.id], {}, 'delete stock-counts');
    const count = await act('POST /stock-counts', [], { warehouse_id: warehouse }, 'create stock-counts');
    const counted = await api.direction.put(`/stock-counts/${count.id}/items`, {
      items: [{ product_id: product, counted_quantity: 90 }],
    });
    assert.equal(counted.status, 200, JSON.stringify(counted.body));
    await act('POST /stock-counts/{id}/post', [count.id], {}, 'post stock-counts');

    // Reels, pallets and holds.
    const reelPaper = (
      await act(
        'POST /products',
        [],
        productBody({ has_batch: true, is_reel: true, peso_carta: 80, supplier_id: supplier }),
        'create products',
      )
    ).id;
    const ordered = [{ product_id: reelPaper, quantity: 900, unit_price: 1 }];
    const reelOrder = await act('POST /purchase-orders', [], { ...bought, items: ordered }, 'create purchase-orders');
    const sentReels = [
      { order_item_id: reelOrder.items[0].id, warehouse_id: warehouse, reels: [{ width_mm: 1000, kg: 640 }] },
    ];
    const reelReceipt = {
      document_number: 'DDT 2',
      document_date: '2026-03-02',
      order_id: reelOrder.id,
      items: sentReels,
    };
    const { reels } = await act('POST /goods-receipts/receive', [], reelReceipt, 'receive purchase-orders');
    const reel = reels[0].batch_id;
    await act('PUT /reels/{id}', [reel], { location: 'A1' }, 'update reels');
    await act('POST /reels/{id}/weigh', [reel], { kg: 600 }, 'weigh reels');
    const part = { batch_id: reel, warehouse_id: warehouse, quantity: 100, reels: [{ width_mm: 1000, kg: 100 }] };
    await act('POST /reels/split', [], part, 'split batches');
    await act('POST /batches/{id}/hold', [reel], { reason: 'Umida' }, 'hold batches');
    await act('POST /batches/{id}/release', [reel], { reason: 'Asciutta' }, 'release batches');
    const glue = (await act('POST /products', [], productBody({ has_batch: true }), 'create products')).id;
    const glueLoad = loadBody(glue, warehouse, 10, { batch_number: 'G1' });
    const { batch_id } = await act('POST /stock-movements', [], glueLoad, 'create stock-movements');
    const pallet = {
      product_id: glue,
      warehouse_id: warehouse,
      items: [{ batch_id, quantity: 5 }],
      batch_number: 'PAL',
    };
    await act('POST /pallets', [], pallet, 'pallet batches');
    await act('POST /recalls', [], { batch_ids: [batch_id], reason: 'Odore' }, 'create recalls');

    // Runs.
    const plant = (await act('POST /machines', [], machineBody(), 'create machines')).id;
    const run = (await act('POST /runs', [], { machine_id: plant }, 'start runs')).id;
    const mounted = (await act('POST /runs/{id}/inputs', [run], { batch_id: reel }, 'mount runs')).id;
    await act('PUT /runs/{id}/inputs/{inputId}', [run, mounted], { kg: 400 }, 'return runs');
    await act('DELETE /runs/{id}/inputs/{inputId}/return', [run, mounted], {}, 'undo-return runs');
    await act('DELETE /runs/{id}/inputs/{inputId}', [run, mounted], {}, 'undo-mount runs');
    const output = { product_id: glue, batch_number: 'G2', quantity: 5, warehouse_id: warehouse };
    const { outputs } = await act('POST /runs/{id}/outputs', [run], output, 'output runs');
    await act('DELETE /runs/{id}/outputs/{outputId}', [run, outputs[0].id], {}, 'undo-output runs');
    const trim = { kind: 'trim', kg: 3.5, reason: 'Bordo' };
    const waste = (await act('POST /runs/{id}/wastes', [run], trim, 'waste runs')).id;
    await act('DELETE /runs/{id}/wastes/{wasteId}', [run, waste], {}, 'undo-waste runs');
    await act('POST /runs/{id}/end', [run], {}, 'end runs');
    await act('POST /runs/{id}/reopen', [run], {}, 'reopen runs');

    // Customers' orders, production, sales.
    const sold = { customer_id: customer, order_date: '2026-03-01', requested_delivery_date: '2026-03-20' };
    const lines = [{ product_id: product, quantity: 10, unit_price: 5 }];
    const dropped = await act('POST /customer-orders', [], { ...sold, items: lines }, 'create customer-orders');
    await act('PUT /customer-orders/{id}', [dropped.id], { notes: 'x' }, 'update customer-orders');
    await act('DELETE /customer-orders/{id}', [dropped.id], {}, 'delete customer-orders');
    const again = await act('POST /customer-orders', [], { ...sold, items: lines }, 'create customer-orders');
    await act('POST /customer-orders/{id}/repeat', [again.id], {}, 'create customer-orders');
    const agreed = { customer_id: customer, product_id: product, price: 2, start_date: '2026-01-01' };
    const intent = { customer_id: customer, protocol: 'P-1', day: '2026-01-02', year: 2026, ceiling: 1000 };
    const declared = await act('POST /declarations-of-intent', [], intent, 'create declarations-of-intent');
    const declaration = [declared.id];
    await act('PUT /declarations-of-intent/{id}', declaration, { ceiling: 900 }, 'update declarations-of-intent');
    await act('DELETE /declarations-of-intent/{id}', declaration, {}, 'delete declarations-of-intent');
    const list = await act('POST /customer-prices', [], agreed, 'create customer-prices');
    await act('PUT /customer-prices/{id}', [list.id], { price: 3 }, 'update customer-prices');
    await act('DELETE /customer-prices/{id}', [list.id], {}, 'delete customer-prices');
    const { code } = (await api.admin.get(`/products/${product}`)).body;
    const imported = {
      customerId: customer,
      orders: [
        {
          numero_ordine_cliente: 'I-1',
          data_ordine: '2026-03-01',
          codice_prodotto: code,
          quantita: 5,
          data_consegna: '2026-03-20',
          prezzo_unitario: 1,
        },
      ],
    };
    await act('POST /customer-orders/bulk-import', [], imported, 'create customer-orders');
    const asked = [...lines, ...lines];
    const wanted = await act('POST /customer-orders', [], { ...sold, items: asked }, 'create customer-orders');
    const [one, two] = wanted.items.map(({ id }: { id: number }) => id) as [number, number];
    await act('PUT /customer-orders/items/{itemId}/priority', [one], { priority: 'alta' }, 'priority production');
    await act('PUT /customer-orders/{id}/priority', [wanted.id], { priority: 'media' }, 'priority customer-orders');
    const job = { order_item_id: one, machine_id: machine, quantity_to_produce: 4, production_time: '1 ora' };
    const planned = await act('POST /production/scheduling', [], job, 'schedule production');
    await act('PUT /production/scheduling/{id}', [planned.id], { notes: 'x' }, 'update-scheduling production');
    const second = await act(
      'POST /production/scheduling',
      [],
      { ...job, quantity_to_produce: 2 },
      'schedule production',
    );
    const board = { machine_id: machine, schedulings: [second.id, planned.id] };
    await act('PUT /production/board', [], board, 'order-board production');
    await act('DELETE /production/scheduling/{id}', [second.id], {}, 'unschedule production');
    const made = { order_item_id: one, batch_number: 'L1', quantity_produced: 4, is_completed: false };
    const operation = await act('POST /production/operations', [], made, 'produce production');
    await act(
      'PUT /production/operations/{id}',
      [operation.id],
      { quantity_produced: 10 },
      'update-operation production',
    );
    const goods = { itemId: one, warehouseId: warehouse, quantity: 10 };
    await act('POST /production/load-to-warehouse', [], goods, 'load production');
    await act('DELETE /production/load-to-warehouse/{itemId}', [one], {}, 'undo-load production');
    await act('DELETE /production/operations/{id}', [operation.id], {}, 'delete-operation production');
    const where = { warehouse_id: warehouse };
    await act('POST /production/force-completion/{itemId}', [two], where, 'force-completion production');
    const packed = {
      customer_id: customer,
      order_id: wanted.id,
      items: [{ order_item_id: one, quantity: 2, warehouse_id: warehouse }],
    };
    const undone = await act('POST /packing-lists', [], packed, 'create packing-lists');
    await act('DELETE /packing-lists/{id}', [undone.id], {}, 'cancel packing-lists');
    const delivered = await act('POST /packing-lists', [], packed, 'create packing-lists');
    const draft = await act('POST /invoices/from-packing-list/{id}', [delivered.id], {}, 'create invoices');
    await act('DELETE /invoices/{id}', [draft.id], {}, 'delete invoices');
    const several = { packing_list_ids: [delivered.id] };
    const joined = await act('POST /invoices/from-packing-lists', [], several, 'create invoices');
    await act('DELETE /invoices/{id}', [joined.id], {}, 'delete invoices');
    const invoice = await act('POST /invoices/from-packing-list/{id}', [delivered.id], {}, 'create invoices');
    await act('PUT /invoices/{id}', [invoice.id], { notes: 'x' }, 'update invoices');
    await act('PUT /invoices/{id}/status', [invoice.id], { status: 'sent' }, 'send invoices');
    await act('POST /invoices/{id}/credit-note', [invoice.id], {}, 'create invoices', 'credit invoices');
    const until = { until: delivered.packing_date };
    const drafts = await act('POST /invoices/bulk/from-packing-lists', [], until, 'create invoices');
    const ids = drafts.results.map(({ id }: { id: number }) => id);
    await act('POST /invoices/bulk/send', [], { ids }, 'send invoices');
    const [billed] = ids as [number];
    await api.admin.put('/company', FULL_COMPANY);
    await act('PUT /customers/{id}', [customer], TRANSMITTED, 'update customers');
    const file = await act('POST /invoices/{id}/files', [billed], {}, 'write-file invoices');
    await act('PUT /settings', [], { sdi_channel: 'pec' }, 'update settings');
    const byPec = await act('POST /invoices/{id}/pec', [billed], {}, 'send-by-pec invoices');
    await act('DELETE /outbox/{id}', [byPec.pec.outbox_id], {}, 'cancel outbox');
    const many = await act('POST /invoices/bulk/pec', [], { ids: [billed] }, 'send-by-pec invoices');
    assert.deepEqual(many.results, [{ id: billed, status: 200, code: null, message: null }]);
    const { body: waiting } = await api.admin.get(`/invoices/${billed}`);
    await act('DELETE /outbox/{id}', [waiting.pec.outbox_id], {}, 'cancel outbox');
    await act('POST /invoices/{id}/transmissions', [billed], { event: 'handed_over' }, 'hand-over invoices');
    const rejection = (name: string) => ({
      files: [{ name: 'NS.xml', content: Buffer.from(receiptOf.NS({ name, sha256: file.sha256 })).toString('base64') }],
    });
    await act('POST /transmissions/receipts', [], rejection(file.name), 'receipt invoices');
    await act('PUT /invoices/{id}/reissue', [billed], {}, 'reissue invoices');
    const content = Buffer.from(receiptOf.RC({ name: 'IT1_1.xml', sha256: '0'.repeat(64) })).toString('base64');
    const stray = { files: [{ name: 'RC.xml', content }] };
    await act('POST /transmissions/receipts', [], stray, 'create transmissions');
    await redateInvoice(api.db, ids[0], {
      dated: addDays(delivered.packing_date, -60),
      due: addDays(delivered.packing_date, -30),
    });
    const reminder = { customer_id: customer, step: 1 };
    const mistaken = await act('POST /reminders', [], reminder, 'create reminders');
    await act('DELETE /reminders/{id}', [mistaken.id], {}, 'delete reminders');
    const reminded = await act('POST /reminders', [], reminder, 'create reminders');
    await act('PUT /reminders/{id}/sent', [reminded.id], {}, 'send reminders');
    await api.admin.put('/company', { sia_code: 'A1B2C' });
    await act('PUT /customers/{id}', [customer], { abi: '03069', cab: '09606' }, 'update customers');
    const collected = { kind: 'riba', ids: [billed] };
    const unneeded = await act('POST /bank/slips', [], collected, 'create bank-slips');
    await act('DELETE /bank/slips/{id}', [unneeded.id], {}, 'delete bank-slips');
    const slip = await act('POST /bank/slips', [], collected, 'create bank-slips');
    await act('PUT /bank/slips/{id}', [slip.id], { state: 'presented' }, 'status bank-slips');
    const money = { customer_id: customer, day: delivered.packing_date, amount: 1 };
    const payment = await act('POST /payments', [], money, 'create payments');
    const allotted = { allocations: [{ invoice_id: ids[0], amount: 1 }] };
    await act('PUT /payments/{id}', [payment.id], allotted, 'pay invoices', 'update payments');
    await act('DELETE /payments/{id}', [payment.id], {}, 'status invoices', 'delete payments');

    await act('POST /accounting/periods', [], { until: '2020-12-31' }, 'create accounting-periods');

    assert.deepEqual(
      writing.filter(
        (name) =>
          !logged.has(name) &&
          ![
            ...COMPUTING,
            ...SESSIONS,
            ...SECOND_FACTOR,
            ...PASSWORD_RESET,
            ...PASSKEYS,
            ...PROVIDER,
            ...UNLOGGED,
          ].includes(name),
      ),
      [],
      'every call that writes was made: make these in this test, or add a reason at its top',
    );
    // The screen has a text for each of them.
    for (const language of LANGUAGES) {
      const read = (file: string) =>
        JSON.parse(readFileSync(new URL(`../../../web/src/${file}`, import.meta.url), 'utf8'));
      const { actions, entities } = read(`areas/identity/${language}.json`);
      const { screens } = read(`app/texts/${language}.json`);
      const output = [
        ...Object.keys(actions).map((key) => `actions.${key}`),
        ...Object.keys({ ...entities, ...screens }).map((key) => `entities.${key}`),
      ];
      assert.deepEqual(
        [...words].filter((word) => !output.includes(word)),
        [],
        language,
      );
    }
  });
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A delivery as the chain's sealer writes it. */
async function createDelivery(webhook: number): Promise<number> {
  const { id } = await api.db
    .insertInto('outbox')
    .values({ kind: 'webhook', webhook_id: webhook, sequence: 1, entity: 'products', entity_id: 1, action: 'create' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
