/** Conversion of minutes to pixels. */
import { minutesPerDay, placeJobs, type Calendar, type Placed } from '@bobina/contract/production/calendar.rules.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Zoom } from '../scheduling/filters.ts';
import type { Lane } from './moves.ts';

/** Pixels per working day. */
export const DAY_WIDTH: Record<Zoom, number> = { hours: 720, days: 240, weeks: 96 };
/** Minimum width of a bar in pixels: a short order number. Following bars are moved to the right. */
const LEAST_WIDTH = 30;
const GAP = 2;

export interface Bar extends Placed<MachineJob> {
  left: number;
  width: number;
}

/** Whether all of the line of a job is delivered, so that the job has nothing to serve. */
export function isDelivered({ job }: Pick<Bar, 'job'>): boolean {
  return job.delivered_quantity >= job.quantity;
}

/** Returns the bars of a lane in pixels. Bars do not overlap. The job of a delivered line is not late. */
export function barsOf(jobs: readonly MachineJob[], calendar: Calendar, zoom: Zoom): Bar[] {
  const scale = DAY_WIDTH[zoom] / minutesPerDay(calendar);
  let free = 0;
  return placeJobs(jobs, calendar).map((placed) => {
    const left = Math.max(free, placed.start * scale);
    const width = Math.max(LEAST_WIDTH, (placed.end - placed.start) * scale - GAP);
    free = left + width + GAP;
    return { ...placed, left, width, ...(isDelivered(placed) && { late_days: 0 }) };
  });
}

/** Returns a function that caches the bars of each lane, so that a lane without changes is not rendered again. */
export function rememberBars(calendar: Calendar, zoom: Zoom): (lane: Pick<Lane, 'jobs'>) => readonly Bar[] {
  const known = new WeakMap<readonly MachineJob[], readonly Bar[]>();
  return ({ jobs }) => {
    const bars = known.get(jobs) ?? barsOf(jobs, calendar, zoom);
    known.set(jobs, bars);
    return bars;
  };
}

/** Returns the right end of the last bar in pixels, with its gap. */
export function endOf(bars: readonly Bar[]): number {
  const last = bars.at(-1);
  return last ? last.left + last.width + GAP : 0;
}

/**
 * Returns the drop index at `x`: the number of other bars whose centre is to the left.
 * @param x pixels from the lane's start
 */
export function indexAt(bars: readonly Bar[], dragged: number, x: number): number {
  return bars.filter(({ job, left, width }) => job.scheduling_id !== dragged && left + width / 2 < x).length;
}

/** Returns the pixel position of the drop marker for the place `index` among the other bars. */
export function markAt(bars: readonly Bar[], dragged: number, index: number): number {
  const others = bars.filter(({ job }) => job.scheduling_id !== dragged);
  return index < others.length ? others[index]!.left - GAP : endOf(others);
}
