import type { Day } from '@bobina/contract/core/dates.ts';

/**
 * Returns whether a batch is past its expiry day; on that day it is still valid.
 * @param today the company's current day
 */
export function isExpired({ expiry_date }: { expiry_date: string | null }, today: Day): boolean {
  return expiry_date !== null && expiry_date < today;
}
