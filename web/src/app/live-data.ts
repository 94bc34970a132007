import { connection } from '../lib/connection.ts';
import { refreshOnChanges } from '../lib/live/refresh.ts';
import { sendWaiting } from '../lib/offline/send-waiting.ts';
import { queryClient } from '../lib/query-client.ts';
import { isRestricted, session } from '../lib/session.ts';

/**
 * Sends waiting acts and follows changes by other users while a user is signed in. Start it before a screen loads data, because a new
 * subscription invalidates everything that was loaded before.
 */
export function followLiveData(): void {
  let followed: string | null = null;
  let stop: (() => void) | undefined;
  const follow = () => {
    const token = isRestricted(session.user()) ? null : session.token();
    if (token === followed) return;
    followed = token;
    stop?.();
    stop = token === null ? undefined : refreshOnChanges(queryClient);
    if (token !== null || session.token() === null) void sendWaiting();
  };
  session.subscribe(follow);
  follow();
  addEventListener('online', connection.askNow);
  // Sends pending acts first, then refetches all data, then follows live changes (`connection.restored`).
  connection.onBack(async () => {
    await sendWaiting();
    await queryClient.invalidateQueries();
  });
}
