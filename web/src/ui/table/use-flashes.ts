import { useRef } from 'react';

const FLASH_MS = 1600;
type Versioned = { version?: number | string };

/**
 * Returns a key for the flash overlay of each row whose `version` changed since it was last shown, after a change by
 * another user or a save. A new key per change makes each change flash once.
 */
export function useFlashes(): (id: React.Key, row: unknown) => string | undefined {
  const seen = useRef(new Map<React.Key, { version: number | string; flash?: string; since: number }>());
  return (id, row) => {
    const { version } = row as Versioned;
    if (version === undefined) return undefined;
    const before = seen.current.get(id);
    const time = performance.now();
    if (before && before.version === version) return time - before.since < FLASH_MS ? before.flash : undefined;
    const now = before ? { version, flash: `${id}-${version}`, since: time } : { version, since: time };
    seen.current.set(id, now);
    return now.flash;
  };
}
