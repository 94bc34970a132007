import { z } from 'zod';
import { listFilters, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

/** `user`: whose activities are shown below the table; `find` searches them. */
export const UserFilters = z.object({
  ...listFilters,
  user: rowFilter(),
  find: textFilter(),
});
export const USERS = '/users';
