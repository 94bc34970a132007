/** Payments of customers, their open amounts, and reminders. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import type { Reminder } from '@bobina/contract/sales/receivables.ts';
import { completeCompany, createCustomer } from '../../server/src/testing/factories.ts';
import { redateInstalment, redateInvoice } from '../../server/src/testing/home-data.ts';
import { sell } from '../../server/src/testing/invoiced.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const { api } = stage;
const PATH = '/operazioni/pagamenti';
const AGING = '/operazioni/scadenzario';
const REMINDERS = '/operazioni/solleciti';
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
let customer: Customer;
const invoices: Invoice[] = [];

async function prepare() {
  await completeCompany(api.admin);
  await createCustomer(api.admin, { business_name: 'Altro cliente' });
  for (const amount of [100, 50]) {
    const sold = await sell(api, [{ quantity: 1, unit_price: amount }], {
      customer: { business_name: `Forno ${amount}` },
    });
    customer ??= sold.customer;
    await api.sales.put(`/invoices/${sold.invoice.id}/status`, { status: 'sent' });
    await redateInvoice(api.db, sold.invoice.id, { dated: addDays(day, -60), due: addDays(day, -40) });
    invoices.push((await api.admin.get<Invoice>(`/invoices/${sold.invoice.id}`)).body);
  }
}

describe('payments', () => {
  before(prepare);

  matrixTest('the form of an order names what its customer has not paid in time', async () => {
    const page = await stage.open(api.sales, '/ordiniclienti/inserimento-ordine?edit=new');
    const pick = (name: string) => choose(page, page.getByRole('combobox', { name: 'Cliente' }), name);
    await pick('Forno 50');
    const note = page.getByText('Scaduto da incassare: 61,00 €.');
    await note.waitFor();
    await pick('Altro cliente');
    await note.waitFor({ state: 'detached' });
  });

  test('a payment is typed by keyboard, spread over the open invoices, listed, and reversed', async () => {
    const page = await stage.open(api.administration, PATH);
    await page.getByRole('heading', { level: 1, name: 'Pagamenti' }).waitFor();
    await page.getByRole('button', { name: 'Nuovo pagamento' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('input'));
    await page.keyboard.type('Forno 100');
    await page.getByRole('option', { name: 'Forno 100' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('table').waitFor();
    await dialog.getByRole('textbox', { name: /^Importo/ }).focus();
    // As fast as a scanner, it would be read as a scan, whose Enter presses nothing.
    await page.keyboard.type('130,50', { delay: 60 });
    // Saved too early: nothing is stored before the user has seen that no invoice is settled.
    await page.keyboard.press('Control+s');
    const question = page.getByRole('dialog', { name: 'Salvare così?' });
    await question.getByText('nessuna parte del pagamento').waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    // The form focuses the field of the question a moment after the dialog has given the focus back.
    await page.waitForTimeout(150);
    await dialog
      .getByRole('textbox', { name: /^Importo/ })
      .and(page.locator(':focus'))
      .waitFor();
    // Enter leaves the amount, which is then allotted, and stores nothing.
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Valuta' }).and(page.locator(':focus')).waitFor();
    assert.deepEqual((await api.admin.get<Payment[]>('/payments')).body, []);
    await dialog.getByRole('status').filter({ hasText: '122,00' }).getByText('Resto: 8,50 € come acconto').waitFor();
    await dialog.getByRole('combobox', { name: 'Modalità' }).fill('MP02');
    await page.keyboard.press('Control+s');
    // More than the customer owes.
    await question.getByText('supera di 8,50 €').waitFor();
    await question.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [payment] = (await api.admin.get<Payment[]>('/payments')).body;
    assert.deepEqual(
      [payment!.amount, payment!.allocations.map(({ amount }) => amount), payment!.unallocated_amount, payment!.day],
      [130.5, [122], 8.5, day],
    );
    assert.equal((await api.admin.get<Invoice>(`/invoices/${invoices[0]!.id}`)).body.status, 'paid');
    await page.getByRole('gridcell', { name: '130,50' }).waitFor();
    // A code of FatturaPA is shown by its name.
    await page.getByRole('gridcell', { name: 'Assegno', exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Azioni per / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Storna' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Storna' }).click();
    await page.getByRole('gridcell', { name: 'Stornato' }).waitFor();
    assert.equal((await api.admin.get<Invoice>(`/invoices/${invoices[0]!.id}`)).body.status, 'sent');
  });

  matrixTest('an invoice shows the paid and the open amount', async () => {
    const { id, customer_id } = invoices[1]!;
    const body = { customer_id, day, amount: 11, allocations: [{ invoice_id: id, amount: 11 }] };
    assert.equal((await api.admin.post('/payments', body)).status, 201);
    const page = await stage.open(api.administration, `/operazioni/vendite?tab=invoices&open=${id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('50,00').first().waitFor();
    await dialog.getByText('Pagata in parte').waitFor();
    await dialog.getByRole('button', { name: 'Registra un pagamento' }).click();
    await page.waitForURL(/pagamenti\?/);
    const form = page.getByRole('dialog', { name: 'Nuovo pagamento' });
    const part = form.getByRole('textbox', { name: invoices[1]!.invoice_number! });
    await part.waitFor();
    // 50 with 22 % VAT, less the 11 that are paid
    assert.equal(await form.getByRole('textbox', { name: /^Importo/ }).inputValue(), '50,00');
    assert.equal(await part.inputValue(), '50,00');
    const endOf = async (place: Locator) => {
      const { x, width } = (await place.boundingBox())!;
      return x + width;
    };
    const head = await endOf(form.getByRole('columnheader', { name: 'Da assegnare' }));
    const padding = head - (await endOf(part));
    assert.ok(padding > 0 && padding < 20, `the box ends below its heading: ${padding}`);
    await part.fill('20');
    await page.keyboard.press('Control+s');
    await form.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('invoice_id'), null);
    const [payment] = (await api.admin.get<Payment[]>(`/payments?customer_id=${customer_id}`)).body;
    assert.deepEqual([payment!.amount, payment!.allocations.map(({ amount }) => amount)], [50, [20]]);
  });

  test('aging shows overdue amounts, and a reminder is made from it, marked as sent, and kept', async () => {
    const page = await stage.open(api.administration, AGING);
    await page.getByRole('heading', { level: 1, name: 'Scadenzario clienti' }).waitFor();
    // An amount opens its invoices: of the age, not of another one.
    await page.getByRole('row').filter({ hasText: 'Forno 100' }).getByRole('link', { name: '122,00' }).first().click();
    await page.waitForURL(/status=overdue.*due_from=.*due_until=/);
    await page.getByText('1 fattura', { exact: true }).waitFor();
    await page.getByRole('link', { name: invoices[0]!.invoice_number! }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Azioni per Forno 100' }).click();
    await page.getByRole('menuitem', { name: 'Nuovo sollecito' }).click();
    await page.waitForURL(/solleciti/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Totali').getByText('122,00 €').first().waitFor();
    await dialog.getByText('Nessun sollecito inviato finora.').waitFor();
    const overdue = dialog.getByRole('group', { name: 'Scadenze che il sollecito elenca' });
    await overdue.getByRole('link', { name: invoices[0]!.invoice_number! }).waitFor();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: 'Bozza' }).waitFor();
    await page
      .getByRole('button', { name: /^Azioni per / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Segna come inviato' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Segna come inviato' }).click();
    await page.getByRole('gridcell', { name: 'Inviato' }).waitFor();
    const [reminder] = (await api.admin.get<Reminder[]>('/reminders')).body;
    assert.deepEqual([reminder!.step, reminder!.status, reminder!.overdue_amount], [1, 'sent', 122]);
    // The next one follows it, also for a customer who is chosen in the form.
    await page.getByRole('button', { name: 'Nuovo sollecito' }).click();
    await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Forno 100');
    await dialog.getByText(/^Ultimo inviato: 1 – promemoria, il \d/).waitFor();
    assert.equal(await dialog.getByLabel('Livello').first().inputValue(), '2 – sollecito');
    // A save waits for the customers and for the step that follows the customer's last one.
    await page.goto(`${api.url}/operazioni/solleciti?new=true`);
    await page.route(/\/api\/(reminders|customers)\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await dialog.getByRole('combobox', { name: 'Cliente' }).focus();
    await page.keyboard.type('forno 100');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'detached' });
    const [draft] = (await api.admin.get<Reminder[]>('/reminders?status=draft')).body;
    assert.deepEqual([draft!.customer_name, draft!.step], ['Forno 100', 2]);
    await api.admin.delete(`/reminders/${draft!.id}`);
  });

  matrixTest(
    'reminders of several customers are created at once, each one step further; totals stand above',
    async () => {
      const sent = (await api.admin.post<Reminder>('/reminders', { customer_id: customer.id, step: 1 })).body;
      assert.equal((await api.admin.put(`/reminders/${sent.id}/sent`, {})).status, 200);
      const page = await stage.open(api.administration, AGING);
      await page.getByLabel('Totali').getByText('1–30 giorni').waitFor();
      const before = (await api.admin.get<Reminder[]>('/reminders')).body.length;
      const remind = async () => {
        await page.getByRole('checkbox', { name: 'Seleziona tutte le righe' }).check();
        await page.getByRole('button', { name: 'Crea solleciti' }).click();
        await page.getByRole('dialog').getByText('Creare una bozza di sollecito per 2 clienti?').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Crea solleciti' }).click();
      };
      await remind();
      await page.getByText(/^Crea solleciti: 2/).waitFor();
      const made = (await api.admin.get<Reminder[]>('/reminders?status=draft')).body;
      assert.deepEqual(made.map(({ customer_name, step }) => [customer_name, step]).toSorted(), [
        ['Forno 100', 2],
        ['Forno 50', 1],
      ]);
      await remind();
      await page.getByText("Una bozza di sollecito c'è già").first().waitFor();
      assert.equal((await api.admin.get<Reminder[]>('/reminders')).body.length, before + 2);
    },
  );

  test('the payment of an invoice in another currency is proposed in that currency', async () => {
    const sold = await sell(api, [{ quantity: 1, unit_price: 70 }], {
      customer: { business_name: 'Boulangerie', country_code: 'US', valuta: 'USD' },
    });
    await api.sales.put(`/invoices/${sold.invoice.id}`, { exchange_rate: 1.25 });
    const sent = await api.sales.put<Invoice>(`/invoices/${sold.invoice.id}/status`, { status: 'sent' });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    const page = await stage.open(api.administration, `/operazioni/vendite?tab=invoices&open=${sold.invoice.id}`);
    const shown = page.getByRole('dialog');
    await shown.getByText('85,40 USD').first().waitFor();
    assert.equal(await shown.getByText('85,40 €').count(), 0);
    await shown.getByRole('button', { name: 'Registra un pagamento' }).click();
    const form = page.getByRole('dialog', { name: 'Nuovo pagamento' });
    await form.getByRole('textbox', { name: sent.body.invoice_number! }).waitFor();
    assert.equal(await form.getByRole('combobox', { name: 'Valuta' }).inputValue(), 'USD');
    // As from the aging, without an invoice.
    await page.goto(`${api.url}${PATH}?customer_id=${sold.customer.id}&new=true`);
    const part = form.getByRole('textbox', { name: sent.body.invoice_number! });
    const amount = form.getByRole('textbox', { name: /^Importo/ });
    await part.waitFor();
    assert.equal(await form.getByRole('combobox', { name: 'Valuta' }).inputValue(), 'USD');
    // The amount follows the parts while it is empty, and the parts the amount until they are changed.
    await part.fill('20');
    assert.equal(await amount.inputValue(), '20,00');
    await part.fill('');
    assert.equal(await amount.inputValue(), '');
    await page.reload();
    await amount.fill('100');
    await page.keyboard.press('Tab');
    await form.getByRole('status').filter({ hasText: '85,40' }).waitFor();
    await amount.fill('50');
    await page.keyboard.press('Tab');
    await form.getByRole('status').filter({ hasText: '50,00' }).waitFor();
    await part.fill('30');
    await amount.fill('60');
    await page.keyboard.press('Tab');
    await form.getByRole('status').filter({ hasText: '30,00' }).waitFor();
    assert.equal(await part.inputValue(), '30,00');
  });

  test('a payment that is opened from an invoice settles that one alone until it is spread', async () => {
    const { customer: owing, invoice } = await sell(api, [{ quantity: 1, unit_price: 100 }], {
      customer: { business_name: 'Due fatture' },
    });
    const { invoice: other } = await sell(api, [{ quantity: 1, unit_price: 200 }], { of: owing });
    for (const { id } of [invoice, other]) await api.sales.put(`/invoices/${id}/status`, { status: 'sent' });
    const page = await stage.open(api.administration, `${PATH}?invoice_id=${invoice.id}&new=true`);
    const form = page.getByRole('dialog', { name: 'Nuovo pagamento' });
    const amount = form.getByRole('textbox', { name: /^Importo/ });
    const shown = form.getByRole('status').filter({ hasText: 'Assegnato' });
    await shown.filter({ hasText: '122,00' }).waitFor();
    await amount.fill('999999');
    await page.keyboard.press('Tab');
    await shown.getByText('Resto: 999.877,00 € come acconto').waitFor();
    await form.getByRole('button', { name: 'Ripartisci dalla più vecchia' }).click();
    await shown.getByText('Resto: 999.633,00 € come acconto').waitFor();
    await page.keyboard.press('Control+s');
    const question = page.getByRole('dialog', { name: 'Salvare così?' });
    await question.getByText('supera di 999.633,00 €').waitFor();
    await question.getByRole('button', { name: 'Salva' }).click();
    await form.waitFor({ state: 'detached' });
    const [payment] = (await api.admin.get<Payment[]>(`/payments?customer_id=${owing.id}`)).body;
    assert.deepEqual(
      payment!.allocations.map((part) => part.amount),
      [122, 244],
    );
  });

  test('an invoice that is overdue by an instalment shows its day below the due day', async () => {
    const { id: tipo_pagamento_id } = (
      await api.admin.post('/condizioni-pagamento', {
        descrizione: '30/60',
        instalments: [
          { days: 30, percent: 50 },
          { days: 60, percent: 50 },
        ],
      })
    ).body;
    const { customer: owing, invoice } = await sell(api, [{ quantity: 1, unit_price: 100 }], {
      customer: { business_name: 'A rate', tipo_pagamento_id },
    });
    await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
    const due = addDays(day, -14);
    await redateInstalment(api.db, invoice.id, { position: 1, due });
    const page = await stage.open(api.administration, `/operazioni/vendite?tab=invoices&customer_id=${owing.id}`);
    await page.getByRole('gridcell', { name: 'Scaduta' }).waitFor();
    const shown = (value: string) => value.split('-').toReversed().join('/');
    const line = page.getByText(`1ª ${shown(due)}`, { exact: true });
    await page
      .getByRole('gridcell')
      .filter({ hasText: shown(addDays(day, 60)) })
      .filter({ has: line })
      .waitFor();
    const isWhole = await line.evaluate((element) => element.scrollWidth <= element.clientWidth);
    assert.ok(isWhole, 'the day is not clipped');
    await line.hover();
    await page.getByRole('tooltip', { name: `1ª rata ${shown(due)}` }).waitFor();
    // The sum of the list has the part that is due, which the home counts.
    const sums = page.getByLabel('Totali', { exact: true });
    assert.equal(plain(await sums.innerText()), 'Totale 122,00 € Da incassare 122,00 €');
    await page.getByRole('combobox', { name: 'Stato' }).click();
    await page.getByRole('option', { name: 'Scaduta', exact: true }).click();
    await sums.getByText('61,00 €', { exact: true }).waitFor();
    assert.equal(plain(await sums.innerText()), 'Totale 122,00 € Da incassare 122,00 € di cui scaduto 61,00 €');
    const range = `due_from=${addDays(day, 30)}&due_until=${addDays(day, 90)}`;
    await page.goto(`${api.url}/operazioni/vendite?tab=invoices&customer_id=${owing.id}&status=open&${range}`);
    await sums.getByText('di cui in scadenza nel periodo').waitFor();
    await sums.getByText('61,00 €', { exact: true }).waitFor();
  });

  matrixTest('reminders and the dialog of a new one are accessible on a phone', async () => {
    const page = await stage.open(api.administration, REMINDERS, { viewport: PHONE });
    await page.getByRole('heading', { level: 1, name: 'Solleciti' }).waitFor();
    await assertAccessible(page, 'reminders');
    await page.goto(`${api.url}${REMINDERS}?new=true`);
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, 'a new reminder');
  });
});

/** A text with plain spaces. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
