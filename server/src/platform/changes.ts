/** The old and new values of a record that an act changes, for the activity log. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '@bobina/contract/system/history.ts';

/** Not part of a record's content: its identity, its audit trail, secrets, and values that depend on the time. */
const NOT_LOGGED = new Set([
  'id',
  'version',
  'created_at',
  'created_by',
  'created_by_name',
  'modified_at',
  'modified_by',
  'modified_by_name',
  'deleted_at',
  'deleted_by',
  'last_login',
  'is_online',
  'password',
  'password_hash',
  'is_late',
  'is_overdue',
  'missing',
]);
/** Second names of a field, kept on the wire for older clients. */
const SECOND_NAMES = new Set(['has_batches', 'has_expiry', 'price_per_pack', 'ordered_quantity', 'items_count']);
/** Longer texts, such as a logo, are logged as their SHA-256. */
const LONGEST_TEXT = 10_000;

/**
 * Compares a record before and after an act, in its API form; null before its creation and after its deletion. Rows of
 * a list are matched by id, and their fields are named `<list>.<id>.<field>`.
 */
export function diffRecords(before: object | null, after: object | null): FieldChange[] {
  const old = fieldsOf(before);
  const current = fieldsOf(after);
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: current.get(field) ?? null };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
}

/** Compares only the fields that `before` has, for acts that read a part of the record. */
export function diffKnown(before: object, after: object): FieldChange[] {
  return diffRecords(before, Object.fromEntries(Object.keys(before).map((key) => [key, after[key as never]])));
}

function fieldsOf(record: object | null): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record ?? {})) {
    if (NOT_LOGGED.has(key) || SECOND_NAMES.has(key)) continue;
    if (isRows(value))
      for (const row of value) for (const [field, cell] of fieldsOf(row)) fields.set(`${key}.${row.id}.${field}`, cell);
    else fields.set(key, shorten(value));
  }
  return fields;
}

function isRows(value: unknown): value is { id: number }[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row?.id === 'number');
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT
    ? `sha256:${createHash('sha256').update(value).digest('hex')}`
    : value;
}
