import type { z } from 'zod';
import type { FieldProblem } from '@bobina/contract/core/errors.ts';
import type { Values } from '@bobina/contract/core/messages/messages.ts';
import { parse } from '@bobina/contract/core/parse.ts';
import {
  IMPORTS,
  type ImportDefinition,
  type ImportInput,
  type ImportReference,
  type ImportRegister,
} from '@bobina/contract/system/imports.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import { translateField, type FieldRefusal } from '../../platform/problem.ts';
import { findIds } from './find-ids.ts';
import { readValues, type ReadValues } from './read-values.ts';
import { REGISTERS } from './registers.ts';

export interface PreparedRow {
  row: number;
  /** The row that is changed; null creates one. */
  id: number | null;
  body: Readonly<Record<string, unknown>>;
}
export interface RefusedRow {
  row: number;
  fields: FieldProblem[];
}
/** A row while it is being prepared; `key` identifies it. */
interface Draft extends ReadValues {
  row: number;
  fields: FieldProblem[];
  key: Record<string, string> | undefined;
  id: number | null;
  /** The row would be created: no stored row matches it. */
  isNew: boolean;
}

const TABLES: Readonly<Record<ImportReference['kind'], readonly [table: string, ...columns: string[]]>> = {
  product: ['products', 'code'],
  supplier: ['suppliers', 'vat_number', 'business_name'],
  customer: ['customers', 'vat_number', 'business_name'],
  warehouse: ['warehouses', 'name'],
  payment_term: ['condizioni_pagamento', 'descrizione'],
};

/**
 * Reads the rows of an import, finds the rows that they name and the stored rows that they match, and validates them.
 * Locks nothing: the act of each row checks again.
 */
export async function prepareRows(
  { db, language }: Pick<ManyActs, 'db' | 'language'>,
  { register, rows, mode = 'both' }: Pick<ImportInput, 'rows' | 'mode'> & { register: ImportRegister },
): Promise<{ prepared: PreparedRow[]; refused: RefusedRow[] }> {
  const definition = IMPORTS[register];
  const today = await companyToday(db);
  const drafts: Draft[] = rows.map(({ row, values }) => ({
    row,
    ...readValues(definition, values, { today, language }),
    fields: [],
    key: undefined,
    id: null,
    isNew: true,
  }));
  const refuse = (draft: Draft, path: string, code: FieldRefusal['code'], values: Values = {}) =>
    draft.fields.push(translateField(language, { path: columnOf(definition, path), code, values }));
  for (const draft of drafts) for (const { path, code } of draft.faults) refuse(draft, path, code);

  for (const [column, reference] of Object.entries(definition.references)) {
    const naming = drafts.filter(({ named }) => named[column] !== undefined);
    const found = await findNamed(
      db,
      reference.kind,
      naming.map(({ named }) => named[column]!),
    );
    for (const [index, draft] of naming.entries()) {
      const ids = found[index]!;
      if (ids.length === 1) draft.body[reference.field] = ids[0];
      else refuse(draft, column, 'unknown');
    }
  }

  for (const draft of drafts) draft.key = keyOf(definition, draft.body);
  refuseRepeated(drafts, (draft, path, row) =>
    refuse(draft, path, register === 'opening-stock' ? 'alreadyInStock' : 'repeated', { row }),
  );
  const { table } = REGISTERS[register];
  if (table) await match(db, table, drafts, (draft, path) => refuse(draft, path, 'unknown'));
  for (const draft of drafts) {
    const path = Object.keys(draft.key ?? {}).at(-1) ?? definition.matchedBy[0]![0]!;
    if (draft.id !== null && mode === 'create') refuse(draft, path, 'exists');
    if (draft.id === null && mode === 'update' && draft.isNew) {
      draft.isNew = false;
      refuse(draft, path, 'unknown');
    }
    const read = parse(draft.isNew ? definition.fields : partial(definition), draft.body, language);
    if (!read.ok) addProblems(definition, draft, read.fields);
    // The values that identify the stored row may differ from it in case.
    else draft.body = withoutFields(read.value, draft.id === null ? {} : draft.key!);
  }
  return {
    prepared: drafts.filter(({ fields }) => fields.length === 0).map(({ row, id, body }) => ({ row, id, body })),
    refused: drafts.filter(({ fields }) => fields.length > 0).map(({ row, fields }) => ({ row, fields })),
  };
}

/** The column of an import that gives a field. */
export function columnOf({ references }: ImportDefinition, field: string): string {
  return Object.entries(references).find(([, reference]) => reference.field === field)?.[0] ?? field;
}

const partials = new WeakMap<ImportDefinition, z.ZodObject>();
function partial(definition: ImportDefinition): z.ZodObject {
  let found = partials.get(definition);
  if (!found) partials.set(definition, (found = definition.fields.partial()));
  return found;
}

/** The ids that each text names: by the first column in which any row has it. */
async function findNamed(db: Db, kind: ImportReference['kind'], texts: readonly string[]): Promise<number[][]> {
  const [table, ...columns] = TABLES[kind];
  const distinct = [...new Set(texts)];
  const found = new Map<string, number[]>();
  for (const column of columns) {
    const open = distinct.filter((text) => !found.has(text));
    const ids = await findIds(
      db,
      table,
      open.map((text) => ({ [column]: text })),
    );
    for (const [index, text] of open.entries()) if (ids[index]!.length > 0) found.set(text, ids[index]!);
  }
  return texts.map((text) => found.get(text) ?? []);
}

/** The values of the first set of identifying fields that are all given. */
function keyOf({ matchedBy }: ImportDefinition, body: ReadValues['body']): Record<string, string> | undefined {
  const set = matchedBy.find((fields) => fields.every((field) => body[field] !== undefined));
  return set && Object.fromEntries(set.map((field) => [field, String(body[field])]));
}

function refuseRepeated(drafts: readonly Draft[], refuse: (draft: Draft, path: string, row: number) => void): void {
  const first = new Map<string, number>();
  for (const draft of drafts) {
    if (!draft.key) continue;
    const key = JSON.stringify(draft.key).toLowerCase();
    const before = first.get(key);
    if (before === undefined) first.set(key, draft.row);
    else refuse(draft, Object.keys(draft.key).at(-1)!, before);
  }
}

/** Finds the stored row of each draft. Several rows with one VAT number are distinguished by their names. */
async function match(
  db: Db,
  table: string,
  drafts: readonly Draft[],
  refuse: (draft: Draft, path: string) => void,
): Promise<void> {
  const withKey = drafts.filter(({ key }) => key);
  for (const group of Map.groupBy(withKey, ({ key }) => Object.keys(key!).join()).values()) {
    const found = await findIds(
      db,
      table,
      group.map(({ key }) => key!),
    );
    for (const [index, draft] of group.entries()) {
      let ids = found[index]!;
      if (ids.length > 1 && typeof draft.body.business_name === 'string') {
        const [named] = await findIds(db, table, [{ ...draft.key!, business_name: draft.body.business_name }]);
        ids = named!;
      }
      draft.isNew = found[index]!.length === 0;
      if (ids.length === 1) draft.id = ids[0]!;
      else if (!draft.isNew) refuse(draft, Object.keys(draft.key!).at(-1)!);
    }
  }
}

/** Adds the problems of columns that have none yet. */
function addProblems(definition: ImportDefinition, draft: Draft, problems: readonly FieldProblem[]): void {
  for (const problem of problems) {
    const path = columnOf(definition, problem.path);
    if (draft.fields.every((field) => field.path !== path)) draft.fields.push({ ...problem, path });
  }
}

function withoutFields(values: Readonly<Record<string, unknown>>, left: object) {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== undefined && !Object.hasOwn(left, field)),
  );
}
