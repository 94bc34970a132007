import { redirect } from '@tanstack/react-router';
import { mayEnter } from '@bobina/contract/core/permissions.ts';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { api } from '../lib/api/api.ts';
import { knowZone } from '../lib/company-day.ts';
import type { Screen } from '../lib/screen.ts';
import { session } from '../lib/session.ts';

/**
 * Who may open a screen. No token: to sign in. No user or a role that lacks the permission: home, in place of this
 * entry of the history. While the user is read, the router shows that it loads.
 */
export async function allowed({ path, needs }: Screen): Promise<void> {
  if (needs === 'public') {
    if (session.token()) leadTo('/');
    return;
  }
  if (!session.token()) return leadTo('/login');
  const user = session.user() ?? (await loadUser());
  if (!session.token()) return leadTo('/login');
  if (user && mayEnter(user.role, needs)) return knowZone();
  // At home already: a token whose user cannot be read is of no use.
  if (path === '/') {
    session.end();
    return leadTo('/login');
  }
  return leadTo('/');
}

/** Leads away, in place of this entry of the history. */
function leadTo(path: '/' | '/login') {
  redirect({ to: path, replace: true, throw: true });
}

async function loadUser(): Promise<SignedInUser | null> {
  try {
    const user = await api.auth.me();
    session.remember(user);
    return user;
  } catch {
    return null;
  }
}
