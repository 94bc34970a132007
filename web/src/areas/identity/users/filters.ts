import { z } from 'zod';
import { SECURITY_EVENT_KINDS } from '@bobina/contract/identity/security-events.ts';
import { choiceFilter, listFilters, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

/** `user`: whose activities are shown below the table; `find` searches them. */
export const UserFilters = z.object({
  ...listFilters,
  user: rowFilter(),
  find: textFilter(),
});
export const USERS = '/users';

export const SecurityEventFilters = z.object({
  ...listFilters,
  kind: choiceFilter(SECURITY_EVENT_KINDS),
  account: textFilter(),
});
export const SECURITY_EVENTS = `${USERS}/eventi`;
