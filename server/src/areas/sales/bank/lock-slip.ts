import type { BankSlip } from '@bobina/contract/sales/bank.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';
import { readSlip } from './slip-rows.ts';

/** Locks a slip until the act commits, before its documents. @throws NOT_FOUND, STALE_VERSION */
export async function lockSlip(act: Act, id: number, version?: number): Promise<BankSlip> {
  const { rows } =
    await sql`select 1 from bank_slips where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  if (rows.length === 0) throw notFound();
  const slip = await readSlip(act.tx, id);
  requireVersion(slip, version);
  return slip;
}
