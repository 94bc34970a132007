/** Priorities: the order in which items are produced. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createOperation } from '../../server/src/testing/factories.ts';
import { cellsOf } from '../support/by-hand.ts';
import { makeProduction, type Made } from '../support/production.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/priorita';
let made: Made;
/** Standard, alta and media by number; the second has two lines. */
const orders: CustomerOrder[] = [];

async function setPriority(order: CustomerOrder, priority: string) {
  const answer = await stage.api.warehouse.put(`/customer-orders/${order.id}/priority`, { priority });
  assert.equal(answer.status, 200);
}
async function prepare() {
  made = await makeProduction(stage.api, 'SAC-1', 'Forno Bianchi');
  const other = await makeProduction(stage.api, 'FOG-2', 'Salumi Neri');
  orders.push(await made.order({ customer_order_number: 'PO-77' }));
  orders.push(await other.order({}, { quantity: 10 }, { quantity: 20 }));
  orders.push(await made.order({ customer_order_number: 'PO-78' }));
  await setPriority(orders[1]!, 'alta');
  await setPriority(orders[2]!, 'media');
  await createOperation(stage.api.warehouse, orders[2]!.items[0]!.id, 40);
  const finished = await made.order({ customer_order_number: 'PO-79' });
  await createOperation(stage.api.warehouse, finished.items[0]!.id, 100);
}
let prepared: Promise<void> | undefined;
function once() {
  return (prepared ??= prepare());
}

function rowsOf(page: Page) {
  return page.getByRole('grid').locator('[data-index]');
}
/** Waits until the list shows these order numbers and priorities, in this order. */
function shows(page: Page, wanted: readonly (readonly [CustomerOrder, string])[]) {
  return page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('[role="grid"] [data-index]')]
        .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => (cell as HTMLElement).innerText))
        .map((cells) => `${cells[0]?.split('\n')[0]} ${cells[6]?.trim()}`)
        .join() === expected,
    wanted.map(([order, priority]) => `${order.order_number} ${priority}`).join(),
  );
}
function choiceOf(page: Page, order: CustomerOrder, line = 0) {
  return page.getByRole('combobox', { name: `Priorità di ${order.order_number} · ${order.items[line]!.code}` });
}
function filter(page: Page, name: string) {
  return page.getByRole('radiogroup').getByText(name, { exact: true }).click();
}

describe('priorities', () => {
  matrixTest('an empty list and a failed load show a message', async () => {
    const page = await stage.open(stage.api.warehouse, PATH);
    await page.getByRole('heading', { name: 'Niente da produrre' }).waitFor();
    await assertAccessible(page, 'nothing to produce');
    const failing = await stage.open(stage.api.warehouse, '/produzione', { dark: true });
    await failing.route('**/api/customer-orders/production-priorities?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
    );
    await failing.getByRole('main').getByRole('link', { name: 'Priorità' }).click();
    await failing.getByText("Errore durante l'aggiornamento della priorità").waitFor();
    await assertAccessible(failing, 'loading failed, dark');
  });

  describe('with orders', () => {
    before(once);

    test('K02: one row per open item, sorted by priority and order number; columns, badges, dropdown, filter buttons, search, refresh and the link back', async () => {
      const [standard, alta, media] = orders as [CustomerOrder, CustomerOrder, CustomerOrder];
      const page = await stage.open(stage.api.warehouse, PATH);
      await page.getByText('4 righe').waitFor();
      assert.deepEqual(
        (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
        [
          'Numero ordine',
          'Cliente',
          'Prodotto',
          'Quantità',
          'Prodotta / richiesta',
          'Stato',
          'Priorità',
          'Cambia priorità',
          'Azioni',
        ],
      );
      await shows(page, [
        [alta, 'Alta'],
        [alta, 'Alta'],
        [media, 'Media'],
        [standard, 'Standard'],
      ]);
      const cells = await cellsOf(rowsOf(page));
      assert.deepEqual(cells[2]!.slice(0, 7), [
        `${media.order_number} PO-78`,
        'Forno Bianchi Pisa',
        'SAC-1 Scatole SAC-1',
        '100 scat.',
        '40 / 100',
        'In produzione In ritardo',
        'Media',
      ]);
      assert.deepEqual(cells[0]!.slice(3, 6), ['10 scat.', '0 / 10', 'Da produrre In ritardo']);
      assert.deepEqual(
        await choiceOf(page, standard).locator('option').allInnerTexts(),
        ['Alta', 'Media', 'Standard'],
        'the dropdown offers all',
      );
      assert.equal(await choiceOf(page, media).inputValue(), 'media');
      // A red, a yellow and a white dot, each with its label.
      // Found and read in one step: a row that is replaced in between would have no style.
      const seen = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[role=gridcell]:nth-child(7) [data-color]')].map((dot) => {
          const badge = getComputedStyle(dot.closest('.mantine-Badge-root')!);
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
          for (const ground of ['#fff', badge.backgroundColor]) {
            canvas.fillStyle = ground;
            canvas.fillRect(0, 0, 1, 1);
          }
          const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data as unknown as [number, number, number];
          const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) < 12;
          const hue = red > green && green - blue < 12 ? 'red' : red >= green && green > blue ? 'yellow' : 'another';
          return {
            dot: [dot.dataset['color'], getComputedStyle(dot).backgroundColor, badge.textTransform],
            badge: isGrey ? 'grey' : hue,
          };
        }),
      );
      assert.deepEqual(
        seen.map(({ dot }) => dot),
        [
          ['red', 'rgb(224, 49, 49)', 'none'],
          ['red', 'rgb(224, 49, 49)', 'none'],
          ['yellow', 'rgb(245, 184, 0)', 'none'],
          ['white', 'rgb(255, 255, 255)', 'none'],
        ],
      );
      // The colors of the badges: red, yellow, grey.
      assert.deepEqual(
        seen.map(({ badge }) => badge),
        ['red', 'red', 'yellow', 'grey'],
      );
      await assertAccessible(page, 'the list');

      for (const [name, wanted] of [
        ['Alta', [alta, alta]],
        ['Media', [media]],
        ['Standard', [standard]],
        ['Tutte', [alta, alta, media, standard]],
      ] as const) {
        await filter(page, name);
        await shows(
          page,
          wanted.map((order) => [order, { [alta.id]: 'Alta', [media.id]: 'Media' }[order.id] ?? 'Standard'] as const),
        );
      }
      const search = page.getByRole('searchbox', { name: 'Cerca per ordine, cliente o codice' });
      for (const [term, found] of [
        ['po-78', [[media, 'Media']]],
        [
          'salumi',
          [
            [alta, 'Alta'],
            [alta, 'Alta'],
          ],
        ],
        [
          'sac-1',
          [
            [media, 'Media'],
            [standard, 'Standard'],
          ],
        ],
        [standard.order_number.toLowerCase(), [[standard, 'Standard']]],
      ] as const) {
        await search.fill(term);
        await shows(page, found);
      }
      assert.match(page.url(), /q=/, 'the address holds the search');
      await page.reload();
      await shows(page, [[standard, 'Standard']]);
      await search.fill('nulla di nulla');
      await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
      await search.fill('');
      await page.getByText('4 righe').waitFor();

      // Orders of equal priority are sorted by number.
      await choiceOf(page, standard).selectOption({ label: 'Alta' });
      await shows(page, [
        [standard, 'Alta'],
        [alta, 'Alta'],
        [alta, 'Alta'],
        [media, 'Media'],
      ]);
      await choiceOf(page, standard).selectOption({ label: 'Standard' });
      await shows(page, [
        [alta, 'Alta'],
        [alta, 'Alta'],
        [media, 'Media'],
        [standard, 'Standard'],
      ]);
      await Promise.all([
        page.waitForRequest((sent) => sent.url().includes('/production-priorities')),
        page.getByRole('button', { name: 'Aggiorna', exact: true }).click(),
      ]);
      await page.getByRole('link', { name: 'Torna alla produzione' }).click();
      await page.waitForURL((url) => url.pathname === '/produzione');
    });

    test('K03: a choice is saved with a message; a failure shows a message and changes nothing', async () => {
      const [standard] = orders as [CustomerOrder];
      const page = await stage.open(stage.api.administration, PATH);
      await choiceOf(page, standard).selectOption({ label: 'Alta' });
      await page.getByText('Priorità aggiornata con successo').waitFor();
      await page.waitForFunction(
        (number) => document.querySelector('[data-index="0"]')?.textContent?.includes(number),
        standard.order_number,
      );
      assert.equal((await made.itemOf(standard.items[0]!.id)).item_priority, 'alta');
      await choiceOf(page, standard).selectOption({ label: 'Standard' });
      await page.waitForFunction(
        (number) => document.querySelector('[data-index="3"]')?.textContent?.includes(number),
        standard.order_number,
      );
      await page.route('**/api/customer-orders/items/*/priority', (route) =>
        route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } }),
      );
      await choiceOf(page, standard).selectOption({ label: 'Media' });
      await page.getByText("Errore durante l'aggiornamento della priorità").waitFor();
      await page.waitForFunction(
        (select) => (select as HTMLSelectElement).value === 'standard',
        await choiceOf(page, standard).elementHandle(),
      );
      assert.equal((await made.itemOf(standard.items[0]!.id)).item_priority, 'standard');
    });

    matrixTest(
      'K09: the button loads the list again, and a link leads back to the hub; changes of other users appear without a reload',
      async () => {
        const [standard, alta] = orders as [CustomerOrder, CustomerOrder];
        const page = await stage.open(stage.api.warehouse, PATH);
        await page.getByText('4 righe').waitFor();
        const [request] = await Promise.all([
          page.waitForRequest((sent) => sent.url().includes('/production-priorities')),
          page.getByRole('button', { name: 'Aggiorna', exact: true }).click(),
        ]);
        assert.equal(request.method(), 'GET');
        await setPriority(standard, 'alta');
        await shows(page, [
          [standard, 'Alta'],
          [alta, 'Alta'],
          [alta, 'Alta'],
          [orders[2]!, 'Media'],
        ]);
        await setPriority(standard, 'standard');
        await page.getByRole('link', { name: 'Torna alla produzione' }).click();
        await page.getByRole('heading', { level: 1, name: 'Produzione', exact: true }).waitFor();

        // The status list has one more sortable column.
        await page.goto(`${stage.api.url}/produzione/stato`);
        await page.getByText('4 righe').waitFor();
        const numbers = async () => (await cellsOf(rowsOf(page))).map((cells) => cells[1]!.split(' ')[0]!);
        const first = page.getByRole('columnheader', { name: /Numero ordine/ });
        assert.equal(await first.getAttribute('aria-sort'), 'descending');
        const down = await numbers();
        assert.deepEqual(down, down.toSorted().toReversed());
        await first.getByRole('button').click();
        await page.waitForFunction(() => document.querySelector('[role=columnheader][aria-sort=ascending]'));
        await page.waitForFunction(
          (number) => document.querySelector('[data-index="0"]')?.textContent?.includes(number),
          down.at(-1)!,
        );
        assert.deepEqual(await numbers(), down.toReversed());
        await first.getByRole('button').click();
        await page.waitForFunction(() => document.querySelector('[role=columnheader][aria-sort=descending]'));
      },
    );

    matrixTest('the menu of an item changes all items of its order at once, with the keyboard alone', async () => {
      const [, alta] = orders as [CustomerOrder, CustomerOrder];
      const page = await stage.open(stage.api.direction, PATH);
      await shows(page, [
        [alta, 'Alta'],
        [alta, 'Alta'],
        [orders[2]!, 'Media'],
        [orders[0]!, 'Standard'],
      ]);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      await rowsOf(page).first().press('ArrowRight');
      // The links of the row come first.
      while (!(await focused()).startsWith('Priorità di')) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), `Azioni per ${alta.order_number} · FOG-2`);
      await page.keyboard.press('Enter');
      const whole = page.getByRole('menuitem', { name: `Tutto l'ordine ${alta.order_number}: priorità media` });
      await whole.waitFor();
      await assertAccessible(page, 'the menu of a row');
      for (let pressed = 0; pressed < 3; pressed++) {
        if (await whole.evaluate((item) => item === document.activeElement)) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await page.getByText('Priorità aggiornata con successo').waitFor();
      for (const { id } of alta.items) assert.equal((await made.itemOf(id)).item_priority, 'media');
      await setPriority(alta, 'alta');
    });

    for (const [name, look] of [
      ['a phone, dark, French', { viewport: PHONE, dark: true, language: 'fr' }],
      ['a tablet', { viewport: TABLET }],
    ] as const)
      matrixTest(`fits ${name}`, async () => {
        const page = await stage.open(stage.api.warehouse, PATH, look);
        await rowsOf(page).first().waitFor();
        await page.getByRole('combobox', { name: new RegExp(orders[0]!.order_number) }).waitFor();
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no horizontal overflow',
        );
        const grid = page.getByRole('grid');
        assert.ok(await grid.evaluate((element) => element.scrollWidth <= element.clientWidth), 'no column is cut off');
        await assertAccessible(page, name);
      });
  });
});
