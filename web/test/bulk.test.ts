import { expect, test } from 'vitest';
import { ApiProblem } from '../src/lib/api/problem.ts';
import { runBulk } from '../src/ui/bulk/run-bulk.ts';
import { countOf, isChosen, withRows, type Selected } from '../src/ui/table/selected.ts';

const NONE: Selected<number> = { isAll: false, rows: new Map() };
const rows = Array.from({ length: 1234 }, (_, index) => index);
function options(signal = new AbortController().signal) {
  const seen: [number, number][] = [];
  return {
    seen,
    settings: {
      signal,
      notSent: 'not sent',
      options: { onActivity: () => {} },
      onProgress: (done: number, all: number) => void seen.push([done, all]),
    },
  };
}
function done(portion: readonly number[]) {
  return Promise.resolve(portion.map(() => ({ message: null })));
}

test('rows are sent once, in their order, at most 500 at a time, and the fraction advances to the end', async () => {
  const sent: number[][] = [];
  const { seen, settings } = options();
  const many = Array.from({ length: 30_000 }, (_, index) => index);
  const run = (portion: readonly number[]) => (sent.push([...portion]), done(portion));
  expect(await runBulk({ run, most: 500 }, many, settings)).toEqual({ done: many, failed: [] });
  expect(sent.flat()).toEqual(many);
  expect(Math.max(...sent.map(({ length }) => length))).toBe(500);
  expect(seen.at(0)).toEqual([0, 30_000]);
  expect(seen.at(-1)).toEqual([30_000, 30_000]);
  expect(seen.length).toBe(61);
});

test('rows that the act cannot take, and rows that the server refuses, fail with their reason', async () => {
  const { settings } = options();
  const run = (portion: readonly number[]) =>
    Promise.resolve(portion.map((row) => ({ message: row === 3 ? 'in use' : null })));
  const refuse = (row: number) => (row === 1 ? 'no draft' : undefined);
  expect(await runBulk({ run, refuse, most: 500 }, [1, 2, 3, 4], settings)).toEqual({
    done: [2, 4],
    failed: [
      { row: 1, reason: 'no draft' },
      { row: 3, reason: 'in use' },
    ],
  });
});

test('a refused portion does not stop the others; a lost connection does, and the rest is not sent', async () => {
  const refused = new ApiProblem('IN_USE', 409, 'in use');
  const lost = new ApiProblem('NETWORK', 0, 'no connection');
  const failing = (error: Error) => (portion: readonly number[]) =>
    portion[0] === 2 ? Promise.reject(error) : done(portion);
  const { settings } = options();
  expect(await runBulk({ run: failing(refused), most: 1 }, [1, 2, 3], settings)).toEqual({
    done: [1, 3],
    failed: [{ row: 2, reason: 'in use' }],
  });
  expect(await runBulk({ run: failing(lost), most: 1 }, [1, 2, 3], settings)).toEqual({
    done: [1],
    failed: [
      { row: 2, reason: 'no connection' },
      { row: 3, reason: 'not sent' },
    ],
  });
});

test('a stopped act keeps the rows that were not sent', async () => {
  const stop = new AbortController();
  const { settings } = options(stop.signal);
  const run = (portion: readonly number[]) => (stop.abort(), done(portion));
  const { done: finished, failed } = await runBulk({ run, most: 500 }, rows, settings);
  expect(finished).toEqual(rows.slice(0, 62));
  expect(failed.length).toBe(rows.length - 62);
  expect(failed[0]).toEqual({ row: 62, reason: 'not sent' });
});

test('all rows that match, except some, are selected', () => {
  const all: Selected<number> = { isAll: true, rows: new Map() };
  const without = withRows(all, [[7, 7]], false);
  expect([countOf(all, 1234), countOf(without, 1234)]).toEqual([1234, 1233]);
  expect([isChosen(without, 7), isChosen(without, 8)]).toEqual([false, true]);
  expect(countOf(withRows(without, [[7, 7]], true), 1234)).toBe(1234);
  const some = withRows(
    NONE,
    [
      [1, 1],
      [2, 2],
    ],
    true,
  );
  expect([isChosen(some, 1), isChosen(some, 3), countOf(some, 1234)]).toEqual([true, false, 2]);
  expect(countOf(withRows(some, [[1, 1]], false), 1234)).toBe(1);
});
