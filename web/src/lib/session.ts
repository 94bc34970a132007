/** Who is signed in: the local storage keys `token` and `user`, shared by all tabs. */
import type { SignedInUser } from '@bobina/contract/identity/auth.ts';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import { storage } from './storage.ts';
import { createStore } from './store.ts';

interface State {
  token: string | null;
  user: SignedInUser | null;
  /** Why the last session ended, for the sign-in page. */
  notice: string | null;
}

const store = createStore<State>(readState());

export const session = {
  token: () => store.get().token,
  user: () => store.get().user,
  notice: () => store.get().notice,
  begin: (token: string, user: SignedInUser) => write({ token, user, notice: null }),
  remember: (user: SignedInUser) => write({ ...store.get(), user }),
  /** @param notice what the sign-in page says about it */
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

export function useSession(): State {
  return store.use();
}
/** The signed-in user; screens behind the guard always have one. */
export function useUser(): SignedInUser | null {
  return store.use().user;
}
/** Whether the signed-in user has a capability: for buttons. The server checks again. */
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
