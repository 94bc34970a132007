import type { RunSummary } from '@bobina/contract/production/runs.ts';
import { companyDayOf, companyToday } from '../../lib/company-day.ts';

/** Whether a run may be offered for reopening: it ended on the current day of the company. The server checks it again. */
export function mayReopen({ ended_at }: Pick<RunSummary, 'ended_at'>): boolean {
  return ended_at !== null && companyDayOf(new Date(ended_at)) === companyToday();
}
