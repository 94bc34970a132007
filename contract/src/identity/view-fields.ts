/** The fields of a saved view that a form edits. */
import { z } from 'zod';
import { text, unlessEmpty } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';

export const viewFields = {
  name: text(),
  shared_with_role: z.enum(ROLES).nullish(),
  is_start: unlessEmpty(z.boolean()),
};
