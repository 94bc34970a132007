import { useEffect, useState } from 'react';

/** Jobs of a frame. */
const SLICE = 60;

/**
 * How many jobs are drawn so far, lane by lane: all of them on a board of everyday size; hundreds come in slices, some
 * with every frame, so that they never hold up the page in one piece. @param what when it changes, all are drawn anew
 */
export function useSlices(count: number, what: unknown): number {
  const [{ drawn, of }, draw] = useState({ drawn: SLICE, of: what });
  const now = of === what ? drawn : SLICE;
  useEffect(() => {
    if (now >= count) return undefined;
    const frame = requestAnimationFrame(() => draw({ drawn: now + SLICE, of: what }));
    return () => cancelAnimationFrame(frame);
  }, [now, count, what]);
  return now;
}

/** Whether lanes are drawn yet, from the first: those that begin among the first `drawn` jobs. */
export function lanesDrawn(lanes: readonly { jobs: readonly unknown[] }[], drawn: number): boolean[] {
  let before = 0;
  return lanes.map(({ jobs }) => {
    const isDrawn = before < drawn;
    before += jobs.length;
    return isDrawn;
  });
}
