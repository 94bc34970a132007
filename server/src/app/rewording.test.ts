/** Rewording changes texts only: the API and the migrations that are already applied somewhere stay as they are. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract } from '@bobina/contract/core/endpoint.ts';
import { readMigrations } from '../platform/database/migration-files.ts';
import { openApi } from '../platform/http/openapi.ts';
import { readApiExamples } from './docs.ts';

const LANDED = path.join(import.meta.dirname, '../testing/fixtures/landed-migrations.json');
const INFO = { title: 'Bobina', version: '1', description: '' };

test('R09: other words and examples change only descriptions and examples of the OpenAPI document, and landed migrations keep their checksums', () => {
  const rows = contract as Record<string, Contract>;
  const before = openApi(rows, { ...INFO, description: 'Before.' }, readApiExamples());
  const after = openApi(reworded(rows), { ...INFO, description: 'After.' });
  assert.notDeepEqual(after, before);
  assert.deepEqual(withoutTexts(after), withoutTexts(before));
  assert.notDeepEqual(
    withoutTexts(openApi(withoutFirstCall(rows), INFO)),
    withoutTexts(before),
    'a changed call is no rewording',
  );

  const landed = JSON.parse(readFileSync(LANDED, 'utf8')) as Record<string, string>;
  assert.ok(Object.keys(landed).length >= 45);
  const present = Object.fromEntries(readMigrations().map(({ file, checksum }) => [file, checksum]));
  assert.deepEqual(Object.fromEntries(Object.keys(landed).map((file) => [file, present[file]])), landed);
});

function reworded(rows: Record<string, Contract>): Record<string, Contract> {
  const other = (text: string) => `Other words for ${text}`;
  return mapRows(rows, (row) => ({
    ...row,
    summary: other(row.summary),
    description: other(row.description),
    refusals: Object.fromEntries(Object.entries<string>(row.refusals).map(([code, text]) => [code, other(text)])),
  }));
}

function withoutFirstCall(rows: Record<string, Contract>): Record<string, Contract> {
  const [[module, calls]] = Object.entries(rows) as [[string, Contract]];
  return { ...rows, [module]: Object.fromEntries(Object.entries(calls).slice(1)) as Contract };
}

function mapRows(rows: Record<string, Contract>, change: (row: Contract[string]) => object): Record<string, Contract> {
  return Object.fromEntries(
    Object.entries(rows).map(([module, calls]) => [
      module,
      Object.fromEntries(Object.entries(calls).map(([name, row]) => [name, change(row)])) as Contract,
    ]),
  );
}

/** A document without its texts. A field of a schema that is named `description` is an object, and stays. */
function withoutTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTexts);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(
        ([key, value]) => key !== 'example' && !(['description', 'summary'].includes(key) && typeof value === 'string'),
      )
      .map(([key, value]) => [key, withoutTexts(value)]),
  );
}
