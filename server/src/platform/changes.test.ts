import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffKnown, diffRecords } from './changes.ts';

test('compares the rows of a list by id and ignores the order', () => {
  const before = { items: [{ id: 1, quantity: 2 }, { id: 2, quantity: 5 }] }; // prettier-ignore
  const after = { items: [{ id: 3, quantity: 5 }, { id: 1, quantity: 4 }] }; // prettier-ignore
  assert.deepEqual(diffRecords(before, after), [
    { field: 'items.1.quantity', before: 2, after: 4 },
    { field: 'items.2.quantity', before: 5, after: null },
    { field: 'items.3.quantity', before: null, after: 5 },
  ]);
});

test('leaves out passwords, the audit trail, and fields that stay empty', () => {
  assert.deepEqual(diffRecords(null, { id: 1, version: 1, password_hash: 'x', created_at: 'now', notes: null }), []);
});

test('compares objects and lists of plain values as a whole', () => {
  assert.deepEqual(diffRecords({ days: [1, 2], at: { x: 1 } }, { days: [1], at: { x: 1 } }), [
    { field: 'days', before: [1, 2], after: [1] },
  ]);
});

test('holds the SHA-256 of a text of more than 10,000 characters', () => {
  const [change] = diffRecords({ logo: null }, { logo: 'a'.repeat(10_001) });
  assert.match(String(change!.after), /^sha256:[0-9a-f]{64}$/);
  assert.equal(diffRecords({ logo: 'a'.repeat(10_001) }, { logo: `${'a'.repeat(10_000)}b` }).length, 1);
});

test('diffKnown ignores fields that were not read before', () => {
  assert.deepEqual(diffKnown({ status: 'open' }, { status: 'posted', items: [] }), [
    { field: 'status', before: 'open', after: 'posted' },
  ]);
});
