/** The user's display preferences, stored on the server. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api/api.ts';
import { commonText } from '../lib/i18n/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { toast } from './toasts.ts';

type Preferences = Record<string, unknown>;

/** Changes made while the preferences load: the answer may be older than they are. */
let newerThanAnswer: Preferences = {};
const { queryKey, queryFn } = api.preferences.get.query();
const QUERY = {
  queryKey,
  queryFn: async (context: { signal: AbortSignal }): Promise<Preferences> => {
    const loaded = { ...(await queryFn(context)), ...newerThanAnswer };
    newerThanAnswer = {};
    return loaded;
  },
  staleTime: Infinity,
};
/** Changes that are not sent yet: repeated changes of a key are sent once. */
const waiting = new Map<string, unknown>();
let isSending = false;

/** The stored value of a key; undefined until it is loaded and if there is none. */
export function usePreference(key: string): unknown {
  return usePreferences()?.[key];
}

/** All stored values; undefined until they are loaded. */
export function usePreferences(): Preferences | undefined {
  return useQuery(QUERY).data;
}

/** Loads the preferences of the signed-in user. */
export function loadPreferences(): Promise<Preferences> {
  return queryClient.fetchQuery(QUERY);
}

/** Changes a preference at once on the screen and sends it. Null removes it. */
export function savePreference(key: string, value: unknown): void {
  if (queryClient.isFetching({ queryKey }) > 0) newerThanAnswer[key] = value;
  queryClient.setQueryData<Preferences>(queryKey, (old) => ({ ...old, [key]: value }));
  waiting.set(key, value);
  void send();
}

async function send() {
  if (isSending) return;
  isSending = true;
  try {
    while (waiting.size > 0) {
      const body = Object.fromEntries(waiting);
      waiting.clear();
      await api.preferences.update({ body });
    }
  } catch (error) {
    toast.problem(error, commonText('form.saveFailed'));
  } finally {
    isSending = false;
  }
}
