/**
 * Every screen is accessible and does not overflow: one language, width and theme in `npm test`, all of them in the
 * matrix.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { assertNarrowed, assertUnknownField, hiddenFrom, LISTS, sortsOf } from '../../server/src/testing/list-calls.ts';
import { openPlace, testEveryScreen } from '../support/every-screen.ts';
import { recordLists, takeLists, type ListRead } from '../support/list-reads.ts';
import { screensOf } from '../support/places.ts';
import { assertAccessible, DESKTOP, startStage } from '../support/stage.ts';

const stage = startStage({ isWalk: true, isPreloading: true });

/** Wide enough for all columns of every list. */
const WIDE = { width: 3600, height: 900 };
/** The lists that a screen shows in place of its first one. */
const MORE_LISTS = [
  '/operazioni/vendite?tab=invoices',
  '/report/giacenze?low_stock=true',
  '/report/giacenze?expires_until=2099-12-31',
];
/** The fields that only the name of a row, its menu or an act on selected rows read, by the path of the list. */
const ONLY_ACTED_ON: Record<string, readonly string[]> = {
  '/customer-orders': ['items_count', 'total_amount'],
  '/customer-orders/production-priorities': ['notes'],
  '/outbox': ['kind'],
  '/products': ['barcode'],
  '/purchase-invoices/not-invoiced': ['document_date', 'product_name', 'unit_price'],
  '/stock': ['production_date'],
  // For the details below an open row.
  '/stock/summary': ['batches', 'warehouses'],
  // Shown only for completed items.
  '/production/status': ['completed_at'],
};

/** The tabs of records that show each list of `areas/records/lists.tsx`. */
function recordTabs({ product, customer, supplier }: AttackedCompany): string[] {
  return [
    ...['stock', 'prices', 'orders', 'production', 'documents'].map(
      (tab) => `/anagrafica/prodotti/${product}?tab=${tab}`,
    ),
    `/anagrafica/clienti/${customer}?tab=documents`,
    `/anagrafica/fornitori/${supplier}?tab=products`,
  ];
}

/** The number of lists: the uses of their components in the sources. */
function countLists(): number {
  const sources = new URL('../../web/src/areas/', import.meta.url);
  const texts = globSync('**/*.tsx', { cwd: sources }).map((file) => readFileSync(new URL(file, sources), 'utf8'));
  const screens = texts.filter((text) => /<(ListPage|PriceListPage)\b/.test(text)).length;
  return texts.reduce((sum, text) => sum + [...text.matchAll(/<RecordList\b/g)].length, screens);
}

describe('every screen', () => {
  let company: AttackedCompany;
  before(async () => {
    company = await attackedCompany(stage.api, 'link', new Map());
  });

  test('is accessible, and W17: its list asks only for the fields that it shows, which every list answers alone', async () => {
    const page = await stage.open(company.session, '/');
    await recordLists(page);
    const lists: ListRead[] = [];
    const openWide = async (place: string) => {
      await page.setViewportSize(WIDE);
      await openPlace(page, place);
      lists.push(...(await takeLists(page)));
      await page.setViewportSize(DESKTOP);
    };
    for (const place of screensOf(company)) {
      await openWide(place);
      // With the matrix, its test in Italian looks at the same.
      if (process.env.TEST_SCOPE === 'daily') await assertAccessible(page, place);
    }
    for (const place of [...MORE_LISTS, ...recordTabs(company)]) await openWide(place);
    const seen = new Set(lists.map(({ address }) => address));
    assert.ok(seen.size >= countLists(), `${seen.size} of ${countLists()} lists were seen`);
    const excess: Record<string, string[]> = {};
    for (const { address, asked, rows, read } of lists) {
      const path = address.split('?')[0]!;
      assert.ok(asked, `${address} asks for all fields`);
      assert.ok(rows > 0, `${address} has a row to show`);
      const unread = asked.filter((field) => !read.includes(field) && !ONLY_ACTED_ON[path]?.includes(field));
      if (unread.length > 0) excess[address] = unread;
    }
    assert.deepEqual(excess, {}, 'asked, and neither shown nor used by a menu or an act');
    await assertFieldsOfEveryList();
  });

  /** Each list answers the asked fields alone, and refuses fields that it does not have or that the role may not see. */
  async function assertFieldsOfEveryList() {
    for (const list of LISTS) {
      const [first, second = first] = Object.keys(list.fields) as [string, string?];
      const filters = `q=a&sort=${sortsOf(list.row)[1]}&limit=3`;
      for (const query of ['limit=3&offset=0', filters])
        assertNarrowed(
          await stage.api.admin.get(`${list.path}?${query}&fields=${first},${second}`),
          await stage.api.admin.get(`${list.path}?${query}`),
          [first, second],
        );
      assertUnknownField(await stage.api.admin.get(`${list.path}?fields=${first},nothing`));
      for (const role of ROLES)
        for (const field of hiddenFrom(role, list)) {
          const answer = await stage.api[role].get(`${list.path}?fields=${field}`);
          if (answer.status !== 403) assertUnknownField(answer);
        }
    }
  }

  testEveryScreen(stage, () => company);
});
