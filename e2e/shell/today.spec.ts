/** Forms use the company's current day, regardless of the browser's time zone. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Page } from 'playwright-core';
import { createCustomer, createCustomerOrder, createProduct } from '../../server/src/testing/factories.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
/** 25 hours apart: their current days always differ, so the browser's day is wrong in at least one. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Niue'];
const FORMS = [
  ['/operazioni/ordini-fornitori/nuovo', 'Data ordine'],
  ['/operazioni/prezzi/nuovo', 'Data inizio'],
  ['/operazioni/movimenti/nuovo', 'Data'],
  ['/operazioni/trasferimenti', 'Data'],
  ['/ordiniclienti/inserimento-ordine?edit=new', 'Data ordine cliente'],
  ['/report/valorizzazione', 'Data inizio'],
  ['/report/valorizzazione', 'Data fine'],
] as const;

async function moveTo(time_zone: string): Promise<string> {
  assert.equal((await api.admin.put('/settings', { time_zone })).status, 200);
  const { body } = await api.orders.get('/company/today');
  assert.equal(body.time_zone, time_zone);
  return body.today.split('-').toReversed().join('/');
}
async function expectDay(page: Page, label: string, day: string) {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.waitFor();
  assert.equal(await field.inputValue(), day, `${page.url()} ${label}`);
}

describe('today', () => {
  matrixTest("every form fills in the company's day, also in a new browser", async () => {
    const days = [];
    for (const zone of ZONES) {
      const day = await moveTo(zone);
      days.push(day);
      for (const [path, label] of FORMS) await expectDay(await open(api.orders, path), label, day);
    }
    assert.notEqual(days[0], days[1]);
  });

  matrixTest("produced quantities and file names use the company's day", async () => {
    const boxes = await createProduct(api.admin, { unit_of_measure: 'box' });
    const customer = await createCustomer(api.admin);
    const { items } = await createCustomerOrder(api.admin, customer.id, [
      { product_id: boxes.id, quantity: 10, unit_price: 1 },
    ]);
    for (const zone of ZONES) {
      const day = await moveTo(zone);
      const form = await open(api.warehouse, `/produzione/stato?item=${items[0]!.id}&operation=new`);
      await expectDay(form, 'Data di produzione', day);
      const page = await open(api.warehouse, '/produzione/stato');
      await page.getByRole('grid').locator('[data-index]').first().waitFor();
      const downloaded = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Esporta Excel' }).click();
      const name = (await downloaded).suggestedFilename();
      assert.ok(name.endsWith(`-${day.split('/').toReversed().join('-')}.xlsx`), `${name} on ${day}`);
    }
  });

  matrixTest('follows the setting without a reload', async () => {
    const first = await moveTo(ZONES[0]!);
    const page = await open(api.sales, '/operazioni/prezzi/nuovo');
    await expectDay(page, 'Data inizio', first);
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prezzi' }).waitFor();
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/company/today'));
    const second = await moveTo(ZONES[1]!);
    await (await answer).finished();
    await page.waitForFunction((zone) => localStorage.getItem('time_zone') === zone, ZONES[1]!);
    await page.getByRole('link', { name: 'Nuovo prezzo' }).first().click();
    await expectDay(page, 'Data inizio', second);
  });
});
