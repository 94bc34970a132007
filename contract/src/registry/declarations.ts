/** Declarations of intent of Italian customers: up to their ceiling, invoices with natura N3.5 are without VAT. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { audit, day, id, notes, positive, queryId, queryWhole, text } from '../core/fields.ts';

/** From this part of the ceiling on, in percent, sending an invoice warns. */
export const NEARLY_USED_PERCENT = 90;

export const DeclarationOfIntentInput = z
  .object({
    customer_id: id(),
    /** The protocol of the tax office's receipt, such as `08060120341234567-000001`. */
    protocol: text(60),
    day: day(),
    /** The year whose invoices it covers. */
    year: z.int().min(1900).max(9999),
    /** EUR without VAT. */
    ceiling: positive(),
    notes: notes(),
  })
  .meta({ id: 'DeclarationOfIntentInput' });
export const DeclarationOfIntent = z
  .object({
    id: z.int(),
    customer_id: z.int(),
    customer_name: z.string(),
    protocol: z.string(),
    day: z.string(),
    year: z.int(),
    ceiling: z.number(),
    /** EUR without VAT of issued invoices, less their credit notes. */
    used_amount: z.number(),
    notes: z.string().nullable(),
    ...audit,
  })
  .meta({ id: 'DeclarationOfIntent' });
export type DeclarationOfIntent = z.infer<typeof DeclarationOfIntent>;

export const declarationsOfIntent = {
  list: list('/declarations-of-intent', {
    summary: 'Declarations of intent, newest first',
    description: 'Lists the declarations of intent of customers with the amount that invoices used.',
    needs: 'invoices.read',
    row: DeclarationOfIntent,
    sort: ['customer_name', 'protocol', 'day', 'year', 'ceiling', 'created_at', 'modified_at'],
    filters: { customer_id: queryId().optional(), year: queryWhole(1900, 9999).optional() },
  }),
  get: get('/declarations-of-intent/{id}', {
    summary: 'One declaration of intent',
    description: 'Returns a declaration of intent with its ceiling and the amount that invoices used.',
    needs: 'invoices.read',
    reply: DeclarationOfIntent,
  }),
  create: post('/declarations-of-intent', {
    summary: 'Create a declaration of intent',
    description:
      'Creates a declaration of intent. Invoices of its year with natura N3.5 draw it down when they are sent: with a warning from 90 % on, and never above its ceiling.',
    needs: 'declarations.write',
    body: DeclarationOfIntentInput,
    reply: DeclarationOfIntent,
    errors: { CODE_EXISTS: 'A declaration with this protocol exists already.' },
  }),
  update: put('/declarations-of-intent/{id}', {
    summary: 'Change a declaration of intent',
    description: 'Changes a declaration of intent. Its ceiling cannot be below the used amount.',
    needs: 'declarations.write',
    body: DeclarationOfIntentInput.partial(),
    reply: DeclarationOfIntent,
    errors: {
      CODE_EXISTS: 'A declaration with this protocol exists already.',
      IN_USE: 'Issued invoices draw it down: its customer and its year stay.',
      STALE_VERSION: 'Another user changed the declaration since the version in `If-Match` was read.',
    },
  }),
  remove: del('/declarations-of-intent/{id}', {
    summary: 'Delete a declaration of intent that no invoice uses',
    description: 'Deletes a declaration of intent that no invoice used.',
    needs: 'declarations.write',
    errors: { IN_USE: 'Issued invoices draw it down.' },
  }),
};
