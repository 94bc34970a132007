/** The board as lanes of jobs, and moves of jobs. Pure functions, shared by drag, keyboard and optimistic updates. */
import { minutesLeft } from '@bobina/contract/production/calendar.rules.ts';
import type { MachineBoard, MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';

export interface Lane {
  machine_id: number;
  machine_code: string;
  machine_description: string;
  /** Whether the machine accepts jobs. An inactive machine only keeps the jobs it has. */
  is_active: boolean;
  total_minutes: number;
  jobs: readonly MachineJob[];
}
export interface Move {
  scheduling: number;
  machine: number;
  /** The job to insert before; null appends. */
  before: number | null;
}

/** Returns a lane for each active machine and each machine that still has jobs, by code. */
export function lanesOf(boards: readonly MachineBoard[], machines: readonly Machine[]): Lane[] {
  const active = new Set(machines.map(({ id }) => id));
  const busy = new Set(boards.map(({ machine_id }) => machine_id));
  const idle = machines.filter(({ id }) => !busy.has(id));
  return [
    ...boards.map((board) => ({ ...board, is_active: active.has(board.machine_id) })),
    ...idle.map(({ id, code, description }) => ({
      machine_id: id,
      machine_code: code,
      machine_description: description,
      is_active: true,
      total_minutes: 0,
      jobs: [],
    })),
  ].toSorted((a, b) => compare(a.machine_code.toLowerCase(), b.machine_code.toLowerCase()));
}

/** Returns the lane and index of a job; undefined when it is not on the board. */
export function jobPlace(lanes: readonly Lane[], scheduling: number) {
  for (const lane of lanes) {
    const index = lane.jobs.findIndex(({ scheduling_id }) => scheduling_id === scheduling);
    if (index >= 0) return { lane, index, job: lane.jobs[index]! };
  }
  return undefined;
}

/**
 * Applies a move. A missing job or a lane that accepts no jobs leaves the lanes unchanged; unaffected lanes stay the
 * same objects.
 */
export function applyMove(lanes: readonly Lane[], { scheduling, machine, before }: Move): readonly Lane[] {
  const from = jobPlace(lanes, scheduling);
  const to = lanes.find(({ machine_id }) => machine_id === machine);
  if (!from || !to || before === scheduling || (from.lane !== to && !to.is_active)) return lanes;
  const others = to.jobs.filter((job) => job !== from.job);
  const place = before === null ? -1 : others.findIndex(({ scheduling_id }) => scheduling_id === before);
  const jobs = place < 0 ? [...others, from.job] : others.toSpliced(place, 0, from.job);
  if (from.lane === to && jobs.every((job, index) => job === to.jobs[index])) return lanes;
  const withJobs = (lane: Lane, next: readonly MachineJob[]) => ({
    ...lane,
    jobs: next,
    total_minutes: minutesOf(next),
  });
  return lanes.map((lane) =>
    lane === to
      ? withJobs(lane, jobs)
      : lane === from.lane
        ? withJobs(
            lane,
            lane.jobs.filter((job) => job !== from.job),
          )
        : lane,
  );
}

/** Returns the move of a job to the place `index` among the other jobs of a lane. */
export function moveTo(lane: Lane, scheduling: number, index: number): Move {
  const others = lane.jobs.filter(({ scheduling_id }) => scheduling_id !== scheduling);
  return { scheduling, machine: lane.machine_id, before: others[Math.max(0, index)]?.scheduling_id ?? null };
}

/** Returns the minutes that jobs still take. */
export function minutesOf(jobs: readonly MachineJob[]) {
  return jobs.reduce((total, job) => total + minutesLeft(job), 0);
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
