/** Which day it is where the company is (setting `time_zone`): the browser may stand elsewhere, or be set to another zone. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { today, type Day } from '@bobina/contract/core/dates.ts';
import { api } from './api/api.ts';
import { queryClient } from './query-client.ts';
import { storage } from './storage.ts';

/** Kept by the browser, so that only its very first screen waits for the answer. */
const STORED_AS = 'time_zone';
let zone = storage.read(STORED_AS);

/** What forms fill in as today. */
export function companyToday(): Day {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return today(zone ?? here);
  } catch {
    return today(here); // a zone that this browser has not heard of yet
  }
}

/** Before a screen opens: what it fills in must not have to be guessed. A failure is the screen's own to tell. */
export async function knowZone(): Promise<void> {
  if (zone !== null) return;
  try {
    remember((await queryClient.fetchQuery(api.company.today.query())).time_zone);
  } catch {
    // The screen's calls fail the same way, and say so.
  }
}

/** Follows the setting while somebody is signed in. */
export function useFollowZone(): void {
  const { data } = useQuery(api.company.today.query());
  useEffect(() => {
    if (data) remember(data.time_zone);
  }, [data]);
}

function remember(time_zone: string): void {
  zone = time_zone;
  storage.write(STORED_AS, time_zone);
}
