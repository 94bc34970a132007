/** The current session: the local storage keys `token` and `user`, shared by all tabs. */
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import { storage } from './storage.ts';
import { createStore } from './store.ts';

interface State {
  token: string | null;
  user: SignedInUser | null;
  /** Why the last session ended, shown on the sign-in page. */
  notice: string | null;
}

/** Why the server refuses all calls outside /auth. */
type Restriction = 'password_change_required' | 'second_factor_required';

/** The only screen of a user whose calls outside /auth are refused. */
export const ACCOUNT = '/profilo';
/** The screen of a mailed link. It needs no session, and a session does not matter to it. */
export const NEW_PASSWORD = '/nuova-password';

const store = createStore<State>(readState());

export const session = {
  token: () => store.get().token,
  user: () => store.get().user,
  notice: () => store.get().notice,
  begin: (token: string, user: SignedInUser) => write({ token, user, notice: null }),
  remember: (user: SignedInUser) => write({ ...store.get(), user }),
  /** Marks that the server refuses all calls outside /auth for this reason. */
  restrict: (reason: Restriction) => {
    const { user } = store.get();
    if (user && !isRestricted(user)) session.remember({ ...user, [reason]: true });
  },
  /**
   * Ends the session.
   * @param notice shown on the sign-in page
   */
  end: (notice: string | null = null) => write({ token: null, user: null, notice }),
  subscribe: store.subscribe,
};

// Another tab signed in or out.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === 'token' || event.key === 'user' || event.key === null)
      store.set({ ...readState(), notice: store.get().notice });
  });
}

/** Whether the server refuses the user's calls outside /auth. */
export function isRestricted(user: SignedInUser | null): boolean {
  return user?.password_change_required === true || user?.second_factor_required === true;
}

/** The current session state. */
export function useSession(): State {
  return store.use();
}
/** The signed-in user; never null on screens behind the guard. */
export function useUser(): SignedInUser | null {
  return store.use().user;
}
/** Returns a check for a capability of the signed-in user, for buttons. The server checks again. */
export function useCan(): (capability: Capability) => boolean {
  const user = useUser();
  return (capability) => user?.permissions.includes(capability) ?? false;
}

function readUser(): SignedInUser | null {
  try {
    const user = JSON.parse(storage.read('user') ?? 'null') as SignedInUser | null;
    return user && typeof user.role === 'string' && Array.isArray(user.permissions) ? user : null;
  } catch {
    return null;
  }
}

function readState(): State {
  return { token: storage.read('token'), user: readUser(), notice: null };
}

function write(state: State) {
  storage.write('token', state.token);
  storage.write('user', state.user && JSON.stringify(state.user));
  store.set(state);
}
