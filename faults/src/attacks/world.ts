/** A company with one row of every kind, and a valid target for each call. */
import { randomBytes, createHash, randomUUID } from 'node:crypto';
import { clientOf, type Client } from '../client.ts';
import { loadOf, makeProduct, makeSupplier, makeWarehouse, orderOf } from '../company.ts';
import { query } from '../places.ts';

/** The path parameters and the body of a call. */
export interface Target {
  path: Record<string, string | number>;
  /** Required parameters of the query. */
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
}
// oxlint-disable-next-line no-explicit-any -- any response body
type Made = any;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const PARTY = {
  business_name: 'Cartotecnica Bisenzio',
  vat_number: '00743110157',
  address: 'Via Roma 1',
  city: 'Prato',
  province: 'PO',
  zip_code: '59100',
  country: 'Italia',
  country_code: 'IT',
  email: 'ordini@bisenzio.example',
  phone: '+39 0574 000000',
};
/** The company data that a bank file requires. */
const BANK = { iban: 'IT60X0542811101000000123456', sia_code: 'A1B2C', creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' };
/** The customer data that a bank file requires. */
const DEBTOR = { iban: 'IT33X0542811101000000123457', mandate_id: 'MAND-1', mandate_day: '2026-01-15' };
export const COMPANY = { ...PARTY, ...BANK, business_name: 'Bobinificio Valdarno S.r.l.' };
export const SETTINGS = {
  time_zone: 'Europe/Rome',
  over_receipt_percent: 10,
  scrap_percent: 0,
  film_layout: 'full_web',
  production_warehouse_id: null,
  working_hours_per_day: 8,
  working_days: [1, 2, 3, 4, 5],
};

/**
 * Inserts a user of this role and a session directly into the database, with the first user's password hash: signing in
 * is slow on purpose.
 */
export async function makeCaller(databaseUrl: string, role = 'admin'): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const rows = await query<{ id: number }>(
    databaseUrl,
    `with u as (insert into users (username, name, role, password_hash)
       select $1, 'Prova', $2, password_hash from users where username = 'admin' limit 1 returning id)
     insert into sessions (token_hash, user_id) select $3, id from u returning user_id as id`,
    [`u-${randomUUID()}`, role, createHash('sha256').update(token).digest()],
  );
  return { id: rows[0]!.id, token };
}

/** The parts of names of fields that refer to a row of the company; see `idsOf`. */
export const NAMED_ROWS = ['product', 'supplier', 'customer', 'warehouse', 'machine', 'tipo_pagamento'] as const;

export class World {
  readonly client: Client;
  product = 0;
  batched = 0;
  supplier = 0;
  customer = 0;
  warehouse = 0;
  other = 0;
  machine = 0;
  term = 0;
  vat = '';
  private constructor(url: string, token: string) {
    this.client = clientOf(url, token);
  }
  static async build(url: string, databaseUrl: string): Promise<World> {
    const world = new World(url, (await makeCaller(databaseUrl)).token);
    const { client } = world;
    world.vat = `V${randomUUID().slice(0, 8)}`;
    await client.make('/vat-codes', { code: world.vat, rate: 22, description: 'IVA ordinaria' });
    await world.ask('PUT', '/company', COMPANY);
    await world.ask('PUT', '/settings', { ...SETTINGS, default_vat_code: world.vat });
    world.product = (await makeProduct(client, { peso_carta: 80, larghezza_bobina: 100, minuti_x_confezione: 2 })).id;
    world.batched = (await makeProduct(client, { has_batch: true })).id;
    world.supplier = (await makeSupplier(client)).id;
    await world.ask('PUT', `/suppliers/${world.supplier}`, { iban: DEBTOR.iban });
    world.term = (await client.make('/condizioni-pagamento', { descrizione: '30 giorni', giorni_differita: 30 })).id;
    world.customer = (await client.make('/customers', { ...PARTY, ...DEBTOR, tipo_pagamento_id: world.term })).id;
    world.warehouse = (await makeWarehouse(client)).id;
    world.other = (await makeWarehouse(client)).id;
    world.machine = (await world.makeMachine()).id;
    await client.make('/stock-movements', loadOf(world.product, world.warehouse, 100_000));
    await client.make('/stock-movements', loadOf(world.batched, world.warehouse, 100_000, { batch_number: 'L1' }));
    return world;
  }
  /** @throws Error when the server refuses the request */
  async ask(method: string, path: string, body?: unknown): Promise<Made> {
    const { status, body: reply } = await this.client.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(reply)}`);
    return reply;
  }
  /** Attaches a picture to the product. */
  makeAttachment = async (): Promise<Made> => {
    const form = new FormData();
    form.append('file', new File([PIXEL], 'foto.png'));
    const { url, token } = this.client;
    const answer = await fetch(`${url()}/api/products/${this.product}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (answer.status !== 201) throw new Error(`an attachment: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  /** The ids of existing rows for a field or parameter of this name. */
  idsOf(key: string): number[] {
    const ids: Record<(typeof NAMED_ROWS)[number], number[]> = {
      product: [this.product, this.batched],
      supplier: [this.supplier],
      customer: [this.customer],
      warehouse: [this.warehouse, this.other],
      machine: [this.machine],
      tipo_pagamento: [this.term],
    };
    const named = NAMED_ROWS.find((part) => key.includes(part));
    return named ? ids[named] : [];
  }
  makeMachine = () => this.client.make('/machines', { code: `M-${randomUUID()}`, description: 'Taglierina' });
  makeUser = () => this.client.make('/users', this.userBody());
  userBody = () => ({ username: `u-${randomUUID()}`, name: 'Prova', role: 'warehouse', password: 'prova-di-Guasto-1' });
  orderBody = (given: object = {}) => ({
    customer_id: this.customer,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items: [{ product_id: this.product, quantity: 10, unit_price: 1.5 }],
    ...given,
  });
  makeOrder = async (given: object = {}): Promise<Made> => this.ask('POST', '/customer-orders', this.orderBody(given));
  packBody = async () => {
    const order = await this.makeOrder();
    const item = { order_item_id: order.items[0].id, quantity: 10, warehouse_id: this.warehouse };
    return { customer_id: this.customer, order_id: order.id, items: [item] };
  };
  makePackingList = async (): Promise<Made> => this.ask('POST', '/packing-lists', await this.packBody());
  makeInvoice = async (): Promise<Made> =>
    this.ask('POST', `/invoices/from-packing-list/${(await this.makePackingList()).id}`, {});
  makeSentInvoice = async (): Promise<Made> => {
    const { id } = await this.makeInvoice();
    return this.ask('PUT', `/invoices/${id}/status`, { status: 'sent' });
  };
  paymentBody = async () => ({
    customer_id: this.customer,
    day: '2026-03-01',
    amount: 12.5,
    bank: 'Banca',
    method: 'Bonifico',
    notes: 'acconto',
    allocations: [],
  });
  makePayment = async (): Promise<Made> => this.ask('POST', '/payments', await this.paymentBody());
  /** Needs the bank data of the company and of the customer. */
  slipBody = async () => ({ kind: 'riba', ids: [(await this.makeSentInvoice()).id] });
  makeSlip = async (): Promise<Made> => this.ask('POST', '/bank/slips', await this.slipBody());
  makePurchase = async (): Promise<Made> => this.ask('POST', '/purchase-orders', orderOf(this.supplier, this.product));
  receiptBody = async () => {
    const order = await this.makePurchase();
    const item = { order_item_id: order.items[0].id, quantity: 1, warehouse_id: this.warehouse };
    return { document_number: randomUUID(), document_date: '2026-03-02', order_id: order.id, items: [item] };
  };
  purchaseInvoiceBody = () => ({
    supplier_id: this.supplier,
    kind: 'invoice',
    number: randomUUID(),
    document_date: '2026-03-02',
    currency: 'EUR',
    lines: [{ description: 'Carta', quantity: 10, unit_price: 1.5, vat_rate: 22 }],
  });
  makePurchaseInvoice = async (): Promise<Made> => this.ask('POST', '/purchase-invoices', this.purchaseInvoiceBody());
  operationBody = async (given: object = {}) => ({
    order_item_id: (await this.makeOrder()).items[0].id,
    batch_number: 'L1',
    quantity_produced: 4,
    production_date: '2026-03-05',
    ...given,
  });
  makeOperation = async (given?: object): Promise<Made> =>
    this.ask('POST', '/production/operations', await this.operationBody(given));
  schedulingBody = async () => ({
    order_item_id: (await this.makeOrder()).items[0].id,
    machine_id: this.machine,
    quantity_to_produce: 4,
    production_time: '2 ore e 30 minuti',
  });
  makeScheduling = async (): Promise<Made> => this.ask('POST', '/production/scheduling', await this.schedulingBody());
  completedItem = async (): Promise<number> =>
    (await this.makeOperation({ quantity_produced: 10, is_completed: true })).order_item_id as number;
  makeCount = async (): Promise<Made> => this.ask('POST', '/stock-counts', { warehouse_id: this.warehouse });
  makePrice = async (): Promise<Made> => this.ask('POST', '/prices', await this.priceBody());
  priceBody = async () => ({
    product_id: (await makeProduct(this.client)).id,
    supplier_id: this.supplier,
    price: 1.25,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  });
  makeDeclaration = async (): Promise<Made> => this.ask('POST', '/declarations-of-intent', this.declarationBody());
  declarationBody = () => ({
    customer_id: this.customer,
    protocol: crypto.randomUUID(),
    day: '2026-01-02',
    year: 2026,
    ceiling: 1000,
  });
  makeCustomerPrice = async (): Promise<Made> => this.ask('POST', '/customer-prices', await this.customerPriceBody());
  customerPriceBody = async () => ({
    product_id: (await makeProduct(this.client)).id,
    customer_id: this.customer,
    price: 1.75,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  });
  makeFailedImport = async (): Promise<Made> => {
    await this.ask('POST', '/imports/machines', { rows: [{ row: 2, values: { code: randomUUID() } }] });
    return (await this.ask('GET', '/imports?failed=true&limit=1', undefined))[0];
  };
  movementBody = () => loadOf(this.product, this.warehouse, 5, { notes: 'a mano' });
  makeMovement = async (): Promise<Made> => this.ask('POST', '/stock-movements', this.movementBody());
}
