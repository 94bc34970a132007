import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimalOf } from '../core/decimal.ts';
import { documentAmounts, linesOfParts, packedAmounts, type SalesLine } from './amounts.rules.ts';

type Worked = [quantity: string, price: string, rate: string, net: string, vat: string, total: string];
const EXAMPLES: { name: string; lines: Worked[]; groups?: Record<string, [string, string]>; totals: string[] }[] = [
  {
    name: 'two rates',
    lines: [
      ['120', '18.4500', '22', '2214.00', '487.08', '2701.08'],
      ['350.5', '3.2750', '22', '1147.89', '252.54', '1400.43'],
      ['10', '12.3450', '10', '123.45', '12.35', '135.80'],
    ],
    groups: { 22: ['3361.89', '739.62'], 10: ['123.45', '12.35'] },
    totals: ['3485.34', '751.97', '4237.31'],
  },
  {
    name: 'a cent left over goes to the first of equal remainders',
    lines: [
      ['1', '10.02', '22', '10.02', '2.21', '12.23'],
      ['1', '10.02', '22', '10.02', '2.20', '12.22'],
      ['1', '10.02', '22', '10.02', '2.20', '12.22'],
    ],
    totals: ['30.06', '6.61', '36.67'],
  },
  {
    name: 'half a cent of VAT rounds up',
    lines: [['1', '299.25', '10', '299.25', '29.93', '329.18']],
    totals: ['299.25', '29.93', '329.18'],
  },
  {
    name: 'a case that binary floats compute wrongly',
    lines: [['1.005', '1', '22', '1.01', '0.22', '1.23']],
    totals: ['1.01', '0.22', '1.23'],
  },
];

function line(quantity: string, unit_price: string, vat_rate: string | null = '22', natura: string | null = null) {
  return { quantity, unit_price, vat_rate, natura } satisfies SalesLine;
}

describe('an invoice', () => {
  for (const { name, lines, groups, totals } of EXAMPLES)
    test(name, () => {
      const amounts = documentAmounts(lines.map(([quantity, price, rate]) => line(quantity, price, rate)));
      assert.deepEqual(
        amounts.lines.map(({ net, vat, total }) => [net.toFixed(2), vat.toFixed(2), total.toFixed(2)]),
        lines.map(([, , , ...worked]) => worked),
      );
      assert.deepEqual([amounts.net.toFixed(2), amounts.vat.toFixed(2), amounts.total.toFixed(2)], totals);
      if (groups)
        assert.deepEqual(
          Object.fromEntries(
            amounts.groups.map(({ vat_rate, net, vat }) => [vat_rate, [net.toFixed(2), vat.toFixed(2)]]),
          ),
          groups,
        );
    });

  test('lines with the same rate and different natura form separate groups', () => {
    const { groups } = documentAmounts([
      line('1', '1', '0', 'N3.1'),
      line('1', '2', '0', 'N4'),
      line('1', '4', '0', 'N3.1'),
    ]);
    assert.deepEqual(
      groups.map(({ natura, net, vat }) => [natura, net.toFixed(), vat.toFixed()]),
      [
        ['N3.1', '5', '0'],
        ['N4', '2', '0'],
      ],
    );
  });

  test('different spellings of one rate form one group', () =>
    assert.equal(documentAmounts([line('1', '1', '22'), line('1', '1', '22.00000')]).groups.length, 1));

  test('an unknown rate counts as no VAT, in a separate group', () => {
    const { groups, total } = documentAmounts([line('1', '10', null), line('1', '10', '22')]);
    assert.deepEqual([groups.length, groups[0]!.vat_rate, total.toFixed(2)], [2, null, '22.20']);
  });

  test('the VAT of the invoice is the sum of the VAT of its groups', () => {
    for (let n = 1; n <= 40; n++) {
      const { groups, vat, lines } = documentAmounts(
        Array.from({ length: n }, (_, at) => line('1', `${at + 1}.0${at % 10}7`, at % 3 ? '22' : '10')),
      );
      const ofGroups = groups.reduce((all, group) => all.plus(group.vat), decimalOf(0));
      const ofLines = lines.reduce((all, own) => all.plus(own.vat), decimalOf(0));
      assert.deepEqual([vat.toFixed(2), ofLines.toFixed(2)], [ofGroups.toFixed(2), ofGroups.toFixed(2)]);
    }
  });
});

describe('a packing list', () => {
  const part = (order_item_id: number, quantity: string, unit_price: string) => ({
    order_item_id,
    quantity,
    unit_price,
  });

  test('the parts of a line add up to the amount of the line on the invoice', () => {
    const parts = [part(1, '1.5', '0.333'), part(1, '1.5', '0.333'), part(2, '2', '1.5'), part(1, '1.5', '0.333')];
    assert.deepEqual(
      packedAmounts(parts).map((amount) => amount.toFixed(2)),
      ['0.50', '0.50', '3.00', '0.50'],
    );
    assert.equal(documentAmounts([line('4.5', '0.333')]).net.toFixed(2), '1.50');
  });

  test('the first part gets the cent that a split would lose', () =>
    assert.deepEqual(
      packedAmounts([part(1, '1', '0.334'), part(1, '1', '0.334'), part(1, '1', '0.334')]).map((a) => a.toFixed(2)),
      ['0.34', '0.33', '0.33'],
    ));

  test('parts of one order line are merged into one invoice line for each price', () =>
    assert.deepEqual(
      linesOfParts([part(1, '1', '2'), part(2, '1', '2'), part(1, '5', '2.0'), part(1, '1', '3')]).map((parts) =>
        parts.map(({ order_item_id, quantity }) => [order_item_id, quantity]),
      ),
      [
        [
          [1, '1'],
          [1, '5'],
        ],
        [[2, '1']],
        [[1, '1']],
      ],
    ));
});
