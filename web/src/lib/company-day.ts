/** The current day in the company's time zone (setting `time_zone`), which may differ from the browser's. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { today, type Day } from '@bobina/contract/core/dates.ts';
import type { CompanyDay } from '@bobina/contract/registry/company.ts';
import { api } from './api/api.ts';
import { areFeaturesKnown, rememberFeatures } from './features.ts';
import { queryClient } from './query-client.ts';
import { storage } from './storage.ts';

/** Cached in local storage, so that only the first visit waits for the answer. */
const STORED_AS = 'time_zone';
let zone = storage.read(STORED_AS);

/** Today in the company's time zone, the default day of forms. */
export function companyToday(): Day {
  return companyDayOf(new Date());
}

/** The day of an instant in the company's time zone. */
export function companyDayOf(instant: Date): Day {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return today(zone ?? here, instant);
  } catch {
    return today(here, instant); // the browser does not support this time zone
  }
}

/** Loads the company's time zone and features before a screen opens. Ignores failures: the screen's own calls report them. */
export async function knowCompany(): Promise<void> {
  if (zone !== null && areFeaturesKnown()) return;
  try {
    remember(await queryClient.fetchQuery(api.company.today.query()));
  } catch {
    // The screen's own calls fail in the same way and report it.
  }
}

/** Follows the settings while a user is signed in. */
export function useFollowCompany(): void {
  const { data } = useQuery(api.company.today.query());
  useEffect(() => {
    if (data) remember(data);
  }, [data]);
}

function remember({ time_zone, features }: CompanyDay): void {
  zone = time_zone;
  storage.write(STORED_AS, time_zone);
  rememberFeatures(features);
}
