import { storage } from '../storage.ts';

const STORED_AS = 'clock_offset';

/**
 * Notes how far this device's clock is off. The header has whole seconds and travelled for a while, so the estimate is
 * never later than the server's clock.
 */
export function noteServerTime(date: string | null): void {
  if (date === null || Number.isNaN(Date.parse(date))) return;
  const offset = Date.parse(date) - Date.now();
  // Rounding makes the offset vary by a second; the best estimate is the latest one that is not in the future.
  const before = Number(storage.read(STORED_AS) ?? Number.NEGATIVE_INFINITY);
  const isSteady = before >= offset && before - offset < 2000;
  if (!isSteady) storage.write(STORED_AS, String(offset));
}

/** The current instant by the server's clock, never later than it. */
export function serverNow(): Date {
  return new Date(Date.now() + Number(storage.read(STORED_AS) ?? 0));
}
