/** Closed accounting periods. Triggers refuse everything that would be dated in one: see `refuse_closed_day`. */
import type { AccountingPeriod } from '@bobina/contract/sales/accounting.ts';
import { sql } from 'kysely';
import { companyToday } from '../../areas/registry/index.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { invalid } from '../../platform/problem.ts';

/** Reads the closings, the newest first. */
export async function listPeriods(db: Db): Promise<AccountingPeriod[]> {
  const { rows } = await sql<AccountingPeriod>`
    select p.id, p.until, p.created_at, p.created_by, u.name as created_by_name
    from accounting_periods p join users u on u.id = p.created_by order by p.until desc`.execute(db);
  return rows;
}

/**
 * Closes all days up to `until`. Waits for the acts that are dated and not committed yet.
 * @throws VALIDATION for a day that is not over, PERIOD_CLOSED for a day that is closed already
 */
export async function closePeriod(act: Act, until: string): Promise<AccountingPeriod> {
  if (until >= (await companyToday(act.tx))) throw invalid('until', 'notOver');
  const { rows } = await sql<{ id: number }>`
    insert into accounting_periods (until, created_by) values (${until}, ${act.user.id}) returning id`.execute(act.tx);
  const period = (await listPeriods(act.tx)).find(({ id }) => id === rows[0]!.id)!;
  act.record('create', 'accounting-periods', period.id, until, null, diffRecords(null, period));
  return period;
}
