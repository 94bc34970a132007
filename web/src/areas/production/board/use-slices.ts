import { useEffect, useState } from 'react';

/** Lanes of a frame. */
const SLICE = 2;

/**
 * How many of the lanes have their bars drawn: some more with every frame, so that hundreds of bars never hold up the
 * page in one piece. @param what when it changes, all are drawn anew
 */
export const useSlices = (count: number, what: unknown): number => {
  const [{ drawn, of }, draw] = useState({ drawn: SLICE, of: what });
  const now = of === what ? drawn : SLICE;
  useEffect(() => {
    if (now >= count) return undefined;
    const frame = requestAnimationFrame(() => draw({ drawn: now + SLICE, of: what }));
    return () => cancelAnimationFrame(frame);
  }, [now, count, what]);
  return now;
};
