import { z } from 'zod';

/** `user`: whose activities are shown below the table; `find` searches them. */
export const UserFilters = z.object({
  q: z.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  user: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
  find: z.string().optional().catch(undefined),
});
export const USERS = '/users';
