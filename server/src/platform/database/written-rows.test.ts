/** The JSON of rows from PostgreSQL is the text that the server writes itself. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { readWrittenRows, WrittenRows } from './written-rows.ts';

const api = startApi();

const TEXTS = [
  '',
  ' ',
  'Rotoli "banco" \\ / h 38',
  '\b\f\n\r\t\u0001\u001f\u007f',
  "l'orlo è già 🧻",
  '\u2028\u2029\ufeff\u202e',
  '</script><!-- 1e-05',
];
const NUMBERS = ['0', '-0.00001', '0.00005', '10.50000', '9999999999.99999', '-1234567890.12345', '1e15', '0.1', '100'];
const DAYS = ['0001-01-01', '1999-12-31', '2026-11-28', '9999-12-31'];
const INSTANTS = ['2026-11-28 03:04:05.123987+01', '2026-03-29 02:30:00+00', '1969-12-31 23:59:59.9999+00'];

function statementOf(columns: string) {
  const rows = [TEXTS, NUMBERS, DAYS, INSTANTS].map((values, at) =>
    Array.from({ length: 10 }, (_, n) => ({ n, at, value: values[n] ?? null })),
  );
  return sql<Record<string, unknown>>`
    select ${sql.raw(columns)} from (select n::int,
      max(value) filter (where at = 0) as text,
      (max(value) filter (where at = 1))::numeric as exact,
      (max(value) filter (where at = 2))::date as day,
      (max(value) filter (where at = 3))::timestamptz as instant
      from jsonb_to_recordset(${JSON.stringify(rows.flat())}::jsonb) as given(n int, at int, value text)
      group by n) t order by n desc`.compile(api.db);
}

async function readThrice(columns: string, fields?: readonly string[]) {
  const statement = statementOf(columns);
  const first = await readWrittenRows(api.db, statement, fields);
  await readWrittenRows(api.db, statement, fields);
  return { first, third: await readWrittenRows(api.db, statement, fields) };
}

describe('rows written by PostgreSQL', () => {
  const columns =
    'n, text, exact::float8 as number, day, instant, n > 4 as "isLate", n::bigint as count, null as nothing';
  test('W30: have the text that the server writes, with its order of rows and columns', async () => {
    const { first, third } = await readThrice(columns);
    assert.ok(third instanceof WrittenRows);
    assert.equal(third.text, JSON.stringify(first));
    assert.equal(third.length, 10);
    assert.deepEqual(third.parse(), first);
  });
  test('have the asked columns alone, in the order of the request', async () => {
    const { first, third } = await readThrice(`${columns}, 1 as one`, ['instant', 'n', 'absent']);
    assert.ok(third instanceof WrittenRows);
    const picked = (first as { instant: string; n: number }[]).map(({ instant, n }) => ({ instant, n }));
    assert.equal(third.text, JSON.stringify(picked));
  });
  test('are not written when a type has another text', async () => {
    for (const column of [
      'exact',
      "jsonb_build_object('a', n) as object",
      'n::text::xml as markup',
      'array[n] as list',
    ]) {
      const { first, third } = await readThrice(`n, ${column}`);
      assert.deepEqual(third, first);
    }
  });
  test('are an empty array when there are none', async () => {
    const of = (most: number) => ({
      ...statementOf('n, day'),
      parameters: [...statementOf('n, day').parameters, most],
    });
    const limited = (most: number) => ({ ...of(most), sql: `${of(most).sql} limit $2` });
    for (const most of [1, 1]) await readWrittenRows(api.db, limited(most), undefined);
    const none = await readWrittenRows(api.db, limited(0), undefined);
    assert.ok(none instanceof WrittenRows);
    assert.deepEqual([none.text, none.length], ['[]', 0]);
  });
});
