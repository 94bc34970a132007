/** Documents by mail: from their screens and lists, contacts, the outbox and the test in the settings. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import type { Locator, Page } from 'playwright-core';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../server/src/testing/factories.ts';
import { FULL_COMPANY, sell } from '../../server/src/testing/invoiced.ts';
import { startSmtp } from '../../server/src/testing/smtp.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const smtp = await startSmtp();
const { api, open } = startStage({ mail: smtp.settings, deliversOutbox: true });
after(() => smtp.close());

let made: { customer: number; supplier: number; order: number; purchase: number; list: number; invoice: number };

async function prepare() {
  await completeCompany(api.admin);
  assert.equal((await api.admin.put('/company', FULL_COMPANY)).status, 200);
  const sold = await sell(api, [{ quantity: 10, unit_price: 2.5 }], {
    customer: {
      business_name: 'Forno Rossi',
      email: 'forno@rossi.example',
      codice_destinatario: 'ABC1234',
      modalita_pagamento: 'MP05',
    },
  });
  const issued = await api.admin.put(`/invoices/${sold.invoice.id}/status`, { status: 'sent' });
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  const supplier = await createSupplier(api.admin, { business_name: 'Papeteries', country_code: 'FR' });
  const { id: product_id } = await createProduct(api.admin);
  const purchase = await createPurchaseOrder(api.admin, supplier.id, [{ product_id, quantity: 5, unit_price: 3 }]);
  const order = await createCustomerOrder(api.admin, sold.customer.id, [{ product_id, quantity: 2, unit_price: 9 }]);
  made = {
    customer: sold.customer.id,
    supplier: supplier.id,
    order: order.id,
    purchase: purchase.id,
    list: sold.list.id,
    invoice: sold.invoice.id,
  };
  await addContact(`/customers/${made.customer}`, 'ada@rossi.example', 'invoices');
  await addContact(`/customers/${made.customer}`, 'bea@rossi.example', 'orders', 'deliveries');
  await addContact(`/suppliers/${made.supplier}`, 'zoe@pap.example', 'orders');
}
async function addContact(partner: string, email: string, ...roles: string[]) {
  const added = await api.admin.post(`${partner}/contacts`, { name: email, email, roles });
  assert.equal(added.status, 201, JSON.stringify(added.body));
}

/** Waits until the server has taken a number of mails. */
async function received(count: number) {
  const until = Date.now() + 15_000;
  while (smtp.mails.length < count && Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(smtp.mails.length, count);
  return smtp.mails.splice(0);
}
/** Waits until the server has refused the newest mail for now. */
async function postponed() {
  const until = Date.now() + 15_000;
  const reason = async () => (await api.sales.get<OutboxRow[]>('/outbox?limit=1')).body[0]!.last_error;
  while ((await reason()) === null) assert.ok(Date.now() < until, 'no attempt has ended');
}
function sending(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Invia .+ per e-mail$/ });
}

describe('mail', () => {
  before(prepare);

  test('contacts are added, changed and deleted on the pages of customers and suppliers', async () => {
    const [customer, supplier] = [await createCustomer(api.admin), await createSupplier(api.admin)];
    const page = await open(api.sales, `/anagrafica/clienti/${customer.id}?tab=contacts`);
    await page.getByText('Ancora nessun contatto.').waitFor();
    const add = async (name: string, email: string, ...roles: string[]) => {
      await page.getByRole('button', { name: 'Nuovo contatto' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nuovo contatto' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
      for (const role of roles) await dialog.getByRole('checkbox', { name: role }).check();
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await page.getByRole('row').filter({ hasText: email }).waitFor();
    };
    await add('Ada', 'ada@rossi.example', 'Fatture');
    await add('Bea', 'bea@rossi.example', 'Ordini', 'Consegne');
    await add('Ciro', 'ciro@rossi.example');
    await assertAccessible(page, 'contacts');
    await page.getByRole('row').filter({ hasText: 'Ciro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Modifica contatto' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('nessuno');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('c@rossi.example');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('row').filter({ hasText: 'c@rossi.example' }).waitFor();
    await page.getByRole('button', { name: 'Azioni per Ciro' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('row').filter({ hasText: 'Ciro' }).waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('button', { name: 'Annulla', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Ciro' }).waitFor();
    const other = await open(api.warehouse, '/');
    assert.equal(await other.getByRole('button', { name: 'Nuovo contatto' }).count(), 0);
    await page.goto(`${api.url}/anagrafica/fornitori/${supplier.id}?tab=contacts`);
    await page.getByText('Ancora nessun contatto.').waitFor();
    await add('Zoé', 'zoe@pap.example', 'Ordini');
  });

  matrixTest(
    'X07 a document is sent from its screen, and many at once from its list, by the template of its kind and language, with PDF and XML, to the contacts of its role',
    async () => {
      const page = await open(api.admin, '/');
      const screens = [
        [`/operazioni/vendite?tab=invoices&open=${made.invoice}`, 'ada@rossi.example', /^Fattura FT-/],
        [`/operazioni/vendite?open=${made.list}`, 'bea@rossi.example', /^Documento di trasporto DDT-/],
        [`/operazioni/ordini-fornitori/${made.purchase}`, 'zoe@pap.example', /^Commande /],
        [`/ordiniclienti/visualizza-ordini?order=${made.order}`, 'bea@rossi.example', /^Conferma d'ordine /],
      ] as const;
      for (const [path, address, subject] of screens) {
        await page.goto(api.url + path);
        await page.getByRole('button', { name: 'Invia per e-mail' }).last().click();
        const dialog = sending(page);
        await dialog.getByRole('checkbox', { name: new RegExp(address) }).waitFor();
        assert.ok(await dialog.getByRole('checkbox', { name: new RegExp(address) }).isChecked());
        assert.match(await dialog.getByRole('textbox', { name: 'Oggetto' }).inputValue(), subject);
        assert.equal(
          await dialog.getByRole('checkbox', { name: /XML/ }).count(),
          subject.source.includes('FT-') ? 1 : 0,
        );
        const hasXml = subject.source.includes('FT-');
        if (hasXml) await dialog.getByRole('checkbox', { name: /XML/ }).check();
        await assertAccessible(page, `sending ${address}`);
        await dialog.getByRole('button', { name: 'Invia', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        const [mail] = await received(1);
        assert.deepEqual(mail!.to, [address]);
        assert.match(mail!.raw.toString('utf8'), /filename=\S+\.pdf/);
        assert.equal(/filename=\S+\.xml/.test(mail!.raw.toString('utf8')), hasXml);
      }
      await refusesAndTranslates(page);
      await sendsFromLists(page);
    },
  );

  /** The refusal of a wrong address stays in the dialog; another language has its own template. */
  async function refusesAndTranslates(page: Page) {
    await page.goto(`${api.url}/operazioni/vendite?tab=invoices&open=${made.invoice}`);
    await page.getByRole('button', { name: 'Invia per e-mail' }).last().click();
    const dialog = sending(page);
    await dialog.getByRole('textbox', { name: 'Altri indirizzi' }).fill('nessuno');
    await dialog.getByRole('button', { name: 'Invia', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'to.1' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Lingua' }).click();
    await page.getByRole('option', { name: 'Inglese' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('Invoice FT-')),
    );
    await dialog.getByRole('textbox', { name: 'Altri indirizzi' }).fill('altro@rossi.example');
    await dialog.getByRole('button', { name: 'Invia', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const [mail] = await received(1);
    assert.deepEqual(mail!.to, ['ada@rossi.example', 'altro@rossi.example']);
    assert.match(mail!.raw.toString('utf8'), /^Subject: =\?UTF-8\?Q\?Invoice_FT-/m);
  }

  async function sendsFromLists(page: Page) {
    for (const [path, address] of [
      ['/operazioni/vendite?tab=invoices', 'ada@rossi.example'],
      ['/operazioni/vendite', 'bea@rossi.example'],
      ['/operazioni/ordini-fornitori', 'zoe@pap.example'],
      ['/ordiniclienti/visualizza-ordini', 'bea@rossi.example'],
    ] as const) {
      await page.goto(api.url + path);
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Invia per e-mail' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invia per e-mail' }).click();
      const [mail] = await received(1);
      assert.deepEqual(mail!.to, [address], path);
    }
  }

  matrixTest(
    'invoices go to the Sistema di Interscambio by PEC, from their screen and many at once from the list',
    async () => {
      assert.equal((await api.admin.put('/settings', { sdi_channel: 'pec' })).status, 200);
      const ids: number[] = [];
      for (let count = 0; count < 3; count++) {
        const { invoice } = await sell(api, [{ quantity: 1, unit_price: 10 }], {
          customer: {
            business_name: 'Forno Verdi',
            vat_number: '01234567897',
            codice_destinatario: 'ABC1234',
            modalita_pagamento: 'MP05',
          },
        });
        assert.equal((await api.admin.put(`/invoices/${invoice.id}/status`, { status: 'sent' })).status, 200);
        ids.push(invoice.id);
      }
      smtp.hooks.recipient = () => ({ code: 550, words: 'Not a PEC' });
      const page = await open(api.sales, `/operazioni/vendite?tab=invoices&open=${ids[0]}`);
      await page.getByRole('button', { name: 'Invia per PEC' }).click();
      await page.getByText("L'invio per PEC non è riuscito: 550 Not a PEC").waitFor();
      await assertAccessible(page, 'a refused PEC mail');
      smtp.reset();
      await page.getByRole('button', { name: 'Invia per PEC' }).click();
      await page.getByText('PEC · Utente sales').waitFor();
      await received(1);
      assert.equal(await page.getByRole('button', { name: 'Invia per PEC' }).count(), 0);
      await page.goto(`${api.url}/operazioni/vendite?tab=invoices&q=Verdi&transmission=to_send`);
      for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Invia per PEC' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invia per PEC' }).click();
      for (const { to } of await received(2)) assert.deepEqual(to, ['sdi01@pec.fatturapa.it']);
      for (const id of ids) {
        const { body } = await api.sales.get(`/invoices/${id}`);
        assert.ok(['to_send', 'handed_over'].includes(body.transmission));
      }
      assert.equal((await api.admin.put('/settings', { sdi_channel: 'folder' })).status, 200);
    },
  );

  test('the outbox shows each recipient with the message of the server; a mail is sent again, cancelled and saved', async () => {
    smtp.hooks.recipient = (address) => (address.startsWith('no@') ? { code: 550, words: 'No such user' } : undefined);
    const document = { kind: 'customer_order', id: made.order };
    const body = { document, to: ['si@x.example', 'no@x.example'], subject: 'Conferma di prova', attach: [] };
    assert.equal((await api.sales.post('/mails', body)).status, 201);
    await received(1);
    const page = await open(api.sales, '/report/posta-in-uscita');
    const row = page.getByRole('row').filter({ hasText: 'Conferma di prova' });
    await row.getByText('Rifiutato in parte').waitFor();
    await assertAccessible(page, 'outbox');
    await row.getByText('Conferma di prova').click();
    const dialog = page.getByRole('dialog', { name: 'Conferma di prova' });
    await dialog.getByText('550 No such user').waitFor();
    await assertAccessible(page, 'a row of the outbox');
    await page.keyboard.press('Escape');
    smtp.hooks.recipient = () => ({ code: 451, words: 'Later' });
    const menu = async (item: string) => {
      await row.getByRole('button').last().click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const saved = page.waitForEvent('download');
    await menu('Scarica il messaggio');
    assert.match((await saved).suggestedFilename(), /\.eml$/);
    await menu('Invia di nuovo');
    await row.getByText('In attesa').waitFor();
    // A mail that is being handed over cannot be cancelled.
    await postponed();
    await menu('Annulla invio');
    await page.getByRole('dialog').getByRole('button', { name: 'Annulla invio' }).click();
    await row.getByText('Annullato').waitFor();
    smtp.reset();
  });

  matrixTest('the settings send a test mail and show the answer of the server', async () => {
    const page = await open(api.admin, '/anagrafica/impostazioni');
    await page.getByText('I messaggi partono da ufficio@bobinificio.example.').waitFor();
    await page.getByRole('textbox', { name: 'Indirizzo di prova' }).fill('prova@x.example');
    await page.getByRole('button', { name: 'Invia una prova' }).click();
    await page.getByText('Consegnato al server').waitFor();
    const [mail] = await received(1);
    assert.deepEqual(mail!.to, ['prova@x.example']);
  });
});
