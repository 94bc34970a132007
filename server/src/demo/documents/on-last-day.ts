import type { Chance } from '../chance.ts';
import type { Office, Topic } from './topic.ts';

/** A topic that is worked on only today, also at a weekend. */
export function onLastDay(work: (office: Office, chance: Chance, day: string) => Promise<void>): Topic {
  return async (office, chance) =>
    async ({ daysAgo, day }) => {
      if (daysAgo === 0) await work(office, chance, day);
    };
}
