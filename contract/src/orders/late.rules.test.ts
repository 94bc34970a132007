import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isLate, type LineInTime } from './late.rules.ts';

const TODAY = '2026-03-10';
function line(given: Partial<LineInTime> = {}): LineInTime {
  return {
    quantity: 10,
    delivered_quantity: 0,
    is_closed: false,
    delivery_date: '2026-03-12',
    production_status: 'da_produrre',
    ...given,
  };
}

describe('a line is late', () => {
  const cases: [name: string, line: LineInTime, lastEnd: string | undefined, late: boolean][] = [
    ['its day is past', line({ delivery_date: '2026-03-09' }), undefined, true],
    [
      'its day is past and it is produced',
      line({ delivery_date: '2026-03-09', production_status: 'completato' }),
      undefined,
      true,
    ],
    [
      'its day is past and it is delivered',
      line({ delivery_date: '2026-03-09', delivered_quantity: '10.0' }),
      undefined,
      false,
    ],
    ['its day is past and it is closed', line({ delivery_date: '2026-03-09', is_closed: true }), undefined, false],
    ['it is due today, without jobs', line({ delivery_date: TODAY }), undefined, false],
    ['its last job ends on its day', line(), '2026-03-12', false],
    ['its last job ends after its day', line(), '2026-03-13', true],
    [
      'its last job ends after its day and it is produced',
      line({ production_status: 'completato' }),
      '2026-03-13',
      false,
    ],
    ['its last job ends after its day and it is delivered', line({ delivered_quantity: 11 }), '2026-03-13', false],
    [
      'a part is delivered and its last job ends after its day',
      line({ delivered_quantity: 9.99999 }),
      '2026-03-13',
      true,
    ],
  ];
  for (const [name, given, lastEnd, late] of cases)
    test(`${name}: ${late ? 'yes' : 'no'}`, () => assert.equal(isLate(given, TODAY, lastEnd), late));
});
