/**
 * The board: one lane per machine, one bar per job. Jobs move by mouse, keyboard or dialog, and all users see each
 * change.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createScheduling,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/programmazione?view=board';
const FAR = '2099-01-01';
const made = {} as Record<'customer' | 'product', number>;

async function prepare() {
  if (made.customer) return;
  made.customer = (await createCustomer(stage.api.admin, { business_name: 'Panificio Rossi' })).id;
  made.product = (await createProduct(stage.api.admin, { code: 'SACCO-1', unit_of_measure: 'box' })).id;
}
/** Creates a machine with jobs of these times, in this order, each for a separate order. */
async function machineWith(code: string, times: readonly string[], delivery = FAR) {
  const { admin } = stage.api;
  const machine = await createMachine(admin, { code, description: `Macchina ${code}` });
  const jobs: { id: number; number: string; item: number; order: number }[] = [];
  for (const production_time of times) {
    const order = await createCustomerOrder(
      admin,
      made.customer,
      [{ product_id: made.product, quantity: 100, unit_price: 1 }],
      { requested_delivery_date: delivery },
    );
    const item = order.items[0]!.id;
    const { id } = await createScheduling(admin, item, machine.id, 100, { production_time });
    jobs.push({ id, number: order.order_number, item, order: order.id });
  }
  if (jobs.length > 0)
    await admin.put('/production/board', { machine_id: machine.id, schedulings: jobs.map(({ id }) => id) });
  return { ...machine, jobs };
}
async function boardOf(machine: { id: number }): Promise<MachineBoard | undefined> {
  return (await stage.api.warehouse.get<MachineBoard[]>('/production/board')).body.find(
    ({ machine_id }) => machine_id === machine.id,
  );
}
async function orderOf(machine: { id: number }) {
  return (await boardOf(machine))?.jobs.map(({ scheduling_id }) => scheduling_id) ?? [];
}

async function open(look: Parameters<typeof stage.open>[2] = {}, zoom = ''): Promise<Page> {
  const page = await stage.open(stage.api.warehouse, `${PATH}${zoom}`, look);
  await page.locator('[data-job]').first().waitFor();
  return page;
}
function lane(page: Page, code: string) {
  return page.getByRole('region', { name: `${code} · Macchina ${code}` });
}
function bar(page: Page, { id }: { id: number }) {
  return page.locator(`[data-job="${id}"]`);
}
/** Returns the jobs of a lane as displayed, from left to right. */
async function shownIn(where: Locator): Promise<number[]> {
  return (
    await where
      .locator('[data-job]')
      .evaluateAll((bars) =>
        bars
          .map((one) => [
            one.getBoundingClientRect().x,
            one.getBoundingClientRect().y,
            Number(one.getAttribute('data-job')),
          ])
          .toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!),
      )
  ).map(([, , id]) => id!);
}
async function until<T>(read: () => Promise<T>, wanted: T, what: string): Promise<void> {
  const end = Date.now() + 15_000;
  let last = await read();
  while (JSON.stringify(last) !== JSON.stringify(wanted) && Date.now() < end) {
    await new Promise((resolve) => setImmediate(resolve));
    last = await read();
  }
  assert.deepEqual(last, wanted, what);
}
function expectAnnouncement(page: Page, text: string | RegExp) {
  return page.locator('[data-announcement]').getByText(text).waitFor();
}
/** Drags with the mouse, in small steps, to a point of another element. */
async function drag(page: Page, from: Locator, to: Locator, at: { x: number; y: number }) {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2, { steps: 3 });
  await page.mouse.move(end.x + at.x, end.y + at.y, { steps: 12 });
  await page.locator('[data-mark]').waitFor();
}

describe('the board', () => {
  matrixTest('an empty board explains its content', async () => {
    const page = await stage.open(stage.api.warehouse, PATH);
    await page.getByRole('heading', { name: 'Nessuna macchina attiva' }).waitFor();
    await assertAccessible(page, 'no machines');
    await createMachine(stage.api.admin, { code: 'A-01' });
    await page.getByRole('heading', { name: 'Nessun lavoro sulle macchine' }).waitFor();
    await assertAccessible(page, 'no jobs');
  });

  describe('with jobs', () => {
    before(prepare);

    test('bars have the length of their minutes, follow each other over working days, and mark late jobs', async () => {
      const machine = await machineWith('B-01', ['4 ore', '8 ore', '1 ora']);
      const late = await machineWith('B-02', ['2 ore', '30 ore'], '2026-03-20');
      await machineWith('TAG-02', ['55 ore']);
      const idle = await createMachine(stage.api.admin, { code: 'B-03', description: 'Macchina B-03' });
      const page = await stage.open(stage.api.warehouse, '/produzione/programmazione');
      await page.getByRole('tab', { name: 'Tabellone' }).click();
      await page.waitForURL((url) => url.searchParams.get('view') === 'board');
      await bar(page, machine.jobs[0]!).waitFor();
      const boxes = await Promise.all(machine.jobs.map(async (job) => (await bar(page, job).boundingBox())!));
      const [half, whole, hour] = boxes;
      assert.ok(Math.abs(whole!.width / half!.width - 2) < 0.05, 'twice the minutes, twice the length');
      assert.ok(Math.abs(half!.width / hour!.width - 4) < 0.3, 'four times the minutes');
      assert.ok(Math.abs(half!.x + half!.width - whole!.x) < 4, 'one after the other');
      const calendar = (await stage.api.warehouse.get('/production/calendar')).body;
      const days = await page
        .locator('[data-day]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-day')!));
      assert.ok(days.length > 3 && days[0]! >= calendar.today);
      assert.ok(
        days.every((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())),
        'no weekends',
      );
      await lane(page, 'B-01').getByText('13,00 h · 1,63 gg').waitFor();
      await lane(page, 'B-03').waitFor();
      assert.equal(await lane(page, 'B-03').locator('[data-job]').count(), 0);
      // A late job has another color and a text or icon.
      const overdue = bar(page, late.jobs[0]!);
      assert.match(
        (await overdue.locator('.visually-hidden').textContent())!,
        /consegna 20\/03\/2026, in ritardo di \d+ giorni, riga in ritardo$/,
      );
      await overdue.locator('svg').waitFor();
      await bar(page, late.jobs[1]!)
        .getByText(/^in ritardo di \d+ giorni/)
        .waitFor();
      const colour = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
      assert.notEqual(await colour(overdue), await colour(bar(page, machine.jobs[0]!)));
      assert.equal(await bar(page, machine.jobs[0]!).locator('svg').count(), 0);
      // A job in time shows its delivery day, and one of high priority a flag.
      await bar(page, machine.jobs[1]!).getByText('cons. 01/01', { exact: true }).waitFor();
      await stage.api.admin.put(`/customer-orders/items/${machine.jobs[1]!.item}/priority`, { priority: 'alta' });
      await bar(page, machine.jobs[1]!).locator('svg').waitFor();
      const lines = await lane(page, 'TAG-02')
        .getByRole('heading')
        .evaluate((heading) => {
          const range = document.createRange();
          range.selectNodeContents(heading.firstChild!);
          return range.getClientRects().length;
        });
      assert.equal(lines, 1, 'the code is on one line');
      await lane(page, 'B-02').getByText('2 righe in ritardo').waitFor();
      await assertAccessible(page, 'filled');
      // The URL keeps the zoom level.
      await page.getByText('Ore', { exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get('zoom') === 'hours');
      assert.ok((await bar(page, machine.jobs[0]!).boundingBox())!.width > 2.5 * half!.width);
      // Changed working hours and days apply at once.
      await stage.api.admin.put('/settings', { working_hours_per_day: 4, working_days: [1, 2, 3, 4, 5, 6] });
      await lane(page, 'B-01').getByText('13,00 h · 3,25 gg').waitFor();
      await stage.api.admin.put('/settings', { working_hours_per_day: 8, working_days: [1, 2, 3, 4, 5] });
      await stage.api.admin.delete(`/machines/${idle.id}`);
      await lane(page, 'B-03').waitFor({ state: 'detached' });
    });

    test('a job can be dragged within a machine and to another; the move survives a reload and appears for a second user', async () => {
      const [one, two] = [await machineWith('C-01', ['4 ore', '4 ore', '4 ore']), await machineWith('C-02', ['5 ore'])];
      const [a, b, c] = one.jobs;
      const other = await stage.open(stage.api.administration, PATH);
      await bar(other, a!).waitFor();
      const page = await open();
      await drag(page, bar(page, a!), bar(page, b!), { x: 100, y: 20 });
      await page.mouse.up();
      await until(() => shownIn(lane(page, 'C-01')), [b!.id, a!.id, c!.id], 'at once');
      await until(() => orderOf(one), [b!.id, a!.id, c!.id], 'stored');
      await until(() => shownIn(lane(other, 'C-01')), [b!.id, a!.id, c!.id], 'seen by the second user');
      // A drop beside the bars of another machine moves the job to the end of its lane.
      const target = lane(page, 'C-02');
      await drag(page, bar(page, c!), target, { x: 600, y: 30 });
      await assertAccessible(page, 'while it is dragged');
      await page.mouse.up();
      await until(() => orderOf(two), [two.jobs[0]!.id, c!.id], 'stored');
      await until(() => shownIn(lane(other, 'C-02')), [two.jobs[0]!.id, c!.id], 'seen by the second user');
      await until(() => orderOf(one), [b!.id, a!.id], 'and gone from where it was');
      assert.deepEqual(
        [(await boardOf(one))!.total_minutes, (await boardOf(two))!.total_minutes],
        [480, 540],
        'minutes go with their job',
      );
      await page.reload();
      await bar(page, c!).waitFor();
      assert.deepEqual(await shownIn(lane(page, 'C-01')), [b!.id, a!.id]);
      assert.deepEqual(await shownIn(lane(page, 'C-02')), [two.jobs[0]!.id, c!.id]);
      // Escape cancels the drag, and no request is sent.
      let sent = 0;
      page.on('request', (request) => request.method() === 'PUT' && sent++);
      await drag(page, bar(page, b!), lane(page, 'C-02'), { x: 300, y: 30 });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await page.locator('[data-mark]').waitFor({ state: 'detached' });
      assert.equal(sent, 0);
    });

    matrixTest('works with the keyboard alone: move, pick up, carry, drop and cancel, with announcements', async () => {
      const [one, two] = [await machineWith('D-01', ['2 ore', '2 ore', '2 ore']), await machineWith('D-02', ['2 ore'])];
      const [a, b, c] = one.jobs;
      const page = await open();
      await bar(page, a!).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-job') === String(id), b!.id);
      await page.keyboard.press('End');
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-job') === String(id), c!.id);
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(
        (id) => document.activeElement?.getAttribute('data-job') === String(id),
        two.jobs[0]!.id,
      );
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Home');
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-job') === String(id), a!.id);
      assert.equal(await page.locator('[data-job][tabindex="0"]').count(), 1, 'one Tab stop');

      await page.keyboard.press('Space');
      await expectAnnouncement(page, `${a!.number} sollevato: D-01 · Macchina D-01, posizione 1 di 3`);
      await page.keyboard.press('ArrowRight');
      await expectAnnouncement(page, `${a!.number}: D-01 · Macchina D-01, posizione 2 di 3`);
      assert.deepEqual(await orderOf(one), [a!.id, b!.id, c!.id], 'nothing is sent before it is put down');
      await assertAccessible(page, 'a job taken up');
      await page.keyboard.press('Space');
      await expectAnnouncement(page, `${a!.number} posato: D-01 · Macchina D-01, posizione 2 di 3`);
      await until(() => orderOf(one), [b!.id, a!.id, c!.id], 'reordered');

      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await expectAnnouncement(page, /D-02 · Macchina D-02, posizione \d di 2/);
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-job') === String(id), a!.id);
      await page.keyboard.press('Home');
      await expectAnnouncement(page, /D-02 · Macchina D-02, posizione 1 di 2/);
      await page.keyboard.press('Enter');
      await until(() => orderOf(two), [a!.id, two.jobs[0]!.id], 'on the other machine');
      await until(() => orderOf(one), [b!.id, c!.id], 'no longer on the first');
      await page.waitForFunction((id) => document.activeElement?.getAttribute('data-job') === String(id), a!.id);

      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await expectAnnouncement(page, /D-01 · Macchina D-01/);
      await page.keyboard.press('Escape');
      await expectAnnouncement(page, `${a!.number} rimesso a posto: D-02 · Macchina D-02, posizione 1 di 2`);
      assert.deepEqual(await shownIn(lane(page, 'D-02')), [a!.id, two.jobs[0]!.id]);

      // Enter opens the job's dialog, which shows it and offers the same moves.
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: `${a!.number} · SACCO-1` });
      await dialog.getByText('Posizione 1 di 2').waitFor();
      await assertAccessible(page, 'a job');
      await dialog.getByRole('button', { name: 'Dopo' }).click();
      await dialog.getByText('Posizione 2 di 2').waitFor();
      await until(() => orderOf(two), [two.jobs[0]!.id, a!.id], 'later');
      await dialog.getByRole('combobox', { name: 'Macchina' }).click();
      await page.getByRole('option', { name: 'D-01' }).click();
      await dialog.getByText('Posizione 3 di 3').waitFor();
      await until(() => orderOf(one), [b!.id, c!.id, a!.id], 'at the end of the other machine');
      await page.reload();
      await dialog.getByText('Posizione 3 di 3').waitFor();
      await dialog.getByRole('button', { name: 'Modifica programmazione' }).click();
      await page.getByRole('dialog', { name: 'Modifica programmazione' }).getByText('Massimo 100 scat.').waitFor();
    });

    matrixTest(
      'a job that has begun shows what is left; one that its run has made takes no time and is marked; the next one moves up',
      async () => {
        const { admin } = stage.api;
        const machine = await machineWith('I-01', ['8 ore']);
        const order = await createCustomerOrder(admin, made.customer, [
          { product_id: made.product, quantity: 200, unit_price: 1 },
        ]);
        const job = await createScheduling(admin, order.items[0]!.id, machine.id, 100, { production_time: '8 ore' });
        await admin.put('/production/board', {
          machine_id: machine.id,
          schedulings: [job.id, machine.jobs[0]!.id],
        });
        const page = await open();
        const next = bar(page, machine.jobs[0]!);
        const before = (await next.boundingBox())!.x;
        const run = await admin.post('/runs', { machine_id: machine.id, scheduling_id: job.id });
        assert.equal((await admin.post(`/runs/${run.body.id}/outputs`, { quantity: 40 })).status, 201);
        await bar(page, job).getByText('60 / 100 scat.').waitFor();
        await bar(page, job).and(page.locator('[data-running]')).waitFor();
        assert.match(await bar(page, job).innerText(), /, in lavorazione, /);
        await lane(page, 'I-01').locator('header, div').getByText('in lavorazione', { exact: true }).first().waitFor();
        assert.equal((await admin.post(`/runs/${run.body.id}/outputs`, { quantity: 60 })).status, 201);
        await bar(page, job).and(page.locator('[data-made]')).waitFor();
        await lane(page, 'I-01').getByText('8,00 h · 1,00 gg').waitFor();
        assert.ok((await next.boundingBox())!.x < before - 100, 'the next job starts at once');
        assert.match(await bar(page, job).innerText(), /, Rimanente 0\sscat\./);
        await bar(page, job).click();
        const dialog = page.getByRole('dialog', { name: `${order.order_number} · SACCO-1` });
        await dialog.getByText('Rimanente').waitFor();
        await dialog.getByText('0 scat.', { exact: true }).waitFor();
        await page.keyboard.press('Escape');
        // The end of the run, and goods from stock that serve the line of another job.
        assert.equal((await admin.post(`/runs/${run.body.id}/end`, {})).status, 200);
        await page.locator('[data-running]').waitFor({ state: 'detached' });
        const { id: warehouse_id } = await createWarehouse(admin);
        await createMovement(admin, loadBody(made.product, warehouse_id, 100));
        const served = machine.jobs[0]!;
        const line = { order_item_id: served.item, product_id: made.product, quantity: 100 };
        await createPackingList(admin, {
          customer_id: made.customer,
          order_id: served.order,
          items: [{ ...line, warehouse_id }],
        });
        await page.waitForFunction(
          (id) => document.querySelector(`[data-job="${id}"]`)?.textContent?.includes('riga già consegnata'),
          served.id,
        );
        await next.and(page.locator('[data-made]')).waitFor();
      },
    );

    matrixTest('a change by another user is announced and shown', async () => {
      const [one, two] = [await machineWith('E-01', ['2 ore', '2 ore', '2 ore']), await machineWith('E-02', ['1 ora'])];
      const [a, b, c] = one.jobs;
      const page = await open();
      // Another user removes a job during this move: the move applies to the current state.
      let meanwhile = async () => {};
      await page.route('**/api/production/board', async (route) => {
        if (route.request().method() === 'PUT') {
          await meanwhile();
          meanwhile = async () => {};
        }
        await route.continue();
      });
      meanwhile = async () => void (await stage.api.admin.delete(`/production/scheduling/${b!.id}`));
      await bar(page, c!).focus();
      for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await until(() => orderOf(one), [c!.id, a!.id], 'moved');
      await until(() => shownIn(lane(page, 'E-01')), [c!.id, a!.id], 'and shown');
      // The moved job was deleted, and a message reports it.
      meanwhile = async () => void (await stage.api.admin.delete(`/production/scheduling/${a!.id}`));
      await bar(page, a!).focus();
      for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await page.getByText('Questo lavoro non è più sul tabellone').waitFor();
      await bar(page, a!).waitFor({ state: 'detached' });
      await page.unrouteAll();
      // A completed job disappears from an open board.
      await page.goto(`${stage.api.url}${PATH}&job=${two.jobs[0]!.id}`);
      await page.getByRole('dialog', { name: `${two.jobs[0]!.number} · SACCO-1` }).waitFor();
      await createOperation(stage.api.admin, two.jobs[0]!.item, 100);
      await page.getByText('Questo lavoro non è più sul tabellone').last().waitFor();
      await bar(page, two.jobs[0]!).waitFor({ state: 'detached' });
      // When the server fails, the job returns to its place and a message gives the reason.
      await page.route('**/api/production/board', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } })
          : route.continue(),
      );
      const { jobs } = await machineWith('E-03', ['2 ore', '2 ore']);
      await bar(page, jobs[1]!).focus();
      for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
      await page.getByText('Spostamento non riuscito: Errore durante il salvataggio della programmazione').waitFor();
      await until(() => shownIn(lane(page, 'E-03')), [jobs[0]!.id, jobs[1]!.id], 'back');
    });

    matrixTest('a renamed product or customer appears without a reload', async () => {
      const { admin } = stage.api;
      const product = await createProduct(admin, { code: 'VECCHIO-1', unit_of_measure: 'box' });
      const customer = await createCustomer(admin, { business_name: 'Forno Vecchio' });
      const order = await createCustomerOrder(admin, customer.id, [
        { product_id: product.id, quantity: 100, unit_price: 1 },
      ]);
      const machine = await createMachine(admin, { code: 'G-01', description: 'Macchina G-01' });
      const job = await createScheduling(admin, order.items[0]!.id, machine.id, 100, { production_time: '8 ore' });
      const page = await open();
      await bar(page, job).getByText('VECCHIO-1 · 100 scat.', { exact: true }).waitFor();
      assert.equal((await admin.put(`/products/${product.id}`, { code: 'NUOVO-1' })).status, 200);
      await bar(page, job).getByText('NUOVO-1 · 100 scat.', { exact: true }).waitFor();
      assert.equal((await admin.put(`/customers/${customer.id}`, { business_name: 'Forno Nuovo' })).status, 200);
      await bar(page, job)
        .getByText(/Forno Nuovo/)
        .waitFor({ state: 'attached' });
    });

    matrixTest('two simultaneous drags both succeed, and both screens show the same board', async () => {
      const [one, two] = [await machineWith('F-01', ['2 ore', '2 ore']), await machineWith('F-02', ['2 ore', '2 ore'])];
      const [anna, bruno] = [await open(), await open()];
      const [a, b] = one.jobs;
      const [x, y] = two.jobs;
      const carry = async (page: Page, job: { id: number }, key: string) => {
        await bar(page, job).focus();
        for (const pressed of ['Space', key, 'End', 'Space']) await page.keyboard.press(pressed);
      };
      await Promise.all([carry(anna, a!, 'ArrowDown'), carry(bruno, x!, 'ArrowUp')]);
      await until(async () => (await orderOf(one)).toSorted(), [b!.id, x!.id].toSorted(), 'the first machine');
      await until(async () => (await orderOf(two)).toSorted(), [y!.id, a!.id].toSorted(), 'the second');
      for (const page of [anna, bruno]) {
        await until(() => shownIn(lane(page, 'F-01')), await orderOf(one), 'shown');
        await until(() => shownIn(lane(page, 'F-02')), await orderOf(two), 'shown');
      }
    });

    for (const [viewport, dark, language] of [
      [PHONE, true, 'fr'],
      [TABLET, false, 'it'],
    ] as const)
      matrixTest(`fits ${viewport.width} px, ${dark ? 'dark' : 'light'}`, async () => {
        const machine = await machineWith(`G-${viewport.width}-${dark}`, ['3 ore', '3 ore'], '2026-03-20');
        const [a, b] = machine.jobs;
        const page = await open({ viewport, dark, language });
        await bar(page, a!).waitFor();
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no horizontal overflow',
        );
        await assertAccessible(page, 'a board');
        await bar(page, a!).tap();
        const dialog = page.getByRole('dialog', { name: a!.number });
        await dialog.waitFor();
        await assertAccessible(page, 'a job');
        await dialog.getByRole('button', { name: language === 'fr' ? 'Après' : 'Dopo' }).tap();
        await until(() => orderOf(machine), [b!.id, a!.id], 'moved without dragging');
      });
  });

  matrixTest('500 jobs on 12 machines: visible jobs are drawn, moved and stored', async (t) => {
    await prepare();
    const { admin, db } = stage.api;
    const machines = await Promise.all(
      Array.from({ length: 12 }, (_, n) => createMachine(admin, { code: `Z-${String(n + 10)}`, description: 'Linea' })),
    );
    const items = Array.from({ length: 50 }, () => ({ product_id: made.product, quantity: 100, unit_price: 1 }));
    const orders = [];
    for (let n = 0; n < 10; n++)
      orders.push(
        await createCustomerOrder(admin, made.customer, items, { requested_delivery_date: n % 2 ? FAR : '2026-12-01' }),
      );
    const rows = orders.flatMap((order) => order.items);
    await db
      .insertInto('production_schedulings')
      .values(
        rows.map(({ id }, n) => ({
          order_item_id: id,
          machine_id: machines[n % 12]!.id,
          quantity_to_produce: 100,
          production_time: '2 ore',
          production_minutes: 30 + ((n * 37) % 240),
          created_by: admin.userId,
        })),
      )
      .execute();
    const page = await stage.open(stage.api.warehouse, '/produzione/programmazione');
    await page.getByRole('tab', { name: 'Tabellone' }).waitFor();
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: false,
      });
    });
    await page.getByRole('tab', { name: 'Tabellone' }).click();
    await page.getByText(/^5\d\d lavori/).waitFor();
    const drawn = await page.locator('[data-job]').count();
    assert.ok(drawn < 500, `${drawn} bars are drawn, not all`);
    const board = page.getByRole('group', { name: 'Programmazione: Tabellone' });
    for (let n = 1; n <= 8; n++)
      await board.evaluate((element, x) => element.scrollTo({ left: x, top: x / 4 }), n * 300);
    await board.evaluate((element) => element.scrollTo({ left: 0, top: 0 }));
    const [first] = await orderOf(machines[0]!);
    await bar(page, { id: first! }).waitFor();
    await drag(page, bar(page, { id: first! }), page.getByRole('region', { name: 'Z-11 · Linea' }), { x: 500, y: 30 });
    await page.mouse.up();
    await page.getByRole('region', { name: 'Z-11 · Linea' }).locator(`[data-job="${first}"]`).waitFor();
    await until(async () => (await orderOf(machines[1]!)).includes(first!), true, 'stored');
    await bar(page, { id: first! }).focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'End', 'Space', 'ArrowUp', 'Home'])
      await page.keyboard.press(key);
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
    // Reports the longest task without a limit, since a loaded machine makes any task longer.
    t.diagnostic(`longest task of the page: ${Math.round(Math.max(0, ...tasks))} ms, ${drawn} bars drawn`);
  });
});
