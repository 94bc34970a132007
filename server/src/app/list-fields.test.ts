/** Generic over the contract: `fields` of every list. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { startApi } from '../testing/api.ts';
import { attackedCompany } from '../testing/attacked-company.ts';
import { assertNarrowed, assertUnknownField, hiddenFrom, LISTS, sortsOf } from '../testing/list-calls.ts';
import { matrixTest } from '../testing/matrix.ts';

const api = startApi();

describe('fields', () => {
  before(async () => {
    await attackedCompany(api, 'short', new Map());
  });

  for (const list of LISTS) {
    const { name, row, fields, path } = list;
    const names = Object.keys(fields);
    const [first] = names as [string];

    matrixTest(`${name} answers each of its fields alone, and all of them`, async () => {
      const page = `${path}?limit=10`;
      const whole = await api.admin.get(page);
      assert.equal(whole.status, 200);
      const alone = await Promise.all(names.map((field) => api.admin.get(`${page}&fields=${field}`)));
      for (const [index, field] of names.entries()) assertNarrowed(alone[index]!, whole, [field]);
      assertNarrowed(await api.admin.get(`${page}&fields=${names.toReversed().join(',')}`), whole, names);
    });

    test(`${name} keeps rows, order and total with fields beside sort, q and pages`, async () => {
      for (const query of [
        ...sortsOf(row).map((sort) => `sort=${sort}&limit=2`),
        'offset=1&limit=2',
        'q=a&limit=2',
        'q=1&limit=1',
      ])
        assertNarrowed(
          await api.admin.get(`${path}?${query}&fields=${first}`),
          await api.admin.get(`${path}?${query}`),
          [first],
        );
    });

    test(`${name} answers the same text with fields when PostgreSQL writes it`, async () => {
      // No other test asks for these fields in this order, so the first answer is not written by PostgreSQL; the third is.
      const asked = names.length > 1 ? names.slice(0, -1).toReversed() : names;
      const page = `${path}?limit=100&sort=-${sortsOf(row)[0]!.replace('-', '')}`;
      const texts = [];
      for (let n = 0; n < 3; n++) texts.push(await textOf(`${page}&fields=${asked.join(',')}`));
      assert.deepEqual(texts.slice(1), [texts[0], texts[0]]);
      assert.equal(texts[0], JSON.stringify(JSON.parse(texts[0]!)));
    });

    test(`${name} refuses fields that it does not have`, async () => {
      for (const unknown of [
        'nothing',
        `${first},nothing`,
        `${first},`,
        'password_hash',
        '__proto__',
        `${first};`,
        '*',
      ])
        assertUnknownField(await api.admin.get(`${path}?fields=${encodeURIComponent(unknown)}`));
    });

    test(`${name} refuses the fields that a role may not see, and answers it the others`, async () => {
      for (const role of ROLES) {
        const page = `${path}?limit=5`;
        const whole = await api[role].get(page);
        if (whole.status !== 200) continue;
        const hidden = hiddenFrom(role, list);
        for (const field of hidden) {
          for (const fields of [field, `${first},${field}`])
            assertUnknownField(await api[role].get(`${page}&fields=${fields}`));
          for (const seen of whole.body) assert.ok(!Object.hasOwn(seen, field), `${role} sees ${field}`);
        }
        const visible = names.filter((field) => !hidden.includes(field));
        assertNarrowed(await api[role].get(`${page}&fields=${visible.join(',')}`), whole, visible);
      }
    });
  }

  test('every field that only some answers have is hidden from some roles', () => {
    for (const { name, row, fields } of LISTS) {
      // The columns of a sum are those of its group.
      if (name === 'stock.summary') continue;
      const optional = Object.keys(fields).filter((field) => fields[field]!.safeParse(undefined).success);
      assert.deepEqual(optional.toSorted(), Object.keys(row.hidden ?? {}).toSorted(), name);
    }
  });

  test('filters apply with fields', async () => {
    for (const query of [
      '/products?status=active',
      '/products?category=nessuna',
      '/customer-orders?customer_id=1&open=true',
    ])
      assertNarrowed(await api.admin.get(`${query}&fields=id`), await api.admin.get(query), ['id']);
  });

  test('more than half of the lists of this company have rows', async () => {
    const counts = await Promise.all(
      LISTS.map(async ({ path }) => (await api.admin.get(`${path}?limit=1`)).body.length),
    );
    const empty = LISTS.filter((_, index) => counts[index] === 0).map(({ name }) => name);
    assert.ok(empty.length < LISTS.length / 2, empty.join(', '));
    for (const { name, row } of LISTS) if (row.hidden) assert.ok(!empty.includes(name), name);
  });
});

/** The text of an answer, as it is sent. */
async function textOf(path: string): Promise<string> {
  const answer = await fetch(`${api.url}/api${path}`, { headers: { authorization: `Bearer ${api.admin.token}` } });
  assert.equal(answer.status, 200);
  return answer.text();
}
