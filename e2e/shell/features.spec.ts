/** The switches of the settings: each hides the screens and cards of its piece, and the calls still answer. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { FEATURES, type Feature } from '@bobina/contract/registry/company.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { screensOfFeature } from '../support/screen-paths.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
const HUBS = ['/operazioni', '/report', '/produzione', '/anagrafica'];
/** A text of the home and of other screens that belongs to a piece, with its screen. */
const ELSEWHERE: Partial<Record<Feature, [screen: string, text: string][]>> = {
  proposals: [['/', 'Da ordinare oggi']],
  reels: [
    ['/', 'Bobine in giacenza'],
    ['/anagrafica/prodotti/nuovo', 'Gestito a bobine'],
  ],
};
let calls: Record<Feature, string[]>;

async function prepare() {
  const plant = await createReelPlant(api.admin, 'KRAFT-FE');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
  calls = {
    proposals: ['/purchase-proposals', `/products/${plant.product}/projection`, `/products/${plant.product}/supply`],
    reels: ['/reels', '/reels/totals', `/reels/${reel!.batch_id}`, `/reels/scan?code=${reel!.code}`],
    runs: [`/trace/${reel!.batch_id}`, '/recalls'],
    slitting: [],
    schedule: [],
  };
}
async function switchTo(feature: Feature, isOn: boolean) {
  const { version } = (await api.admin.get('/settings')).body;
  const headers = { 'if-match': `"${version}"` };
  assert.equal((await api.admin.put('/settings', { [`use_${feature}`]: isOn }, { headers })).status, 200);
}
/** The links to the screens on the hubs and in the menus of the bar. */
async function linksTo(page: Page, paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  if (paths.length === 0) return [];
  for (const hub of HUBS) {
    await page.goto(`${api.url}${hub}`);
    await page.getByRole('main').getByRole('link').first().waitFor();
    for (const path of paths) if ((await page.locator(`a[href="${path}"]`).count()) > 0) found.add(path);
  }
  return [...found].toSorted();
}
/** The texts of a piece on other screens. @param timeout milliseconds until a text counts as absent */
async function shown(page: Page, feature: Feature, timeout: number): Promise<string[]> {
  const found: string[] = [];
  for (const [screen, text] of ELSEWHERE[feature] ?? []) {
    await page.goto(`${api.url}${screen}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    const place = page.getByRole('main').getByText(text);
    if (
      await place
        .first()
        .waitFor({ timeout })
        .then(() => true)
        .catch(() => false)
    )
      found.push(text);
  }
  return found;
}

describe('the switches of the settings', () => {
  before(prepare);
  for (const feature of FEATURES)
    matrixTest(
      `use_${feature} is on by default, and off it hides the screens and cards while the calls answer`,
      async () => {
        const { body: settings } = await api.admin.get('/settings');
        assert.equal(settings[`use_${feature}`], true);
        const screens = screensOfFeature(feature).map((path) => path.replace(/\$\w+/, '1'));
        // A new visitor each time: the browser keeps the switches between two visits.
        let page = await open(api.admin, '/');
        const linked = await linksTo(page, screens);
        const before = await shown(page, feature, 10_000);
        assert.equal(before.length, (ELSEWHERE[feature] ?? []).length);
        await switchTo(feature, false);
        try {
          assert.ok(!(await api.sales.get('/company/today')).body.features.includes(feature));
          page = await open(api.admin, '/');
          assert.deepEqual(await linksTo(page, screens), []);
          assert.deepEqual(await shown(page, feature, 2000), []);
          for (const path of screens) {
            await page.goto(`${api.url}${path}`);
            await page.waitForURL((url) => url.pathname === '/');
          }
          for (const call of calls[feature]) assert.equal((await api.admin.get(call)).status, 200, call);
        } finally {
          await switchTo(feature, true);
        }
        page = await open(api.admin, '/');
        assert.deepEqual(await linksTo(page, screens), linked);
        // Each piece with a list of its own has a card or an entry.
        if (screens.some((path) => !path.endsWith('/1'))) assert.ok(linked.length > 0, screens.join());
      },
    );
  test('products that are not kept by reel have the same screens with reels and without', async () => {
    const { id: warehouse } = await createWarehouse(api.admin);
    const product = await createProduct(api.admin, { code: 'SCATOLE-FE', has_batch: true });
    await createMovement(api.admin, loadBody(product.id, warehouse, 5, { batch_number: 'L-1' }));
    const { body } = await api.admin.get(`/stock?product_id=${product.id}`);
    const page = await open(api.admin, `/report/lotti/${body[0].batch_id}`);
    const textsOf = async () => {
      await page.goto(`${api.url}/report/lotti/${body[0].batch_id}`);
      await page.getByRole('heading', { level: 1, name: 'L-1' }).waitFor();
      await page.getByRole('heading', { name: 'Da dove viene' }).waitFor();
      return page.getByRole('main').innerText();
    };
    const withReels = await textsOf();
    await switchTo('reels', false);
    try {
      assert.equal(await textsOf(), withReels);
    } finally {
      await switchTo('reels', true);
    }
  });
});
