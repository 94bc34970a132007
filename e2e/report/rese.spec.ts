/** The yield of runs: groups, waste by kind, and the worst runs. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createMachine, createProduct } from '../../server/src/testing/factories.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const SCREEN = '/report/rese';
const RUNS = 12;
let machines: { id: number; code: string }[];
let goods: { id: number; code: string };
let today: string;

/** Runs of 100 kg on two machines: each makes 1 kg less than the one before, and the first machine has all but one. */
async function prepare() {
  const plant = await createReelPlant(api.admin, 'KRAFT-RESE');
  machines = [
    await createMachine(api.admin, { code: 'TAGLIO-1' }),
    await createMachine(api.admin, { code: 'TAGLIO-2' }),
  ];
  goods = await createProduct(api.admin, { code: 'ROTOLI-RESE', has_batch: true });
  const pieces = await createProduct(api.admin, { code: 'PEZZI-RESE', has_batch: true, unit_of_measure: 'piece' });
  today = (await api.admin.get('/company/today')).body.today;
  const reels = await receiveReels(
    api.admin,
    plant,
    Array.from({ length: RUNS + 1 }, () => ({ width_mm: 1000, kg: 100 })),
  );
  const post = async (path: string, body: object) => {
    const answer = await api.warehouse.post(path, body);
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (const [at, reel] of reels.entries()) {
    const run = await post('/runs', { machine_id: machines[at === 0 ? 1 : 0]!.id });
    const input = await post(`/runs/${run.id}/inputs`, { batch_id: reel.batch_id });
    const returned = await api.warehouse.put(`/runs/${run.id}/inputs/${input.id}`, { empty: true });
    assert.equal(returned.status, 200, JSON.stringify(returned.body));
    if (at < RUNS) {
      await post(`/runs/${run.id}/outputs`, { product_id: goods.id, batch_number: `RESA-${at}`, quantity: 96 - at });
      await post(`/runs/${run.id}/wastes`, { kind: 'trim', kg: 1.5 });
      await post(`/runs/${run.id}/wastes`, { kind: 'setup', kg: 1 });
      await post(`/runs/${run.id}/wastes`, { kind: 'scrap', kg: 0.5 });
    } else await post(`/runs/${run.id}/outputs`, { product_id: pieces.id, batch_number: 'P', quantity: 5 });
    await post(`/runs/${run.id}/end`, {});
  }
}

describe(SCREEN, () => {
  before(prepare);

  test('V24: the call and the screen show the yield by machine, product, month and person, waste by kind, and the ten worst runs', async () => {
    const page = await open(api.warehouse, SCREEN);
    const table = page.getByRole('table').first();
    const rowOf = async (name: string) =>
      (await table.getByRole('row').filter({ hasText: name }).innerText()).replaceAll(/\s+/g, ' ').trim();
    // Not the table of the worst runs, which may be the first one for a moment.
    await table.getByText('TAGLIO-1', { exact: true }).waitFor();
    // 11 runs of 100 kg with 95 … 85 kg of good product.
    const expected = {
      'TAGLIO-1': 'TAGLIO-1 11 1.100 kg 990 kg 16,5 kg 11 kg 5,5 kg 77 kg 90 %',
      'TAGLIO-2': 'TAGLIO-2 1 100 kg 96 kg 1,5 kg 1 kg 0,5 kg 1 kg 96 %',
    };
    for (const [name, text] of Object.entries(expected)) assert.equal(await rowOf(name), text);
    const { body } = await api.warehouse.get('/reports/yield?group=machine');
    assert.deepEqual(
      body.map((row: Record<string, unknown>) => [
        row.label,
        row.runs,
        row.input_kg,
        row.good_kg,
        row.trim_kg,
        row.setup_kg,
        row.scrap_kg,
        row.unexplained_kg,
        row.yield_percent,
      ]),
      [
        ['TAGLIO-1', 11, 1100, 990, 16.5, 11, 5.5, 77, 90],
        ['TAGLIO-2', 1, 100, 96, 1.5, 1, 0.5, 1, 96],
      ],
    );
    const total = '12 1.200 kg 1.086 kg 18 kg 12 kg 6 kg 78 kg 90,5 %';
    const month = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    for (const [group, label, key] of [
      ['Prodotto', goods.code, 'product'],
      ['Mese', month.format(new Date(`${today}T00:00:00Z`)), 'month'],
      ['Persona', 'Utente warehouse', 'person'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Raggruppa per' }).click();
      await page.getByRole('option', { name: group }).click();
      await table.getByRole('columnheader', { name: group }).waitFor();
      await table.getByText(label).waitFor();
      assert.equal(await rowOf(label), `${label} ${total}`);
      const rows = (await api.warehouse.get(`/reports/yield?group=${key}`)).body;
      assert.deepEqual([rows.length, rows[0].runs, rows[0].yield_percent], [1, 12, 90.5], key);
    }
    assert.equal(new URL(page.url()).searchParams.get('group'), 'person');
    await page.getByText('1 lavorazione non è contata: manca un peso.').waitFor();
    await page.getByRole('region', { name: 'Scarto per tipo' }).locator('svg').first().waitFor();
    const worst = page.getByRole('table').nth(1).getByRole('row');
    assert.equal(await worst.count(), 11, 'the header and ten runs');
    const yields = (await worst.allInnerTexts()).slice(1).map((text) => /([\d,]+)\s%/.exec(text)![1]);
    assert.deepEqual(yields, ['85', '86', '87', '88', '89', '90', '91', '92', '93', '94']);
    await assertAccessible(page, SCREEN);
    await worst.nth(1).getByRole('link').first().click();
    await page.waitForURL(/\/produzione\/lavorazioni\/\d+$/);
  });

  matrixTest('the period filters the runs, and a period without runs shows a message', async () => {
    const page = await open(api.administration, `${SCREEN}?from=2020-01-01&to=2020-12-31`);
    await page.getByRole('heading', { name: 'Nessuna lavorazione nel periodo' }).waitFor();
    assert.equal(await page.getByRole('table').count(), 0);
    const refused = await open(api.sales, SCREEN);
    await refused.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await refused.getByRole('combobox', { name: 'Raggruppa per' }).count(), 0);
  });

  matrixTest('the report on a phone, in dark, in French and English', async () => {
    for (const language of ['fr', 'en'] as const) {
      const page = await open(api.direction, SCREEN, { viewport: PHONE, dark: true, language });
      await page.getByText('TAGLIO-1').first().waitFor();
      await assertAccessible(page, `${SCREEN} ${language}`);
    }
  });
});
