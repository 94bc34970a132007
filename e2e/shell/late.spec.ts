/** Late orders and lines: in the lists of the interface, with badge and filter. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { addDays } from '@bobina/contract/core/dates.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createScheduling,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { rowsOf } from '../support/list.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
/** Order numbers. */
const made = {} as Record<'late' | 'timely', string>;
/** Their jobs on the board. */
const jobs = {} as Record<'late' | 'timely', number>;
/** Their lines. */
const items = {} as Record<'late' | 'timely', number>;
let machine: number;

describe('late', () => {
  before(prepare);

  matrixTest(
    'S34: orders and lines have is_late and the filter late=true, and home, orders, status, priorities and board have the badge and the filter',
    async () => {
      for (const path of [
        '/customer-orders',
        '/production/status',
        '/production/status?open=true',
        '/customer-orders/production-priorities',
        '/customer-orders/materials-calculation-items',
      ]) {
        const joint = path.includes('?') ? '&' : '?';
        const { body: all } = await api.admin.get(path);
        assert.deepEqual(
          Object.fromEntries(all.map((row: Row) => [row.order_number, row.is_late])),
          { [made.late]: true, [made.timely]: false },
          path,
        );
        const late = await api.admin.get(`${path}${joint}late=true`);
        assert.deepEqual(
          late.body.map(({ order_number }: Row) => order_number),
          [made.late],
          path,
        );
        assert.equal(late.headers.get('x-total-count'), '1');
      }
      const boards = (await api.admin.get('/production/board')).body as { jobs: Row[] }[];
      assert.deepEqual(
        Object.fromEntries(boards.flatMap((board) => board.jobs).map((job) => [job.order_number, job.is_late])),
        { [made.late]: true, [made.timely]: false },
      );

      // The figure of the home counts the late orders and opens their list.
      const page = await open(api.admin, '/');
      await page
        .getByRole('link', { name: /Ordini in ritardo/ })
        .first()
        .click();
      await page.waitForURL(
        (url) => url.pathname === '/ordiniclienti/visualizza-ordini' && url.search === '?late=true',
      );
      for (const path of ['/ordiniclienti/visualizza-ordini', '/produzione/stato', '/produzione/priorita']) {
        await page.goto(`${api.url}${path}`);
        const filter = page.getByRole('checkbox', { name: 'Solo in ritardo' });
        await filter.waitFor();
        await page.getByRole('row').filter({ hasText: made.timely }).waitFor();
        const badges = rowsOf(page).filter({ hasText: 'In ritardo' });
        assert.equal(await badges.count(), 1, path);
        assert.match((await badges.textContent())!, new RegExp(made.late));
        await badges.getByTitle('Il giorno di consegna è passato').waitFor();
        await filter.check();
        await page.getByRole('row').filter({ hasText: made.timely }).waitFor({ state: 'detached' });
        assert.equal(await rowsOf(page).count(), 1, path);
        assert.equal(new URL(page.url()).searchParams.get('late'), 'true');
      }

      await page.goto(`${api.url}/produzione/programmazione?view=board`);
      const [late, timely] = [jobs.late, jobs.timely].map((id) => page.locator(`[data-job="${id}"]`));
      await late!.waitFor();
      assert.deepEqual(await Promise.all([late!, timely!].map((job) => job.getAttribute('data-late-line'))), [
        'true',
        null,
      ]);
      await page.getByText('1 riga in ritardo').first().waitFor();
      const dim = () =>
        Promise.all([late!, timely!].map((job) => job.evaluate((bar) => getComputedStyle(bar).opacity)));
      assert.deepEqual(await dim(), ['1', '1']);
      await page.getByRole('checkbox', { name: 'Solo in ritardo' }).check();
      await page.waitForFunction(() => document.querySelector('[data-late-only]'));
      const [shown, dimmed] = await dim();
      assert.ok(Number(dimmed) < Number(shown), `${dimmed} ${shown}`);
      await late!.click();
      await page.getByRole('dialog').getByText('In ritardo', { exact: true }).waitFor();

      // An order whose day is not over is late by the board alone, and its badge says so.
      await createScheduling(api.admin, items.timely, machine, 5, { production_time: '2000 ore' });
      await page.goto(`${api.url}/ordiniclienti/visualizza-ordini`);
      await page
        .getByRole('row')
        .filter({ hasText: made.timely })
        .getByTitle('Secondo il tabellone finisce dopo il giorno di consegna')
        .waitFor();
    },
  );
});

interface Row {
  order_number: string;
  is_late: boolean;
}

async function prepare() {
  const { admin } = api;
  const { today } = (await admin.get('/company/today')).body;
  const customer = await createCustomer(admin);
  const product = await createProduct(admin);
  machine = (await createMachine(admin)).id;
  for (const [name, days] of [
    ['late', -1],
    ['timely', 90],
  ] as const) {
    const order = await createCustomerOrder(
      admin,
      customer.id,
      [{ product_id: product.id, quantity: 10, unit_price: 1, delivery_date: addDays(today, days) }],
      { order_date: addDays(today, -2), requested_delivery_date: addDays(today, days) },
    );
    made[name] = order.order_number;
    items[name] = order.items[0]!.id;
    // A part remains to schedule, so that the materials list the line.
    jobs[name] = (await createScheduling(admin, items[name], machine, 5, { production_time: '8 ore' })).id;
  }
}
