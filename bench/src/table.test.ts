import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf } from './measure.ts';
import { pageOf, tableOf, type Row } from './table.ts';

function row(over: Partial<Row> = {}): Row {
  return {
    suite: 'stock',
    size: '10,000 movements',
    call: 'post a movement',
    clients: 16,
    served: { perSecond: 512.4, p50: 12.34, p99: 100.4 },
    bare: { perSecond: 1024.8, p50: 1, p99: 2 },
    ...over,
  };
}

test('several loops are combined by all their requests and their total time', () => {
  const seen = figuresOf([
    { times: [4, 2], elapsed: 1 },
    { times: [3, 1], elapsed: 3 },
  ]);
  assert.deepEqual(seen, { perSecond: 1, p50: 2, p99: 4 });
});

test('the table has a line for each row, with rates, percentiles and the ratio of both rates', () => {
  const [head, rule, first, ...others] = tableOf([row()]).split('\n');
  assert.deepEqual(others, []);
  const cells = (line: string | undefined) => line!.split('|').map((cell) => cell.trim());
  assert.deepEqual(cells(head).slice(1, -1), [
    ...['suite', 'data', 'call', 'clients', 'rate/s', 'p50 ms', 'p99 ms', 'same SQL, rate/s', 'ratio'],
  ]);
  assert.deepEqual(cells(first).slice(1, -1), [
    ...['stock', '10,000 movements', 'post a movement', '16', '512', '12.3', '100', '1025', '0.50'],
  ]);
  assert.match(rule!, /^\| -+ \| -+ \| -+ \| -+: /);
});

test('the columns of the table are aligned', () => {
  const lines = tableOf([row(), row({ call: 'a | b', served: { perSecond: NaN, p50: NaN, p99: NaN } })]).split('\n');
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
  assert.match(lines.at(-1)!, /a \\\| b .* – /);
});

test('the page lists the conditions of the run', () => {
  const page = pageOf([row()], {
    started: '2026-11-21T10:00:00.000Z',
    minutes: 12.34,
    cores: 2,
    memoryBytes: 24 * 2 ** 30,
    node: '24.0.0',
    postgres: '18.4',
    settings: { fsync: 'on', synchronous_commit: 'on' },
    load: [0.1, 3.456],
  });
  for (const expected of [
    '2026-11-21T10:00',
    '12.3 minutes',
    '2 cores, 24 GB',
    'Node 24.0.0, PostgreSQL 18.4 (fsync on, synchronous_commit on)',
    'Load average 0.10 before, 3.46 after',
  ])
    assert.ok(page.includes(expected), expected);
  assert.ok(page.endsWith(`${tableOf([row()])}\n`));
});
