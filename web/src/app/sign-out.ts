import { api } from '../lib/api/api.ts';
import { mayHoldActs, onShopFloor } from '../lib/offline/acts.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/**
 * Ends the session locally at once and revokes the token on the server. Asks first while entries of the user wait on this
 * device.
 */
export async function signOut(): Promise<void> {
  const user = session.user();
  if (user && (mayHoldActs() || onShopFloor.get())) {
    const offline = await import('./offline/ask-sign-out.ts');
    if (!(await offline.askSignOut())) return;
    await offline.deleteReads(user.id);
  }
  const revoked = api.auth.logout().catch(() => {}); // sent before the next line clears the token
  session.end();
  queryClient.clear();
  await revoked;
}
