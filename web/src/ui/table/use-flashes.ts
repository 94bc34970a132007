import { useRef } from 'react';

const FLASH_MS = 1600;
type Versioned = { version?: number | string };

/**
 * Which rows to flash: those whose `version` is another than when they were last shown, that is, a change that came
 * in (or one's own, just saved). Each change flashes once, by a new key of its row's overlay.
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
