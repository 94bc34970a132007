import type { Language } from '@bobina/contract/core/languages.ts';
import {
  IMPORTS,
  type ImportDefinition,
  type ImportedRowResult,
  type ImportInput,
  type ImportRegister,
  type ImportSummary,
} from '@bobina/contract/system/imports.ts';
import type { Act } from '../../platform/context.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import { recordImport } from '../../platform/record-import.ts';
import { Problem } from '../../platform/problem.ts';
import { columnOf, prepareRows, type PreparedRow } from './prepare-rows.ts';
import { REGISTERS, type StoredRow } from './registers.ts';

type Done = Omit<ImportedRowResult, 'row' | 'fields'>;
const REFUSED: Done = { action: 'refuse', id: null, changes: [], warnings: [] };

/**
 * Imports rows into a register, each as a separate act, and records the import. A dry run answers the same and writes
 * nothing.
 * @throws FORBIDDEN
 */
export async function importRows(
  acts: ManyActs,
  { register, rows, mode, dry_run, file, headers }: ImportInput & { register: ImportRegister },
): Promise<ImportSummary> {
  const definition = IMPORTS[register];
  if (!acts.may(definition.needs)) throw new Problem('FORBIDDEN');
  const { prepared, refused } = await prepareRows(acts, { register, rows, mode });
  const done = await acts.each({
    items: prepared,
    part: ({ row }) => row,
    dryRun: dry_run,
    act: (act, row) => importRow(act, { register, row }),
  });
  const results = new Map<number, ImportedRowResult>();
  for (const { row, fields } of refused) results.set(row, { row, ...REFUSED, fields });
  for (const { item, outcome } of done)
    results.set(item.row, {
      row: item.row,
      ...(outcome.problem
        ? { ...REFUSED, fields: fieldsOf(definition, outcome.problem, acts.language) }
        : {
            ...outcome.answer,
            ...(dry_run && outcome.answer.action === 'create' && { id: null }),
            fields: [],
            // A retry may repeat the answer of a release without warnings.
            warnings: outcome.answer.warnings ?? [],
          }),
    });
  const inOrder = rows.map(({ row }) => results.get(row)!);
  const count = (action: ImportedRowResult['action']) => inOrder.filter((result) => result.action === action).length;
  const counts = { created: count('create'), updated: count('update'), refused: count('refuse') };
  const refusedRows = inOrder.flatMap((result, index) =>
    result.action === 'refuse' ? [{ ...result, values: rows[index]!.values }] : [],
  );
  const kept = { register, ...counts, refusedRows, file, headers, needs: definition.needs };
  if (!dry_run) await acts.one('import', (act) => recordImport(act, kept));
  return { ...counts, results: inOrder };
}

async function importRow(
  act: Act,
  { register, row: { id, body } }: { register: ImportRegister; row: PreparedRow },
): Promise<Done> {
  const { get, create, update, check } = REGISTERS[register];
  const definition = IMPORTS[register];
  if (id === null) {
    const created = await create(act, body);
    await check?.(act, { body, row: created });
    const changes = changesOf(definition, { body, after: created });
    return { action: 'create', id: created.id, changes, warnings: warningsOf(definition, act) };
  }
  const before = await get(act, id);
  const changed = Object.fromEntries(
    // A field that only a call to create a row has, such as `closes_previous`, changes nothing.
    Object.entries(body).filter(([field, value]) => Object.hasOwn(before, field) && !isSame(before[field], value)),
  );
  const after =
    Object.keys(changed).length > 0 ? await update(act, { id, body: changed, version: before.version }) : null;
  await check?.(act, { body, row: after ?? before });
  if (!after) return { action: 'none', id, changes: [], warnings: [] };
  const changes = changesOf(definition, { body: changed, before, after });
  return { action: 'update', id, changes, warnings: warningsOf(definition, act) };
}

/** The given fields of a row before and after; other rows are shown by their code or name. */
function changesOf(
  definition: ImportDefinition,
  { body, before, after }: { body: PreparedRow['body']; before?: StoredRow; after: StoredRow },
): Done['changes'] {
  return Object.keys(body).map((field) => {
    const column = columnOf(definition, field);
    const shown = definition.references[column]?.shown ?? field;
    const value = (row: StoredRow | undefined) =>
      ((row && (Object.hasOwn(row, shown) ? row[shown] : body[field])) ?? null) as Done['changes'][number]['after'];
    return { field: column, before: value(before), after: value(after) };
  });
}

function isSame(stored: unknown, value: unknown): boolean {
  return (stored ?? null) === (value ?? null);
}

/** The reasons of a refusal by column; one of the whole row has an empty path. */
function fieldsOf(definition: ImportDefinition, problem: Problem, language: Language): ImportedRowResult['fields'] {
  const { code, message, fields } = problem.body(language);
  return fields
    ? fields.map((field) => ({ ...field, path: columnOf(definition, field.path) }))
    : [{ path: '', code, message }];
}

function warningsOf(definition: ImportDefinition, { warnings }: Act): Done['warnings'] {
  return warnings.map(({ path, code, message }) => ({
    path: path === undefined ? '' : columnOf(definition, path),
    code,
    message,
  }));
}
