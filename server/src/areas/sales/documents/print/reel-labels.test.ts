import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { readBars } from '../../../../testing/read-bars.ts';
import { renderDocument } from './print-document.ts';
import type { ReelLabels } from './reel-labels.ts';

/** Heights of the bars in points. */
const OWN_CODE = 40;
const GS1_CODE = 28;

const reel: ReelLabels['reels'][number] = {
  batch_id: 1,
  code: 'R26-000123',
  product_id: 7,
  product_code: 'KRA-80',
  product_name: 'Carta kraft avana 80 g/m²',
  unit_of_measure: 'kg',
  width_mm: 1600,
  gsm: 80,
  quantity: 640,
  initial_quantity: 640,
  reserved: 0,
  kg: 640,
  m: 5000,
  m2: 8000,
  state: 'in_stock',
  caliper_um: 100,
  caliper_source: 'product',
  core_mm: 90,
  core_inner_mm: 76,
  od_mm: null,
  od_now_mm: 803.3,
  tare_kg: 2.5,
  splices: 1,
  winding: 0,
  warehouse_id: 1,
  warehouse_name: 'Carta',
  warehouses: [],
  location: 'A1',
  supplier_lot: 'LOT-9',
  mill_number: 'M-4711',
  sscc: '080123450000000015',
  ai8001: '16000500007601',
  barcode: '98012345678904',
  production_date: null,
  expiry_date: null,
  hold_reason: null,
  machine_id: null,
  machine_code: null,
  mounted_at: null,
  version: 1,
};

test('labels of 100 × 150 mm and halves of A4 have the code twice and the data, and a scanner reads the codes', async () => {
  const own = 'Code128 R26-000123';
  const gs1 = ['Code128 (00)080123450000000015', 'Code128 (01)98012345678904(8001)16000500007601'];
  for (const format of ['label', 'a4'] as const) {
    const pdf = await print([reel], format);
    assert.deepEqual(await readBars(pdf, OWN_CODE), [own, own], format);
    assert.deepEqual(await readBars(pdf, GS1_CODE), gs1, format);
    const { pages, sizes } = await pagesOf(pdf);
    assert.deepEqual(sizes, [format === 'label' ? [100, 150] : [210, 297]]);
    for (const shown of [
      'R26-000123',
      'KRA-80',
      '1.600 mm',
      '80 g/m²',
      '5.000 m',
      '640 kg',
      '8.000 m²',
      'LOT-9',
      'M-4711',
    ])
      assert.ok(pages[0]!.includes(shown), `${format}: ${shown} in ${pages[0]}`);
    assert.match(pages[0]!, /Giunte 1/);
    assert.doesNotMatch(pages[0]!, /resto/i);
  }
  const four = await pagesOf(await print([reel, reel, reel], 'a4'));
  assert.equal(four.pages.length, 2, 'two halves on a page');
  const [used] = (await pagesOf(await print([{ ...reel, quantity: 320 }], 'label'))).pages;
  assert.match(used!, /resto.*22\/11\/2026/i, 'the label of a remnant has the day of its print');
});

test('a reel without SSCC, and one without a GTIN, have no such code', async () => {
  const plain = await print([{ ...reel, sscc: null, ai8001: null }], 'label');
  assert.deepEqual(await readBars(plain, GS1_CODE), []);
  const withoutGtin = await print([{ ...reel, sscc: null, barcode: null }], 'label');
  assert.deepEqual(await readBars(withoutGtin, GS1_CODE), [], 'AI 8001 never stands alone');
});

function print(reels: ReelLabels['reels'], format: ReelLabels['format']): Promise<Buffer> {
  return renderDocument({ kind: 'reel_labels', labels: { reels, format, language: 'it', today: '2026-11-22' } });
}

/** The text of each page, and the sizes of the pages in mm. */
async function pagesOf(pdf: Buffer): Promise<{ pages: string[]; sizes: [number, number][] }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document, { mergePages: false });
  const sizes: [number, number][] = [];
  for (let at = 1; at <= document.numPages; at++) {
    const [left, top, right, bottom] = (await document.getPage(at)).view as [number, number, number, number];
    sizes.push([Math.round(((right - left) / 72) * 25.4), Math.round(((bottom - top) / 72) * 25.4)]);
  }
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), sizes };
}
