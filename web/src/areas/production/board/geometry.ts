/** Minutes as pixels. */
import { minutesPerDay, placeJobs, type Calendar, type Placed } from '@bobina/contract/production/calendar.rules.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Zoom } from '../scheduling/filters.ts';
import type { Lane } from './moves.ts';

/** Of a working day. */
export const DAY_WIDTH: Record<Zoom, number> = { hours: 720, days: 240, weeks: 96 };
/** Narrower, a pointer would not hit it: what comes after then moves on. */
const LEAST_WIDTH = 26;
const GAP = 2;

export interface Bar extends Placed<MachineJob> {
  left: number;
  width: number;
}

export function barsOf(jobs: readonly MachineJob[], calendar: Calendar, zoom: Zoom): Bar[] {
  const scale = DAY_WIDTH[zoom] / minutesPerDay(calendar);
  let free = 0;
  return placeJobs(jobs, calendar).map((placed) => {
    const left = Math.max(free, placed.start * scale);
    const width = Math.max(LEAST_WIDTH, (placed.end - placed.start) * scale - GAP);
    free = left + width + GAP;
    return { ...placed, left, width };
  });
}

/** The bars of lanes that are laid out once: one that no move has touched is then not drawn again. */
export function rememberBars(calendar: Calendar, zoom: Zoom): (lane: Pick<Lane, 'jobs'>) => readonly Bar[] {
  const known = new WeakMap<readonly MachineJob[], readonly Bar[]>();
  return ({ jobs }) => {
    const bars = known.get(jobs) ?? barsOf(jobs, calendar, zoom);
    known.set(jobs, bars);
    return bars;
  };
}

export function endOf(bars: readonly Bar[]): number {
  const last = bars.at(-1);
  return last ? last.left + last.width + GAP : 0;
}

/** How many of the other bars lie before a point: where what is dropped there goes. */
export function indexAt(bars: readonly Bar[], dragged: number, x: number): number {
  return bars.filter(({ job, left, width }) => job.scheduling_id !== dragged && left + width / 2 < x).length;
}

/** Where the line stands that shows the place `index` among the other bars. */
export function markAt(bars: readonly Bar[], dragged: number, index: number): number {
  const others = bars.filter(({ job }) => job.scheduling_id !== dragged);
  return index < others.length ? others[index]!.left - GAP : endOf(others);
}
