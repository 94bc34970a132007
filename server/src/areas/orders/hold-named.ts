/** Locks the rows that an order names for share, in id order, until the act commits. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { FieldChecks } from '../../platform/problem.ts';

/**
 * Locks an active customer; adds an `unknown` problem if there is none.
 * @param alone whether to block other order entries for the customer until the act commits
 */
export async function holdCustomer(
  act: Act,
  checks: FieldChecks,
  { id, path, alone = false }: { id: number; path: string; alone?: boolean },
): Promise<void> {
  const { rows } = await sql`
    select 1 from customers where id = ${id} and is_active and deleted_at is null
    ${alone ? sql`for no key update` : sql`for share`}`.execute(act.tx);
  if (rows.length === 0) checks.add(path, 'unknown');
}

/** Finds products by code, ignoring case. @returns ids by the code as given */
export async function findProducts(act: Act, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; id: number }>`
    select c.code, p.id from unnest(${[...new Set(codes)]}::text[]) c (code)
    join products p on lower(p.code) = lower(c.code) and p.deleted_at is null`.execute(act.tx);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** A product named by an order. */
export interface HeldProduct {
  is_active: boolean;
  unit_of_measure: string;
}
/** Locks the products that are not deleted for share. @returns them by id */
export async function holdOrderedProducts(act: Act, ids: readonly number[]): Promise<Map<number, HeldProduct>> {
  const { rows } = await sql<HeldProduct & { id: number }>`
    select id, status = 'active' as is_active, unit_of_measure from products
    where id = any(${[...new Set(ids)]}) and deleted_at is null order by id for share`.execute(act.tx);
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}
/** Locks the active products for share. @returns them by id */
export async function holdActiveProducts(act: Act, ids: readonly number[]): Promise<Map<number, HeldProduct>> {
  return new Map([...(await holdOrderedProducts(act, ids))].filter(([, { is_active }]) => is_active));
}
