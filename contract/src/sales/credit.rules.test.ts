import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { creditAmounts, partsLeft, type CreditableLine, type CreditPart } from './credit.rules.ts';

function line(id: number, given: Partial<CreditableLine> = {}): CreditableLine {
  return {
    id,
    quantity: '10',
    unit_price: '1',
    net_amount: '10.00',
    vat_amount: '2.20',
    vat_rate: '22',
    natura: null,
    credited_quantity: '0',
    credited_net: '0',
    credited_vat: '0',
    ...given,
  };
}
/** The net amount and VAT of each part; or the available rest of the parts that exceed it. */
function creditOf(lines: CreditableLine[], parts: CreditPart[]) {
  const { credited, over } = creditAmounts(lines, parts);
  return over.length > 0
    ? over.map(({ at, field, of, left }) => [at, field, of, left.toString()])
    : credited.map(({ net, vat }) => [net.toFixed(2), vat.toFixed(2)]);
}
/** Credits the parts one after the other, each by a credit note of its own. */
function creditEach(lines: CreditableLine[], notes: CreditPart[][]) {
  let now = lines;
  return notes.map((parts) => {
    const { credited } = creditAmounts(now, parts);
    now = now.map((own) => {
      const ofLine = credited.filter(({ line: { id } }) => id === own.id);
      const after = (before: string, values: unknown[]) =>
        values.reduce<number>((sum, value) => sum + Number(value), Number(before)).toFixed(2);
      return {
        ...own,
        credited_quantity: after(
          own.credited_quantity,
          ofLine.flatMap(({ quantity }) => quantity ?? []),
        ),
        credited_net: after(
          own.credited_net,
          ofLine.map(({ net }) => net),
        ),
        credited_vat: after(
          own.credited_vat,
          ofLine.map(({ vat }) => vat),
        ),
      };
    });
    return credited.map(({ net, vat }) => [Number(net), Number(vat)]);
  });
}

describe('the amounts of a credit note', () => {
  test('a quantity takes quantity times price, the last quantity the net amount that is left', () => {
    // 3 × 3.335 = 10.005, so the line is 10.01; each third alone is 3.335, so 3.34, 3.34 and 3.33 are left.
    const thirds = line(1, { quantity: '3', unit_price: '3.335', net_amount: '10.01', vat_amount: '2.20' });
    const one = [{ invoice_item_id: 1, quantity: 1 }];
    // VAT: 22 % of 3.34 = 0.7348, so 0.73 and 0.73; the last part takes 2.20 − 1.46.
    assert.deepEqual(creditEach([thirds], [one, one, one]), [[[3.34, 0.73]], [[3.34, 0.73]], [[3.33, 0.74]]]);
  });
  test('an amount lowers the net amount that is left, not the quantity', () => {
    const given = line(1, { credited_net: '4.00', credited_vat: '0.88' });
    assert.deepEqual(creditOf([given], [{ invoice_item_id: 1, quantity: 10 }]), [['6.00', '1.32']]);
    assert.deepEqual(creditOf([given], [{ invoice_item_id: 1, quantity: 6 }]), [['6.00', '1.32']]);
    assert.deepEqual(creditOf([given], [{ invoice_item_id: 1, quantity: 7 }]), [[0, 'quantity', 'net', '6']]);
    assert.deepEqual(creditOf([given], [{ invoice_item_id: 1, amount: 6.01 }]), [[0, 'amount', 'net', '6']]);
  });
  test('VAT is computed by rate and natura and distributed over the lines of the credit note', () => {
    const lines = [
      line(1, { vat_rate: '10', quantity: '1', unit_price: '0.05', net_amount: '0.05', vat_amount: '0.01' }),
      line(2, { vat_rate: '10', quantity: '1', unit_price: '0.05', net_amount: '0.05', vat_amount: '0' }),
      line(3, { vat_rate: '0', natura: 'N4', vat_amount: '0' }),
    ];
    // 10 % of 0.05 + 0.05 is 0.01; a tie goes to the first line.
    assert.deepEqual(creditOf(lines, partsLeft(lines)), [
      ['0.05', '0.01'],
      ['0.05', '0.00'],
      ['10.00', '0.00'],
    ]);
    // A single one would be 0.005, so 0.01: the rest for the other is 0.
    assert.deepEqual(
      creditEach(lines, [[{ invoice_item_id: 2, quantity: 1 }], [{ invoice_item_id: 1, quantity: 1 }]]),
      [[[0.05, 0.01]], [[0.05, 0]]],
    );
  });
  test('several parts of one line count one after the other', () => {
    const parts = [
      { invoice_item_id: 1, quantity: 6 },
      { invoice_item_id: 1, quantity: 5 },
    ];
    assert.deepEqual(creditOf([line(1)], parts), [[1, 'quantity', 'quantity', '4']]);
    assert.deepEqual(creditOf([line(1)], [parts[0]!, { invoice_item_id: 1, amount: 4 }]), [
      ['6.00', '1.32'],
      ['4.00', '0.88'],
    ]);
  });
  test('the rest of all lines omits lines without a remaining quantity', () => {
    assert.deepEqual(partsLeft([line(1, { credited_quantity: '4' }), line(2, { credited_quantity: '10' })]), [
      { invoice_item_id: 1, quantity: '6' },
    ]);
  });
  test('any parts of an invoice add up to it, computed in whole cents', () => {
    let seed = 7;
    const dice = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let round = 0; round < 200; round += 1) {
      // Prices in thousandths, so that quantity × price is exact in thousandths of a cent.
      const raw = Array.from({ length: 1 + dice(4) }, (_, index) => ({
        id: index + 1,
        quantity: 1 + dice(9),
        price: dice(9_999),
        rate: [22, 10, 4][dice(3)]!,
      }));
      const cents = (thousandths: number) => Math.floor((thousandths + 5) / 10);
      const vatOfRate = (rate: number, net: number) => Math.floor((net * rate + 50) / 100);
      const nets = raw.map(({ quantity, price }) => cents(quantity * price));
      const lines = raw.map(({ id, quantity, price, rate }, index) => {
        const same = raw.flatMap((other, at) => (other.rate === rate ? [at] : []));
        const vat = vatOfRate(
          rate,
          same.reduce((sum, at) => sum + nets[at]!, 0),
        );
        // The whole VAT of the rate on its first line: only the sums of the group count.
        return line(id, {
          quantity: String(quantity),
          unit_price: (price / 1000).toFixed(3),
          net_amount: (nets[index]! / 100).toFixed(2),
          vat_amount: ((same[0] === index ? vat : 0) / 100).toFixed(2),
          vat_rate: String(rate),
        });
      });
      const units = raw.flatMap(({ id, quantity }) =>
        Array.from({ length: quantity }, () => [{ invoice_item_id: id, quantity: 1 }]),
      );
      let left = lines;
      const notes: number[][][] = [];
      for (const unit of units.toSorted(() => dice(3) - 1)) {
        const { credited, over } = creditAmounts(left, unit);
        // Rounding up each unit can use up the net amount before the last unit.
        if (over.length > 0) break;
        notes.push(credited.map(({ net, vat }) => [Math.round(Number(net) * 100), Math.round(Number(vat) * 100)]));
        left = left.map((own) => {
          const found = credited.find(({ line: { id } }) => id === own.id);
          if (!found) return own;
          return {
            ...own,
            credited_quantity: String(Number(own.credited_quantity) + 1),
            credited_net: (Number(own.credited_net) + Number(found.net)).toFixed(2),
            credited_vat: (Number(own.credited_vat) + Number(found.vat)).toFixed(2),
          };
        });
      }
      const rest = creditAmounts(left, partsLeft(left)).credited;
      notes.push(rest.map(({ net, vat }) => [Math.round(Number(net) * 100), Math.round(Number(vat) * 100)]));
      const total = (at: number) => notes.flat().reduce((sum, amounts) => sum + amounts[at]!, 0);
      assert.equal(
        total(0),
        nets.reduce((sum, net) => sum + net, 0),
      );
      assert.equal(
        total(1),
        lines.reduce((sum, { vat_amount }) => sum + Math.round(Number(vat_amount) * 100), 0),
      );
      assert.ok(notes.flat().every(([net, vat]) => net! >= 0 && vat! >= 0));
    }
  });
});
