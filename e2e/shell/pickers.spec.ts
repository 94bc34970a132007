/** Every picker of the interface with hostile input, and an order entered with the keyboard alone. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { dailyOrMatrix, matrixTest } from '../../server/src/testing/matrix.ts';
import type { Locator, Page } from 'playwright-core';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { choose } from '../support/by-hand.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const { api } = stage;
const NEW_ORDER = '/ordiniclienti/inserimento-ordine?edit=new';
const NOTHING = 'qqq zzz';
const UNKNOWN = 'Non esiste o non è più attivo';

interface Case {
  picker: string;
  path: string;
  field: (page: Page) => Locator;
  /** Opens the screen or dialog with the field. */
  open?: (page: Page) => Promise<unknown>;
  /** Texts for which this label is the best match: code, prefix, words in any order, with or without accents. */
  finds: string[];
  label: string;
  /** Whether a selection adds a line and clears the field. */
  adds?: (page: Page) => Locator;
  /** Whether clearing the text keeps the selection. */
  stays?: boolean;
}

const made = {} as { depot: number; order: number };
function box(name: string | RegExp) {
  return (page: Page) => page.getByRole('main').getByRole('combobox', { name, exact: typeof name === 'string' });
}
function inDialog(name: string | RegExp) {
  return (page: Page) => page.getByRole('dialog').getByRole('combobox', { name });
}
function press(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
}

const PRODUCT = 'RCB38 · Rotoli carta da banco h 38';
const PRODUCT_FINDS = ['RCB38', 'rcb38', 'rotoli banco 38', '38 Bàncò'];
const CUSTOMER = 'Società Maremma Imballaggi';
const CUSTOMER_FINDS = ['maremma', 'societa', 'imballaggi società'];
const SUPPLIER = 'Cartiera Università';
const SUPPLIER_FINDS = ['cartiera', 'universita', 'università cart'];
const DEPOT = 'Deposito Città';
const DEPOT_FINDS = ['deposito', 'citta', 'CITTÀ dep'];

const cases: Case[] = [
  { picker: 'customer of an order', path: NEW_ORDER, field: box(/^Cliente/), finds: CUSTOMER_FINDS, label: CUSTOMER },
  {
    picker: 'product search of an order',
    path: NEW_ORDER,
    field: box('Cerca prodotto'),
    finds: PRODUCT_FINDS,
    label: PRODUCT,
    adds: (page) => page.locator('tbody').getByText('RCB38', { exact: true }),
  },
  {
    picker: 'customer filter of orders',
    path: '/ordiniclienti/inserimento-ordine',
    field: box('Cliente'),
    finds: CUSTOMER_FINDS,
    label: CUSTOMER,
  },
  {
    picker: 'supplier of a purchase order',
    path: '/operazioni/ordini-fornitori/nuovo',
    field: box(/^Fornitore/),
    finds: SUPPLIER_FINDS,
    label: SUPPLIER,
  },
  {
    picker: 'product of a purchase line',
    path: '/operazioni/ordini-fornitori/nuovo',
    field: box('Prodotto, riga 1'),
    open: (page) => choose(page, box(/^Fornitore/)(page), SUPPLIER),
    finds: PRODUCT_FINDS,
    label: PRODUCT,
    stays: true,
  },
  {
    picker: 'supplier filter of purchase orders',
    path: '/operazioni/ordini-fornitori',
    field: box('Fornitore'),
    finds: SUPPLIER_FINDS,
    label: SUPPLIER,
  },
  {
    picker: 'product of a movement',
    path: '/operazioni/movimenti/nuovo',
    field: box(/^Prodotto/),
    finds: PRODUCT_FINDS,
    label: PRODUCT,
  },
  {
    picker: 'warehouse of a movement',
    path: '/operazioni/movimenti/nuovo',
    field: box(/^Magazzino/),
    finds: DEPOT_FINDS,
    label: DEPOT,
  },
  {
    picker: 'source of a transfer',
    path: '/operazioni/trasferimenti',
    field: box(/^Magazzino di origine/),
    finds: DEPOT_FINDS,
    label: DEPOT,
  },
  {
    picker: 'product of a transfer',
    path: '/operazioni/trasferimenti',
    field: box('Aggiungi prodotto'),
    finds: PRODUCT_FINDS,
    label: PRODUCT,
    adds: (page) => page.getByRole('listitem', { name: 'RCB38' }),
  },
  {
    picker: 'warehouse of a received line',
    path: '/operazioni/ricezione-merce/ORDER',
    field: box('Magazzino · RCB38'),
    finds: DEPOT_FINDS,
    label: DEPOT,
    stays: true,
  },
  {
    picker: 'supplier of a price',
    path: '/operazioni/prezzi/nuovo',
    field: box(/^Fornitore/),
    finds: SUPPLIER_FINDS,
    label: SUPPLIER,
  },
  {
    picker: 'product of a price',
    path: '/operazioni/prezzi/nuovo',
    field: box(/^Prodotto/),
    finds: PRODUCT_FINDS,
    label: PRODUCT,
  },
  {
    picker: 'customer of a packing list',
    path: '/operazioni/vendite?new=true',
    field: inDialog(/^Cliente/),
    finds: CUSTOMER_FINDS,
    label: CUSTOMER,
  },
  {
    picker: 'order to pack',
    path: '/operazioni/vendite?new=true',
    field: inDialog(/^Ordine/),
    open: (page) => choose(page, inDialog(/^Cliente/)(page), CUSTOMER),
    finds: ['maremma-1', '03 maremma'],
    label: 'MAREMMA-1 · 20/03/2026',
    stays: true,
  },
  {
    picker: 'packing list to invoice',
    path: '/operazioni/vendite?tab=invoices&new=true',
    field: inDialog(/^Packing list/),
    finds: ['maremma', 'imballaggi societa'],
    label: CUSTOMER,
  },
  {
    picker: 'payment term of a customer',
    path: '/anagrafica/clienti/lista?edit=new',
    field: (page) => page.getByRole('combobox', { name: 'Condizione di pagamento' }),
    finds: ['bonifico', '60 bonìfico'],
    label: 'Bonifico 60 giorni',
  },
  {
    picker: 'VAT code in the settings',
    path: '/anagrafica/impostazioni',
    field: box('Codice IVA predefinito'),
    finds: ['ESP1', 'esporta', 'comunita esportazione'],
    label: 'Esportazione Comunità',
  },
  {
    picker: 'time zone in the settings',
    path: '/anagrafica/impostazioni',
    field: box(/^Fuso orario/),
    finds: ['europe/par', 'PARIS europe'],
    label: 'Europe/Paris',
    stays: true,
  },
  {
    picker: 'supplier of a product',
    path: '/anagrafica/prodotti/nuovo',
    field: box('Fornitore'),
    finds: SUPPLIER_FINDS,
    label: SUPPLIER,
  },
  {
    picker: 'warehouse of a new count',
    path: '/report/inventario',
    field: inDialog(/^Magazzino/),
    open: press('Nuovo inventario'),
    finds: DEPOT_FINDS,
    label: DEPOT,
  },
  {
    picker: 'warehouse filter of the stock',
    path: '/report/giacenze',
    field: box('Magazzino'),
    finds: DEPOT_FINDS,
    label: DEPOT,
    stays: true,
  },
  {
    picker: 'warehouse of the load',
    path: '/operazioni/carico-produzione',
    field: box('Magazzino'),
    finds: DEPOT_FINDS,
    label: DEPOT,
    stays: true,
  },
];

async function prepare() {
  await completeCompany(api.admin);
  const { admin } = api;
  made.depot = (await createWarehouse(admin, { name: DEPOT })).id;
  await createWarehouse(admin, { name: 'Vecchio magazzino' });
  const supplier = (await createSupplier(admin, { business_name: SUPPLIER })).id;
  await createSupplier(admin, { business_name: 'Altro fornitore' });
  const supplied = { supplier_id: supplier };
  await createProduct(admin, { code: 'AAA1', description: 'Scatole per RCB38', ...supplied });
  const reel = (await createProduct(admin, { code: 'RCB38', description: 'Rotoli carta da banco h 38', ...supplied }))
    .id;
  await createProduct(admin, { code: 'RCB38X', description: 'Rotoli carta da forno', ...supplied });
  for (let n = 1; n <= 8; n++) await createProduct(admin, { code: `RIGA-${n}`, description: `Articolo ${n}` });
  const customer = (await createCustomer(admin, { business_name: CUSTOMER, vat_number: '01234567897' })).id;
  await createCustomer(admin, { business_name: 'Altro cliente' });
  await createMovement(admin, loadBody(reel, made.depot, 100));
  const order = await createCustomerOrder(admin, customer, [{ product_id: reel, quantity: 50, unit_price: 2 }], {
    customer_order_number: 'MAREMMA-1',
  });
  await createPackingList(api.sales, {
    customer_id: customer,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, warehouse_id: made.depot, quantity: 10 }],
  });
  made.order = (await createPurchaseOrder(admin, supplier, [{ product_id: reel, quantity: 5, unit_price: 1 }])).id;
  for (const body of [
    { code: 'AAA', rate: 22, description: 'Altro, non ESP1' },
    { code: 'ESP1', rate: 0, natura: 'N3.1', description: 'Esportazione Comunità' },
  ])
    assert.equal((await admin.post('/vat-codes', body)).status, 201);
  const term = await admin.post('/condizioni-pagamento', { descrizione: 'Bonifico 60 giorni', giorni_differita: 60 });
  assert.equal(term.status, 201, JSON.stringify(term.body));
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

function hasFocus(field: Locator) {
  return field.evaluate((element) => element === document.activeElement);
}
function isMarked(field: Locator) {
  return field.evaluate((element) => element.getAttribute('aria-invalid') === 'true');
}
/** Waits until the text of the field includes this one. */
async function shows(field: Locator, text: string, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await field.inputValue()).includes(text)) return;
    await field.page().waitForTimeout(25);
  }
  assert.fail(`${what}: shows ${JSON.stringify(await field.inputValue())}, not ${JSON.stringify(text)}`);
}
function highlighted(field: Locator) {
  return field.evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant');
    return (id && document.getElementById(id)?.textContent) || '';
  });
}

/** The behavior of every picker for every kind of text. */
async function walk(page: Page, { field: find, finds, label, adds, stays }: Case, acts: () => number): Promise<void> {
  const field = find(page);
  await field.waitFor();
  const empty = async () => {
    if (!stays || (await field.inputValue()) === '') await field.fill('');
    else await field.fill(NOTHING);
  };
  // The label of a stored value arrives after the page.
  await page.waitForFunction((element) => element?.ariaBusy !== 'true', await field.elementHandle());
  const wasAt = await field.inputValue();
  await field.focus();
  await field.press('Tab');
  assert.equal(await field.inputValue(), wasAt, 'Tab out of an untouched picker takes nothing');
  assert.equal(await hasFocus(field), false);
  assert.equal(await isMarked(field), false);

  // Text without a match stays and shows an error, on Enter and on blur.
  await field.fill(NOTHING);
  await field.press('Enter');
  await page.getByText(UNKNOWN).first().waitFor();
  assert.equal(await field.inputValue(), NOTHING);
  assert.equal(await isMarked(field), true, 'Enter marks what is unknown');
  await field.press('ArrowDown'); // opens the list: while the server searched, Enter has moved on and closed it
  await field.press('Escape');
  assert.equal(await field.inputValue(), NOTHING, 'Esc closes the list only');
  await field.fill(`${NOTHING} ${NOTHING}`);
  assert.equal(await isMarked(field), false, 'the mark goes when the text changes');
  await field.press('Tab');
  await page.getByText(UNKNOWN).first().waitFor();
  assert.equal(await field.inputValue(), `${NOTHING} ${NOTHING}`, 'unknown text stays on leaving');
  assert.equal(await isMarked(field), true, 'leaving marks what is unknown');
  await page.waitForFunction((element) => element !== document.activeElement, await field.elementHandle());

  for (const [index, text] of finds.entries()) {
    const key = index % 2 === 0 ? 'Enter' : 'Tab';
    await empty();
    await field.fill(text);
    // Enters the first text without waiting for the response, like a fast typist.
    if (index > 0) {
      for (let tries = 0; tries < 200 && !(await highlighted(field)).includes(label); tries++)
        await page.waitForTimeout(25);
      assert.ok((await highlighted(field)).includes(label), `${text} highlights ${await highlighted(field)}`);
    }
    await field.press(key);
    if (adds) {
      await adds(page).first().waitFor();
      await shows(field, '', text);
    } else {
      await shows(field, label, `${text} and ${key}`);
      assert.equal(await isMarked(field), false);
      await page.waitForFunction((element) => element !== document.activeElement, await field.elementHandle());
      assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus goes on');
    }
  }
  assert.equal(acts(), 0, 'no key has submitted the form');
}

/** All pickers are one component: `npm test` walks those of one form, the matrix all others. */
const ORDER_FORM = '/ordiniclienti/inserimento-ordine?edit=new';

describe('every picker', () => {
  before(once);
  const paths = [...new Set(cases.map(({ path }) => path))];
  for (const path of paths)
    dailyOrMatrix(
      `Q01 Q02 Q03 on ${path}: ${cases.flatMap((one) => (one.path === path ? one.picker : [])).join(', ')}`,
      path === ORDER_FORM,
      async () => {
        const page = await stage.open(api.admin, path.replace('ORDER', String(made.order)));
        let acts = 0;
        page.on('request', (request) => {
          if (request.method() !== 'GET' && request.url().includes('/api/')) acts++;
        });
        // Not as subtests, since the stage closes its pages after each of them.
        for (const one of cases.filter((other) => other.path === path)) {
          await one.open?.(page);
          await walk(page, one, () => acts).catch((error: Error) => {
            error.message = `${one.picker}: ${error.message}`;
            throw error;
          });
        }
      },
    );
  test('Q07 all pickers share one component: no other searchable Mantine field exists', () => {
    const source = new URL('../../web/src/', import.meta.url);
    const files = globSync('**/*.tsx', { cwd: source });
    assert.ok(files.includes('ui/form/PickerList.tsx'));
    for (const file of files) {
      const text = readFileSync(new URL(file, source), 'utf8');
      assert.doesNotMatch(text, /^\s+searchable\b/m, file);
      if (file !== 'ui/form/PickerList.tsx') assert.doesNotMatch(text, /<(Combobox|Autocomplete|MultiSelect)\b/, file);
    }
  });
});

describe('an order typed with the keyboard', () => {
  before(once);
  const at = (page: Page, label: string) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, label);

  test('Q04 maremma and Enter choose the only customer, keep the empty line and do not submit', async () => {
    const page = await stage.open(api.orders, NEW_ORDER);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const customer = page.getByRole('combobox', { name: /^Cliente/ });
    await customer.focus();
    await page.keyboard.type('maremma', { delay: 60 });
    await page.getByRole('option', { name: CUSTOMER }).waitFor();
    await page.getByRole('option', { name: 'Altro cliente' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('option').count(), 1);
    await page.keyboard.press('Enter');
    await shows(customer, CUSTOMER, 'maremma');
    assert.equal(await hasFocus(customer), false);
    assert.equal(await page.getByRole('combobox', { name: /^Prodotto, riga/ }).count(), 1);
    assert.deepEqual(posts, []);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  matrixTest(
    'text typed after an action of the palette goes into its form, however late the form arrives',
    async () => {
      const page = await stage.open(api.sales, '/ordiniclienti');
      await page.getByRole('heading', { level: 1 }).waitFor();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Cerca schermate/ }).waitFor();
      await page.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.keyboard.type('nuovo ordine', { delay: 60 });
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.type('maremma', { delay: 60 });
      await page.keyboard.press('Enter');
      await page.keyboard.type('PO-8', { delay: 60 });
      release();
      await page.waitForFunction(
        (name) => document.querySelector<HTMLInputElement>('[data-path=customer_id]')?.value === name,
        CUSTOMER,
      );
      assert.equal(await page.locator('[name=customer_order_number]').inputValue(), 'PO-8');
      assert.equal(new URL(page.url()).pathname, '/ordiniclienti/inserimento-ordine');
    },
  );

  matrixTest('keys after an action of the palette still answer the question about unsaved changes', async () => {
    const page = await stage.open(api.sales, NEW_ORDER);
    await page.locator('[name=customer_order_number]').fill('PO-9');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Cerca schermate/ }).waitFor();
    // Among "Nuovo ordine cliente" and others, the name that is the text comes first.
    await page.keyboard.type('nuovo cliente', { delay: 60 });
    await page.getByRole('option', { name: 'Nuovo cliente', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Modifiche non salvate' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'customer_order_number');
    await page.keyboard.type('0', { delay: 60 });
    assert.equal(await page.locator('[name=customer_order_number]').inputValue(), 'PO-90');
  });

  matrixTest('Q04 the arrow keys take none of the choices of an earlier text', async () => {
    const page = await stage.open(api.orders, NEW_ORDER);
    const customer = page.getByRole('combobox', { name: /^Cliente/ });
    await customer.click();
    await page.getByRole('option', { name: 'Altro cliente' }).waitFor();
    await page.route('**/api/customers?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.keyboard.insertText('maremma');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shows(customer, CUSTOMER, 'maremma');
  });

  matrixTest(
    'the arrow that opens a list highlights its first choice, which Enter takes, also while the list loads',
    async () => {
      const page = await stage.open(api.orders, NEW_ORDER);
      const customer = page.getByRole('combobox', { name: /^Cliente/ });
      await page.route('**/api/customers?*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await customer.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await shows(customer, 'Altro cliente', 'the first choice');
    },
  );

  matrixTest('choices with the same name show city and VAT number, the others only their name', async () => {
    for (const [business_name, city, vat_number] of [
      ['Bar Gemello', 'Lucca', '1'],
      ['BAR GEMELLO', 'Pisa', '2'],
      ['Bar Gemello Nuovo', 'Prato', '3'],
    ] as const)
      await createCustomer(api.orders, { business_name, city, vat_number });
    const page = await stage.open(api.orders, NEW_ORDER);
    const customer = page.getByRole('combobox', { name: /^Cliente/ });
    await customer.fill('bar gemello');
    await page.getByRole('option', { name: 'Bar Gemello Nuovo' }).waitFor();
    await page.getByRole('option', { name: CUSTOMER }).waitFor({ state: 'hidden' });
    assert.deepEqual((await page.getByRole('option').filter({ visible: true }).allInnerTexts()).toSorted(), [
      'BAR GEMELLO\nPisa · 2',
      'Bar Gemello\nLucca · 1',
      'Bar Gemello Nuovo',
    ]);
    await assertAccessible(page, 'choices with the same name');
    await page.getByRole('option', { name: 'Pisa' }).click();
    await page.waitForFunction(
      (input) => (input as HTMLInputElement).value === 'BAR GEMELLO',
      await customer.elementHandle(),
    );
  });

  matrixTest('Q05 eight lines of exact codes and Enter are all saved, even when the server is slow', async () => {
    const page = await stage.open(api.orders, NEW_ORDER);
    const { keyboard } = page;
    // Every search takes longer than the typing.
    await page.route('**/api/products?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByRole('combobox', { name: /^Cliente/ }).focus();
    await keyboard.insertText('maremma');
    await keyboard.press('Enter');
    await page.getByLabel('N. ordine cliente').fill('OTTO-RIGHE');
    await page.getByRole('textbox', { name: 'Consegna richiesta' }).fill('10/02/2030');
    await page.getByRole('combobox', { name: 'Prodotto, riga 1' }).focus();
    for (let row = 1; row <= 8; row++) {
      await at(page, `Prodotto, riga ${row}`);
      await keyboard.insertText(`RIGA-${row}`);
      await keyboard.press('Enter');
      await keyboard.insertText('2');
      await keyboard.press('Enter');
      await keyboard.insertText(String(row * 10));
      await keyboard.press('Enter');
      await keyboard.press('Enter');
    }
    await at(page, 'Prodotto, riga 9');
    await keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'Nuovo ordine' }).waitFor({ state: 'detached' });
    const [row] = (await api.sales.get('/customer-orders?q=OTTO-RIGHE')).body;
    const { items } = (await api.sales.get(`/customer-orders/${row.id}`)).body;
    assert.deepEqual(
      items.map((item: { code: string; quantity: number; unit_price: number }) => [
        item.code,
        item.quantity,
        item.unit_price,
      ]),
      Array.from({ length: 8 }, (_, index) => [`RIGA-${index + 1}`, (index + 1) * 10, 2]),
    );
  });

  matrixTest('Q03 an unknown product blocks the save, keeps its line and takes the focus', async () => {
    const page = await stage.open(api.orders, NEW_ORDER);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await choose(page, page.getByRole('combobox', { name: /^Cliente/ }), CUSTOMER);
    const product = page.getByRole('combobox', { name: 'Prodotto, riga 1' });
    await product.fill(NOTHING);
    await page.getByLabel('N. ordine cliente').focus();
    await page.getByText(UNKNOWN).waitFor();
    await page.keyboard.press('Control+s');
    await page.waitForFunction((element) => element === document.activeElement, await product.elementHandle());
    assert.equal(await product.inputValue(), NOTHING);
    assert.deepEqual(posts, []);
  });
});
