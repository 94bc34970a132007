/** GET /reports/yield and /reports/margins. Margins read orders, production and purchasing, so they belong to none of them. */
import type { runReports } from '@bobina/contract/production/run-reports.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { readMargins } from './read-margins.ts';
import { readWorstRuns, readYield } from './read-yield.ts';

export const runReportHandlers: Handlers<typeof runReports> = {
  yield: ({ query: { group = 'machine', ...period } }, { db }) => readYield(db, { group, ...period }),
  worstRuns: ({ query }, { db }) => inSnapshot(db, (tx) => readWorstRuns(tx, query)),
  margins: async ({ query }, { db }) =>
    (await inSnapshot(db, (tx) => readMargins(tx, query))).map(({ order_date: _day, ...row }) => row),
};
