import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isSameDocument,
  matchInvoice,
  type InvoiceToMatch,
  type LineToMatch,
  type ReceiptToBill,
  type Tolerances,
} from './invoice-match.rules.ts';

const LINE: LineToMatch = {
  id: 1,
  supplier_code: 'F-10',
  quantity: '100',
  net_amount: '250',
  ddt_number: '77',
  ddt_date: '2026-03-05',
  order_number: null,
  product_id: null,
  receipt_item_id: null,
  is_confirmed: false,
};
const RECEIPT: ReceiptToBill = {
  id: 10,
  product_id: 5,
  document_number: '77',
  document_date: '2026-03-05',
  order_number: 'OF-2026/00001',
  quantity: '100',
  left: '100',
  unit_price: '2.5',
  currency: 'EUR',
};
const STRICT: Tolerances = { quantity: 0, price: 0 };

function match(
  lines: Partial<LineToMatch>[],
  {
    receipts = [RECEIPT],
    tolerances = STRICT,
    ...invoice
  }: { receipts?: ReceiptToBill[]; tolerances?: Tolerances } & Partial<InvoiceToMatch> = {},
) {
  return matchInvoice(
    {
      kind: 'invoice',
      currency: 'EUR',
      ...invoice,
      lines: lines.map((line, at) => ({ ...LINE, id: at + 1, ...line })),
    },
    { codes: new Map([['f-10', 5]]), receipts, tolerances },
  );
}
function shown(lines: Partial<LineToMatch>[], details: Parameters<typeof match>[1] = {}) {
  const found = match(lines, details);
  return [found.match, ...found.lines.map((line) => [line.match, line.receipt_item_id, line.matched_quantity])];
}

describe('matching of purchase invoices', () => {
  test('a line is equal to the receipt of its delivery note and product', () =>
    assert.deepEqual(shown([{}]), ['complete', ['equal', 10, '100']]));

  test('an unknown code has no product', () =>
    assert.deepEqual(shown([{ supplier_code: 'X' }]), ['none', ['no_product', null, '0']]));

  test('number and day of the delivery note both count; without a day the number does', () => {
    assert.deepEqual(shown([{ ddt_number: '78' }]), ['none', ['no_receipt', null, '0']]);
    assert.deepEqual(shown([{ ddt_date: '2026-03-06' }]), ['none', ['no_receipt', null, '0']]);
    assert.deepEqual(shown([{ ddt_date: null }]), ['complete', ['equal', 10, '100']]);
  });

  test('numbers of delivery notes are compared without zeros and signs', () => {
    assert.ok(isSameDocument('00077/a', '77-A'));
    assert.ok(!isSameDocument('7/7', '77'));
    assert.ok(!isSameDocument('77', '770'));
  });

  test('without a delivery note the equal quantity comes first, then the order, then the oldest', () => {
    const receipts = [RECEIPT, { ...RECEIPT, id: 11, left: '40' }, { ...RECEIPT, id: 12, order_number: 'OF-2' }];
    const of = (line: Partial<LineToMatch>) =>
      match([{ ddt_number: null, ...line }], { receipts }).lines[0]!.receipt_item_id;
    assert.equal(of({ quantity: '40' }), 11);
    assert.equal(of({ quantity: '41' }), 10);
    assert.equal(of({ order_number: 'of 2' }), 12);
  });

  test('another quantity is different, and the invoice is not complete', () => {
    const { lines, match: all } = match([{ quantity: '110', net_amount: '275' }]);
    assert.equal(all, 'partial');
    assert.deepEqual(lines[0]!.differences, [
      { field: 'quantity', invoiced: 110, expected: 100, difference: 10, is_tolerated: false },
    ]);
    assert.equal(lines[0]!.matched_quantity, '100');
  });

  test('a smaller quantity is different: a part of the receipt stays without an invoice', () =>
    assert.deepEqual(shown([{ quantity: '60', net_amount: '150' }]), ['partial', ['different', 10, '60']]));

  test('another price is different, and how much', () =>
    assert.deepEqual(match([{ net_amount: '260' }]).lines[0]!.differences, [
      { field: 'price', invoiced: 2.6, expected: 2.5, difference: 0.1, is_tolerated: false },
    ]));

  test('the tolerances of quantity and price are percents, their limit included', () => {
    const tolerances = { quantity: 2, price: 4 };
    assert.deepEqual(shown([{ quantity: '102', net_amount: '255' }], { tolerances }), [
      'complete',
      ['tolerance', 10, '100'],
    ]);
    assert.deepEqual(shown([{ quantity: '102.1', net_amount: '255.25' }], { tolerances }), [
      'partial',
      ['different', 10, '100'],
    ]);
    assert.deepEqual(shown([{ net_amount: '260' }], { tolerances }), ['complete', ['tolerance', 10, '100']]);
    assert.deepEqual(shown([{ net_amount: '260.01' }], { tolerances }), ['partial', ['different', 10, '100']]);
  });

  test('a price that differs only by the rounding of the amount is equal', () => {
    const receipts = [{ ...RECEIPT, left: '3', unit_price: '0.33333' }];
    assert.deepEqual(shown([{ quantity: '3', net_amount: '1.00' }], { receipts }), ['complete', ['equal', 10, '3']]);
  });

  test('another currency is different', () =>
    assert.deepEqual(match([{}], { currency: 'USD' }).lines[0]!.differences, [
      { field: 'currency', invoiced: null, expected: null, difference: null, is_tolerated: false },
    ]));

  test('two lines share a receipt up to its quantity', () => {
    const half = { quantity: '50', net_amount: '125' };
    assert.deepEqual(shown([half, half]), ['complete', ['equal', 10, '50'], ['equal', 10, '50']]);
    assert.deepEqual(shown([{}, half]), ['partial', ['different', 10, '100'], ['different', 10, '0']]);
  });

  test('quantities billed by other invoices are not available', () => {
    const receipts = [{ ...RECEIPT, left: '0' }];
    assert.deepEqual(shown([{}], { receipts }), ['partial', ['different', 10, '0']]);
    assert.deepEqual(shown([{ ddt_number: null }], { receipts }), ['none', ['no_receipt', null, '0']]);
  });

  test('a confirmed line keeps its product and its receipt', () => {
    const other = { ...RECEIPT, id: 11, product_id: 6 };
    const chosen = { supplier_code: null, is_confirmed: true, product_id: 6, receipt_item_id: 11 };
    assert.deepEqual(shown([chosen], { receipts: [RECEIPT, other] }), ['complete', ['equal', 11, '100']]);
    assert.deepEqual(shown([{ ...chosen, product_id: null, receipt_item_id: null }]), [
      'none',
      ['no_product', null, '0'],
    ]);
  });

  test('texts and confirmed lines without goods do not prevent a complete match, others do', () => {
    const text = { supplier_code: null, quantity: null, net_amount: '0' };
    const transport = { supplier_code: null, quantity: null, net_amount: '30' };
    assert.equal(match([{}, text]).match, 'complete');
    assert.equal(match([{}, transport]).match, 'partial');
    assert.equal(match([{}, { ...transport, is_confirmed: true }]).match, 'complete');
  });

  test('a credit note bills nothing', () =>
    assert.deepEqual(shown([{}], { kind: 'credit_note' }), ['none', ['no_receipt', null, '0']]));
});
