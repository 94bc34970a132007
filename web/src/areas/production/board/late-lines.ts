import type { MachineJob } from '@bobina/contract/production/scheduling.ts';

/** Returns the number of distinct late order lines among these jobs. */
export function lateLines(jobs: readonly Pick<MachineJob, 'item_id' | 'is_late'>[]): number {
  return new Set(jobs.filter(({ is_late }) => is_late).map(({ item_id }) => item_id)).size;
}
