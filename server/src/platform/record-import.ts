import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { ImportFaults, RefusedImportRow } from '@bobina/contract/system/imports.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Act } from './context.ts';
import type { Db } from './database/db.ts';
import { addNotice } from './notices.ts';

/** The number of days for which imports are listed and kept. */
export const KEPT_IMPORT_DAYS = 30;

interface NewImport extends Pick<ImportFaults, 'register' | 'created' | 'updated'> {
  /** The number of refused rows; of the import of orders, that of refused orders. */
  refused: number;
  refusedRows: readonly (Pick<RefusedImportRow, 'row' | 'fields'> & { values: object })[];
  file?: string | null | undefined;
  headers?: Readonly<Record<string, string>> | null | undefined;
  needs: Capability;
}

/**
 * The register of a row of `imports t`. A constraint of the table lists the registers and knows no `customer-prices`:
 * their imports are stored as `prices` with a header for `customer`, a column that prices of suppliers do not have.
 */
export function keptRegister(): RawBuilder<ImportFaults['register']> {
  return sql`case when t.register = 'prices' and t.headers ->> 'customer' is not null then 'customer-prices' else t.register end`;
}

/**
 * Records an import with its numbers of created, updated and refused rows, and the refused rows with their reasons.
 * Refused rows are a notice for the others who may write the register.
 */
export async function recordImport(
  act: Act,
  { register, created, updated, refused, refusedRows, file, headers, needs }: NewImport,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (register, created, updated, refused, user_id, file, headers, refused_rows)
    values (${register === 'customer-prices' ? 'prices' : register}, ${created}, ${updated}, ${refused}, ${act.user.id}, ${file ?? null},
      ${asJson(storedHeaders(register, headers))}::json, ${asJson(refusedRows.map(storedRow))}::json) returning id`.execute(
    act.tx,
  );
  act.changed('imports');
  if (refused > 0)
    await addNotice(act, {
      kind: 'import_failed',
      entity: register,
      entity_id: rows[0]!.id,
      code: register,
      label: `${refused} / ${created + updated + refused}`,
      needs,
    });
}

/** Deletes the records of imports that are no longer listed. */
export async function deleteOldImports(db: Db): Promise<void> {
  await sql`delete from imports where at < now() - make_interval(days => ${KEPT_IMPORT_DAYS})`.execute(db);
}

/** The headers, which tell prices of customers from prices of suppliers: see `keptRegister`. */
function storedHeaders(register: NewImport['register'], headers: NewImport['headers']): Record<string, string> {
  const { customer = 'customer', ...others } = headers ?? {};
  if (register === 'customer-prices') return { customer, ...others };
  return register === 'prices' ? others : { ...headers };
}

function storedRow({ row, values, fields }: NewImport['refusedRows'][number]): RefusedImportRow {
  const cells = Object.entries(values).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value as string | number | boolean]] : [],
  );
  return {
    row,
    values: Object.fromEntries(cells) as RefusedImportRow['values'],
    fields: fields.map(({ path, message }) => ({ path, message })),
  };
}

/** PostgreSQL's json accepts neither NUL characters nor lone surrogates, and a refused cell may hold either. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
