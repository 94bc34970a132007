import { api } from '../lib/api/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** Ends the session locally at once and revokes the token on the server. */
export async function signOut(): Promise<void> {
  const revoked = api.auth.logout().catch(() => {}); // sent before the next line clears the token
  session.end();
  queryClient.clear();
  await revoked;
}
