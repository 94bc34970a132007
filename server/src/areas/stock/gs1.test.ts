/** The GS1 codes of reels: SSCC, and GTIN with AI 8001, in the answers and on the labels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, createPurchaseOrder, createSupplier, createWarehouse } from '../../testing/factories.ts';
import { readBars } from '../../testing/read-bars.ts';

const api = startApi();
const GTIN = '98012345000015';
/** Height of the GS1 codes of a label, in points. */
const GS1_HEIGHT = 28;

function createPaper(barcode: string | null): Promise<Product> {
  return createProduct(api.admin, { is_reel: true, has_batch: true, peso_carta: 80, barcode });
}
async function receive(product: Product, ...reels: object[]): Promise<Reel[]> {
  const { status, body } = await send(product, reels);
  assert.equal(status, 201, JSON.stringify(body));
  return body.reels;
}
async function send({ id }: Product, reels: object[]) {
  const supplier = await createSupplier(api.admin);
  const warehouse = await createWarehouse(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: id, quantity: 1_000_000, unit_price: 1 },
  ]);
  return api.warehouse.post('/goods-receipts/receive', {
    document_number: `GS1 ${order.id}`,
    document_date: '2026-03-02',
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, reels }],
  });
}
async function labelOf({ batch_id }: Reel): Promise<{ codes: string[]; text: string }> {
  const answer = await fetch(`${api.url}/api/reels/labels?ids=${batch_id}`, {
    headers: { authorization: `Bearer ${api.warehouse.token}` },
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const codes = (await readBars(pdf, GS1_HEIGHT)).map((code) => code.replace(/^\S+ /, ''));
  return { codes, text: text.replaceAll(/\s+/g, ' ') };
}
function prefix(gs1_prefix: string | null) {
  return api.admin.put('/company', { gs1_prefix });
}
/** The serial within an SSCC: the digits between prefix and check digit. */
function serialOf({ sscc }: Reel, digits: string): number {
  assert.match(sscc!, new RegExp(`^0${digits}\\d+$`));
  assert.equal(sscc!.length, 18);
  assert.equal(checkDigit(sscc!.slice(0, 17)), sscc![17]);
  return Number(sscc!.slice(1 + digits.length, 17));
}
function checkDigit(body: string): string {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

test('U25: with a prefix a reel has an SSCC whose serial never restarts, and with a GTIN-14 that begins with 9 also AI 8001, printed beside 01', async () => {
  const paper = await createPaper(GTIN);
  const plain = await createPaper('08012345000013');
  const unnamed = await createPaper(null);
  const [without] = await receive(unnamed, { width_mm: 1000, kg: 640 });
  assert.equal(without!.sscc, null);

  await prefix('8012345');
  const [first, second] = await receive(
    paper,
    { width_mm: 1000.4, kg: 640, core_inner_mm: 76, winding: 1, splices: 2 },
    { width_mm: 9999.4, m: 99_999.4 },
  );
  const serial = serialOf(first!, '8012345');
  assert.equal(serialOf(second!, '8012345'), serial + 1);
  // In a new year the numbers of reels begin again at 1; the serial continues, also under another prefix.
  const { rows } = await sql<{ codes: string[] }>`select next_reel_numbers(1, '2091-01-02') as codes`.execute(api.db);
  assert.deepEqual(rows[0]!.codes, ['R91-000001']);
  await prefix('801234599');
  const [third] = await receive(unnamed, { width_mm: 1000, kg: 640 });
  assert.equal(serialOf(third!, '801234599'), serial + 2);
  await prefix('8012345');

  // Width, metres, inner core, winding, splices; 9 and 000 where they are unknown.
  assert.equal(first!.ai8001, '1000' + '07997' + '076' + '1' + '2');
  assert.equal(second!.ai8001, '9999' + '99999' + '000' + '9' + '9');
  const far = await receive(paper, { width_mm: 9999.5, kg: 640 }, { width_mm: 1000, m: 99_999.5 });
  const others = [...far, third!, ...(await receive(plain, { width_mm: 1000, kg: 640 }))];
  assert.deepEqual(
    others.map(({ ai8001 }) => ai8001),
    [null, null, null, null],
  );

  const label = await labelOf(first!);
  assert.deepEqual(label.codes.toSorted(), [`(00)${first!.sscc}`, `(01)${GTIN}(8001)${first!.ai8001}`]);
  assert.ok(label.text.includes(`(01) ${GTIN} (8001) ${first!.ai8001}`), label.text);
  for (const reel of others) {
    const { codes, text } = await labelOf(reel);
    assert.deepEqual(codes, [`(00)${reel.sscc}`]);
    assert.ok(!text.includes('8001)') && !text.includes('(01)'), text);
  }
  assert.deepEqual((await labelOf(without!)).codes, []);
});

test('a receipt of more reels than the prefix has serials is refused, and takes none', async () => {
  await prefix('8012345990');
  const product = await createPaper(null);
  const { last } = await api.db
    .selectFrom('number_series')
    .select('last')
    .where('kind', '=', 'SSCC')
    .executeTakeFirstOrThrow();
  const set = (value: number) =>
    api.db.updateTable('number_series').set({ last: value }).where('kind', '=', 'SSCC').execute();
  try {
    await set(999_998);
    const two = [
      { width_mm: 500, kg: 10 },
      { width_mm: 500, kg: 10 },
    ];
    assertProblem(await send(product, two), 409, 'NOT_CONFIGURED');
    const [one] = await receive(product, two[0]!);
    assert.equal(serialOf(one!, '8012345990'), 999_999);
  } finally {
    await set(last);
    await prefix(null);
  }
});
