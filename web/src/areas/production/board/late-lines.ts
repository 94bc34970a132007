import type { MachineJob } from '@bobina/contract/production/scheduling.ts';

/** How many lines of orders are late, of those that have one of these jobs. */
export function lateLines(jobs: readonly Pick<MachineJob, 'item_id' | 'is_late'>[]): number {
  return new Set(jobs.filter(({ is_late }) => is_late).map(({ item_id }) => item_id)).size;
}
