import { api } from '../lib/api/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** Ends the session here at once, and on the server: the token is dead even if somebody copied it. */
export async function signOut(): Promise<void> {
  const told = api.auth.logout().catch(() => {}); // sent with the token that the next line forgets
  session.end();
  queryClient.clear();
  await told;
}
