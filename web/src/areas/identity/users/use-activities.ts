import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import type { Activity } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import type { ListCall } from '../../../lib/api/client.ts';
import { activityDetails, LOGGED_TEXTS } from '../../../lib/field-labels.ts';
import { useFormats } from '../../../lib/formats.ts';
import { readAll } from '../../../ui/export/read-all.ts';

export const MOST_ACTIVITIES = 5000;

/**
 * Returns the labels of actions and entities. An entity without a label of its own has the title of the screen of its
 * name; a name that has neither is shown as the server sends it.
 */
export function useActivityWords() {
  const { t } = useTranslation('identity');
  const word = (key: string, raw: string) =>
    i18next.exists(key, { ns: 'identity' }) ? t(key as 'actions.login') : raw;
  return {
    actionOf: ({ action }: Pick<Activity, 'action'>) => word(`actions.${action}`, action),
    entityOf: ({ entity_type }: Pick<Activity, 'entity_type'>) => word(`entities.${entity_type}`, titleOf(entity_type)),
  };
}

/** Returns the details of an activity in the language of the reader; as the server sends them while the texts load. */
export function useActivityDetails() {
  const { language } = useFormats();
  const { ready } = useTranslation(LOGGED_TEXTS as never, { useSuspense: false });
  return useCallback(
    ({ entity_type, details }: Pick<Activity, 'entity_type' | 'details'>) =>
      ready ? activityDetails(entity_type, details, language) : details,
    [language, ready],
  );
}

/**
 * Reads the activities of a user, newest first, and searches them by their displayed labels: the server has only the
 * untranslated names of actions and entities.
 */
export function useActivities(userId: number, find: string) {
  const formats = useFormats();
  const { actionOf, entityOf } = useActivityWords();
  const detailsOf = useActivityDetails();
  const ofUser = ((input: object, options?: object) =>
    api.users.activities({ id: userId, ...input }, options)) as unknown as ListCall<Activity>;
  const query = useQuery({
    queryKey: ['users', 'activities', userId],
    queryFn: ({ signal }) => readAll(ofUser, {}, { signal, most: MOST_ACTIVITIES }),
  });
  const wanted = find.trim().toLocaleLowerCase();
  const found = useMemo(
    () =>
      wanted === ''
        ? query.data
        : query.data?.filter((row) =>
            [
              actionOf(row),
              entityOf(row),
              detailsOf(row),
              row.details,
              row.token_name ?? '',
              formats.instant(row.created_at),
            ].some((text) => text.toLocaleLowerCase().includes(wanted)),
          ),
    [query.data, wanted, formats, detailsOf], // oxlint-disable-line react-hooks/exhaustive-deps -- the labels change with the language of the formats
  );
  return { ...query, found };
}

/** The title of the screen `vatCodes` for `vat-codes`. */
function titleOf(entity: string) {
  const key = `screens.${entity.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  return i18next.exists(key, { ns: 'app' }) ? i18next.t(key as 'screens.machines', { ns: 'app' }) : entity;
}
