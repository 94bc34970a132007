import { SECURITY_EVENT_KINDS } from '@bobina/contract/identity/security-event-kinds.ts';
import { choiceFilter, listFilters, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

/** `user`: the user whose activities are shown below the table. `find`: the search term of the activities. */
export const UserFilters = {
  ...listFilters,
  user: rowFilter(),
  find: textFilter(),
};
export const USERS = '/users';

export const SecurityEventFilters = {
  ...listFilters,
  kind: choiceFilter(SECURITY_EVENT_KINDS),
  account: textFilter(),
};
export const SECURITY_EVENTS = `${USERS}/eventi`;
