import { useEffect, useState } from 'react';

/** Jobs rendered per frame. */
const SLICE = 60;

/**
 * Returns how many jobs to render so far, lane by lane. A large board is rendered in slices, one per frame, so that it
 * does not block the page.
 * @param what identity of the content; a change starts again
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

/** Returns for each lane, in sequence, whether to render it: its first job is among the first `drawn` jobs. */
export function lanesDrawn(lanes: readonly { jobs: readonly unknown[] }[], drawn: number): boolean[] {
  let before = 0;
  return lanes.map(({ jobs }) => {
    const isDrawn = before < drawn;
    before += jobs.length;
    return isDrawn;
  });
}
