import { redirect } from '@tanstack/react-router';
import { mayEnter } from '@bobina/contract/core/permissions.ts';
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import { api } from '../lib/api/api.ts';
import { knowCompany } from '../lib/company-day.ts';
import { hasFeature } from '../lib/features.ts';
import type { Screen } from '../lib/screen.ts';
import { ACCOUNT, isRestricted, NEW_PASSWORD, session } from '../lib/session.ts';
import { ledHome } from './led-home.ts';

/**
 * Checks access before a screen opens: redirects to /login without a token, and home without a user, from a screen whose
 * feature is switched off, and without the permission, which the home then says. A user who must first change the password
 * can open the account screen only. Redirects replace the history entry. The router shows its loading state while the user
 * is loaded.
 * @param isPreload whether a link to the screen is only hovered
 */
export async function allowed({ path, needs, feature }: Screen, isPreload: boolean): Promise<void> {
  if (needs === 'public') {
    if (session.token() && path !== NEW_PASSWORD) redirectTo('/');
    return;
  }
  if (!session.token()) return redirectTo('/login');
  const user = session.user() ?? (await loadUser());
  if (!session.token()) return redirectTo('/login');
  if (isRestricted(user)) return path === ACCOUNT ? undefined : redirectTo(ACCOUNT);
  if (user && mayEnter(user.role, needs)) {
    await knowCompany();
    return hasFeature(feature) ? undefined : redirectTo('/');
  }
  // Already at home: a token whose user cannot be loaded is useless.
  if (path === '/') {
    session.end();
    return redirectTo('/login');
  }
  if (user && !isPreload) ledHome.why = 'refused';
  return redirectTo('/');
}

/** Redirects and replaces the current history entry. */
function redirectTo(path: '/' | '/login' | typeof ACCOUNT) {
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
