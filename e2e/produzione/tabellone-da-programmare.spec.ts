/** The tray of unscheduled work beside the board, and jobs that wait until a day. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, today } from '@bobina/contract/core/dates.ts';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createScheduling,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { enterDay } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/programmazione?view=board';
const made = {} as Record<'customer' | 'timed' | 'untimed', number>;

async function prepare() {
  const { admin } = stage.api;
  made.customer = (await createCustomer(admin, { business_name: 'Panificio Rossi' })).id;
  made.timed = (await createProduct(admin, { code: 'SACCO-1', unit_of_measure: 'box', minuti_x_confezione: 3 })).id;
  made.untimed = (await createProduct(admin, { code: 'SACCO-2', unit_of_measure: 'box' })).id;
}
async function newOrder(product_id: number) {
  const order = await createCustomerOrder(
    stage.api.admin,
    made.customer,
    [{ product_id, quantity: 100, unit_price: 1 }],
    { requested_delivery_date: '2099-01-01' },
  );
  return { number: order.order_number, item: order.items[0]!.id };
}
function newMachine(code: string) {
  return createMachine(stage.api.admin, { code, description: `Macchina ${code}` });
}
async function jobsOf(machine: { id: number }) {
  const { body } = await stage.api.warehouse.get<MachineBoard[]>('/production/board');
  return (
    body
      .find(({ machine_id }) => machine_id === machine.id)
      ?.jobs.map((job) => [job.order_number, job.quantity_to_produce, job.production_minutes]) ?? []
  );
}
function card(page: Page, { item }: { item: number }) {
  return page.getByRole('complementary', { name: 'Da programmare' }).locator(`[data-job="${-item}"]`);
}
/** The job that has the focus; a line of the tray is negative. */
function focusedJob(page: Page): Promise<number> {
  return page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['job'] ?? 0));
}
function lane(page: Page, code: string) {
  return page.getByRole('region', { name: `${code} · Macchina ${code}` });
}

describe('the tray', () => {
  before(prepare);

  matrixTest(
    'S41 unscheduled work is listed beside the board and is scheduled by drag and drop or keys; a line without a calculated time opens its form; a job starts no earlier than its day, which its form stores and the board shows',
    async () => {
      const machine = await newMachine('V-01');
      const first = await newOrder(made.timed);
      await createScheduling(stage.api.admin, first.item, machine.id, 100, { production_time: '40 ore' });
      const [dragged, carried, untimed] = [
        await newOrder(made.timed),
        await newOrder(made.timed),
        await newOrder(made.untimed),
      ];
      const page = await stage.open(stage.api.warehouse, PATH);
      await page.getByText('3 righe da programmare').waitFor();
      await assertAccessible(page, 'the tray');
      assert.equal(await card(page, first).count(), 0, 'scheduled in full');

      // By pointer, before the job of the lane.
      const from = (await card(page, dragged).boundingBox())!;
      const track = (await lane(page, 'V-01').locator('[data-track]').boundingBox())!;
      await page.mouse.move(from.x + 40, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, from.y + from.height / 2, { steps: 3 });
      await page.mouse.move(track.x + 20, track.y + track.height / 2, { steps: 12 });
      await page.locator('[data-mark]').waitFor();
      await page.mouse.up();
      await page.getByText(`${dragged.number} programmato su V-01`).waitFor();
      await page.getByText('2 righe da programmare').waitFor();
      await card(page, dragged).waitFor({ state: 'detached' });
      const placed = [dragged.number, 100, 300];
      await lane(page, 'V-01').locator('[data-job]').nth(1).waitFor();
      await waitUntil(async () => JSON.stringify((await jobsOf(machine))[0]) === JSON.stringify(placed));

      // By keys: Space picks the job up, an arrow moves it to the machine, Escape cancels, Enter drops it.
      await card(page, carried).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await lane(page, 'V-01').locator(`[data-job="${-carried.item}"]`).waitFor();
      await page.keyboard.press('Escape');
      await card(page, carried).waitFor();
      assert.equal((await jobsOf(machine)).length, 2);
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByText(`${carried.number} programmato su V-01`).waitFor();
      await waitUntil(async () => (await jobsOf(machine)).at(-1)?.[0] === carried.number);
      assert.equal((await jobsOf(machine)).length, 3);
      // The notice takes it back.
      await page
        .locator('.toasts [role=alert]')
        .filter({ hasText: `${carried.number} programmato su V-01` })
        .getByRole('button', { name: 'Annulla' })
        .click();
      await card(page, carried).waitFor();
      await waitUntil(async () => (await jobsOf(machine)).length === 2);

      // Its product has no minutes per pack.
      await page.getByText('2 righe da programmare').waitFor();
      await card(page, untimed).click();
      await page.getByRole('dialog', { name: /Programma|programma/ }).waitFor();
      await page.keyboard.press('Escape');

      await waitsUntilItsDay();
    },
  );

  test('a phone has the tray above the machines: its lines are scheduled by their form, and a job is put back', async () => {
    const machine = await newMachine('V-09');
    const [line, planned] = [await newOrder(made.timed), await newOrder(made.timed)];
    await createScheduling(stage.api.admin, planned.item, machine.id, 100, { production_time: '4 ore' });
    const page = await stage.open(stage.api.warehouse, PATH, { viewport: PHONE });
    const tray = page.getByRole('list', { name: 'Da programmare' });
    await page.getByText('Da programmare ·').tap();
    await tray.getByRole('button', { name: line.number }).waitFor();
    await assertAccessible(page, 'the tray of a phone');
    await page.getByRole('searchbox', { name: 'Cerca tra le righe da programmare' }).fill(line.number);
    await page.getByText('1 riga da programmare').waitFor();
    await tray.getByRole('button', { name: line.number }).tap();
    await page.getByRole('dialog', { name: 'Programma produzione' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill(planned.number);
    await page.getByText('0 righe da programmare').waitFor();
    await lane(page, 'V-09').getByRole('button', { name: planned.number }).tap();
    await page
      .getByRole('dialog', { name: planned.number })
      .getByRole('button', { name: 'Togli dalla macchina' })
      .tap();
    await page
      .getByRole('dialog', { name: 'Togliere dalla macchina?' })
      .getByRole('button', { name: 'Togli dalla macchina' })
      .tap();
    await tray.getByRole('button', { name: planned.number }).waitFor();
    assert.deepEqual(await jobsOf(machine), []);
  });

  matrixTest('two keys lead into the tray, and after a drop the next line is ready to be lifted', async () => {
    const machine = await newMachine('A-00');
    const orders = [await newOrder(made.timed), await newOrder(made.timed), await newOrder(made.timed)];
    const page = await stage.open(stage.api.warehouse, PATH);
    await card(page, orders[2]!).waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.matches('aside input[type=search]'));
    // The lines whose time is calculated.
    await page.keyboard.type('SACCO-1');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('aside [data-job]')].every((line) => line.textContent!.includes('SACCO-1')),
    );
    await page.keyboard.press('ArrowDown');
    for (const jobs of [1, 2]) {
      const focused = await focusedJob(page);
      assert.ok(focused < 0, 'a line of the tray has the focus');
      // From the tray, the down arrow goes to the first machine.
      for (const key of ['Space', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await waitUntil(async () => (await jobsOf(machine)).length === jobs);
      await page.locator(`aside [data-job="${focused}"]`).waitFor({ state: 'detached' });
    }
    assert.ok((await focusedJob(page)) < 0, 'the next line has the focus');
  });

  matrixTest('a card that is held at the edge of a long tray scrolls neither the tray nor the page', async () => {
    await newMachine('V-03');
    for (let n = 0; n < 12; n++) await newOrder(made.timed);
    const page = await stage.open(stage.api.warehouse, PATH, { viewport: { width: 1440, height: 700 } });
    const tray = page.getByRole('complementary', { name: 'Da programmare' }).getByRole('list');
    await tray.locator('[data-job]').nth(11).waitFor();
    const { x, y, width, height } = (await tray.boundingBox())!;
    assert.ok(await tray.evaluate((list) => list.scrollHeight > list.clientHeight), 'the tray scrolls');
    await page.mouse.move(x + width / 2, y + height - 40);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height - 10, { steps: 6 });
    await page.locator('[data-ghost]').waitFor();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    assert.equal(await tray.evaluate((list) => list.scrollTop), 0);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page does not scroll either');
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

async function waitUntil(isDone: () => Promise<boolean>) {
  const end = Date.now() + 15_000;
  while (!(await isDone())) {
    assert.ok(Date.now() < end, 'the board does not reach the expected state');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Sets the day in the form of a job; the board starts the job no sooner and shows the day. */
async function waitsUntilItsDay() {
  const machine = await newMachine('V-02');
  const { item } = await newOrder(made.timed);
  const { id } = await createScheduling(stage.api.admin, item, machine.id, 100, { production_time: '1 ora' });
  const day = addDays(today('Europe/Rome'), 14);
  const shown = day.split('-').toReversed().join('/');
  const page = await stage.open(stage.api.warehouse, `${PATH}&job=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Modifica' }).click();
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Quantità da produrre') });
  await enterDay(form.getByRole('textbox', { name: 'Non prima del' }), shown);
  await form.getByRole('button', { name: 'Salva' }).click();
  await form.waitFor({ state: 'detached' });
  const stored = await stage.api.warehouse.post('/production/print-report', { itemIds: [item] });
  assert.equal(stored.body.data[0].schedulings[0].not_before, day);
  // In days, the job lies beyond the right edge, where the board draws nothing.
  await page.getByText('Settimane', { exact: true }).click();
  await lane(page, 'V-02').locator(`[data-job="${id}"]`).click();
  const details = page.getByRole('dialog');
  await details.getByText('Non prima del').waitFor();
  const text = (await details.innerText()).replaceAll(/\s+/g, ' ');
  const starts = /Inizio previsto (\d\d)\/(\d\d)\/(\d{4})/.exec(text);
  assert.ok(starts && `${starts[3]}-${starts[2]}-${starts[1]}` >= day, text);
}
