/** Undo: a reversal per kind of act, which the areas register by the entity and action of the activity log. */
import type { ErrorText, Values } from '@bobina/contract/core/messages/all.ts';
import type { Needs } from '@bobina/contract/core/endpoint.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Act } from './context.ts';
import { Problem } from './problem.ts';

/** An entry of the activity log, as a reversal reads it. */
export interface LoggedAct {
  entity: string;
  /** 0 where the entry names no row. */
  id: number;
  details: string;
  user_id: number;
  /** The values that `Act.keep` stored; null without any. */
  kept: unknown;
}

export interface Reversal {
  /** The capability of the act's own call. */
  needs: Needs;
  /** Whether the act must have kept values: without them it cannot be undone. */
  needsKept?: boolean;
  /**
   * Reverses the act. Its first activity is the reversal that the answer names. Throws a Problem with the reason where
   * the state does not allow it.
   */
  undo: (act: Act, logged: LoggedAct) => Promise<void>;
}

/** Reversals by `entity.action`: `products.delete`. */
export type Reversals = Record<string, Reversal>;

type Kept = { action: string; entity_type: string; kept?: unknown };

/** Finds the reversal of an activity; undefined if the act cannot be undone. */
export function reversalOf(reversals: Reversals, { action, entity_type, kept }: Kept): Reversal | undefined {
  const reversal = reversals[`${entity_type}.${action}`];
  return reversal?.needsKept && (kept === null || kept === undefined) ? undefined : reversal;
}

/** Selects whether an activity `t` has a reversal and was not undone yet. */
export function selectUndoable(reversals: Reversals): RawBuilder<boolean> {
  const acts = Object.entries(reversals);
  const always = acts.flatMap(([name, { needsKept }]) => (needsKept ? [] : [name]));
  const ifKept = acts.flatMap(([name, { needsKept }]) => (needsKept ? [name] : []));
  const name = sql`t.entity_type || '.' || t.action`;
  return sql<boolean>`(
    (${name} = any(${always}::text[]) or (t.kept is not null and ${name} = any(${ifKept}::text[])))
    and not exists (select from activities u where u.undoes = t.id))`;
}

/** 409 with the reason why an act cannot be undone. */
export function cannotUndo(text: ErrorText, values: Values = {}): Problem {
  return new Problem('CANNOT_UNDO', { text, values });
}

/** A table with soft-deleted rows. */
type Table =
  | 'condizioni_pagamento'
  | 'contacts'
  | 'customer_orders'
  | 'customer_prices'
  | 'customers'
  | 'destinazioni_merce'
  | 'declarations_of_intent'
  | 'machines'
  | 'prices'
  | 'products'
  | 'purchase_orders'
  | 'stock_counts'
  | 'suppliers'
  | 'users'
  | 'views'
  | 'warehouses';

/**
 * Revives a soft-deleted row with a new version and logs it. Locks the row. Database constraints refuse a row whose code
 * or period was taken.
 * @throws CANNOT_UNDO when the row is not deleted
 */
export async function restoreRow(act: Act, { table, logged }: { table: Table; logged: LoggedAct }): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)}
    set deleted_at = null, deleted_by = null, version = version + 1, modified_at = now(), modified_by = ${act.user.id}
    where id = ${logged.id} and deleted_at is not null returning version`.execute(act.tx);
  if (!rows[0]) throw cannotUndo('UNDO_CHANGED');
  act.record('restore', logged.entity, logged.id, logged.details, rows[0].version);
}

/** Builds the reversal of a deletion that only the row's own constraints can refuse. */
export function restoring(table: Table, needs: Needs): Reversal {
  return { needs, undo: (act, logged) => restoreRow(act, { table, logged }) };
}

/**
 * Locks rows for share, in id order, that a revived row names.
 * @throws CANNOT_UNDO when one was deleted
 */
export async function holdNamedRows(act: Act, table: Table, ids: readonly (number | null)[]): Promise<void> {
  const wanted = new Set(ids.filter((id) => id !== null));
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${[...wanted]}) and deleted_at is null order by id for share`.execute(
    act.tx,
  );
  if (rows.length < wanted.size) throw cannotUndo('UNDO_NAMES_DELETED');
}
