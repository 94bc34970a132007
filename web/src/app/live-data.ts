import { connection } from '../lib/connection.ts';
import { keepFresh } from '../lib/live/refresh.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/**
 * Follows the changes of others for as long as somebody is signed in. Begun before a screen asks for its data: whoever
 * begins to follow reads everything again that was read before.
 */
export function followLiveData(): void {
  let followed: string | null = null;
  let stop: (() => void) | undefined;
  const follow = () => {
    const token = session.token();
    if (token === followed) return;
    followed = token;
    stop?.();
    stop = token === null ? undefined : keepFresh(queryClient);
  };
  session.subscribe(follow);
  follow();
  connection.onBack(() => void queryClient.invalidateQueries());
}
