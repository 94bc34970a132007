/** Saved views of lists: filters, sort and columns under a name, private or shared with a role. */
import { z } from 'zod';
import { del, list, post, put } from '../core/endpoint.ts';
import { audit, jsonObject, text, unlessEmpty } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';

/** The path of a list's call without the first slash, such as `products` or `stock/summary`. */
const listName = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z/-]*$/);

export const View = z
  .object({
    id: z.int(),
    list: z.string(),
    name: z.string(),
    shared_with_role: z.enum(ROLES).nullable(),
    /** Whether the list opens with this view. Always false in a view of another user. */
    is_start: z.boolean(),
    /** Whether the caller owns the view and may change it. */
    is_own: z.boolean(),
    /** The query of the screen's address, and the columns. */
    state: z.record(z.string(), z.unknown()),
    ...audit,
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof View>;

export const ViewInput = z
  .object({
    list: listName,
    name: text(),
    shared_with_role: z.enum(ROLES).nullish(),
    is_start: unlessEmpty(z.boolean()),
    state: jsonObject(),
  })
  .meta({ id: 'ViewInput' });
export const ViewUpdate = ViewInput.omit({ list: true }).partial().meta({ id: 'ViewUpdate' });

export const views = {
  list: list('/views', {
    shownAs: 'view',
    summary: 'Saved views of lists',
    description:
      'Lists the views of the caller, and the views that other users share with the role of the caller. `list` selects the views of one list: the path of its call without the first slash, such as `products` or `stock/summary`. Views of lists that the caller may not read are left out.',
    needs: 'signed-in',
    row: View,
    sort: ['name', 'list'],
    filters: { list: listName.optional() },
  }),
  create: post('/views', {
    summary: 'Save a view of a list',
    description:
      'Saves a view of a list that the caller may read. `state` is an object of at most 64 kB of JSON. A view with `is_start` replaces the previous start view of the caller in this list. `shared_with_role` shows the view to all users of a role.',
    needs: 'signed-in',
    body: ViewInput,
    reply: View,
    errors: {
      FORBIDDEN: 'The caller may not read this list.',
      CODE_EXISTS: 'The caller has a view of this name in the same list. Case is ignored.',
    },
  }),
  update: put('/views/{id}', {
    summary: 'Change a view of the caller',
    description:
      'Changes a view of the caller; a view of another user is not found. Fields that are not sent keep their value. The list of a view cannot change. A view with `is_start` replaces the previous start view of the caller in this list.',
    needs: 'signed-in',
    body: ViewUpdate,
    reply: View,
    errors: {
      CODE_EXISTS: 'The caller has another view of this name in the same list. Case is ignored.',
      STALE_VERSION: 'The view was changed since the version in `If-Match` was read.',
    },
  }),
  remove: del('/views/{id}', {
    summary: 'Delete a view of the caller',
    description:
      'Deletes a view of the caller, also for the users with whom it is shared. A view of another user is not found.',
    needs: 'signed-in',
  }),
};
