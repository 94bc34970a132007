import type { MachineBoard, MachineJob } from '@bobina/contract/production/scheduling.ts';

const URGENCY: Record<string, number> = { alta: 1, media: 2, standard: 3 };
const OTHERS = 4;

/** Sorts the jobs of a machine by priority, then by order number. */
export function byUrgency(jobs: readonly MachineJob[]): MachineJob[] {
  return jobs.toSorted(
    (a, b) =>
      urgencyOf(a) - urgencyOf(b) || compare(a.order_number, b.order_number) || a.scheduling_id - b.scheduling_id,
  );
}
/** Returns the machines that have jobs, with the jobs sorted by priority. */
export function machineReport(boards: readonly MachineBoard[]): MachineBoard[] {
  return boards.filter(({ jobs }) => jobs.length > 0).map((board) => ({ ...board, jobs: byUrgency(board.jobs) }));
}

function urgencyOf({ item_priority }: MachineJob): number {
  return URGENCY[item_priority] ?? OTHERS;
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
