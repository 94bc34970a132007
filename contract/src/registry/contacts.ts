/** Persons at a customer or supplier, and the documents that are sent to them. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { audit, email, oneOf, optionalText, text, unlessEmpty } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import { Erasure, PersonalData } from '../system/personal-data.ts';

/** The documents that a contact receives: invoices and credit notes, orders, packing lists. */
export const CONTACT_ROLES = ['invoices', 'orders', 'deliveries'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

export const ContactInput = z
  .object({
    name: text(),
    email: email().nullish(),
    phone: optionalText(),
    /** Of the mails to this person. */
    language: oneOf(LANGUAGES).nullish(),
    roles: unlessEmpty(z.array(oneOf(CONTACT_ROLES))),
  })
  .meta({ id: 'ContactInput' });
export type ContactInput = z.input<typeof ContactInput>;

export const Contact = z
  .object({
    id: z.int(),
    customer_id: z.int().nullable(),
    supplier_id: z.int().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    roles: z.array(z.enum(CONTACT_ROLES)),
    ...audit,
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

const SORT = ['name', 'email', 'phone'] as const;
const STALE = 'Another user changed the contact since the version in `If-Match` was read.';

export const contacts = {
  ofCustomer: list('/customers/{id}/contacts', {
    summary: 'Contacts of a customer',
    description: 'Lists the contacts of a customer, each with the kinds of documents (`roles`) that are mailed to it.',
    needs: 'registry.read',
    row: Contact,
    sort: SORT,
  }),
  ofSupplier: list('/suppliers/{id}/contacts', {
    summary: 'Contacts of a supplier',
    description: 'Lists the contacts of a supplier, each with the kinds of documents (`roles`) that are mailed to it.',
    needs: 'registry.read',
    row: Contact,
    sort: SORT,
  }),
  addToCustomer: post('/customers/{id}/contacts', {
    summary: 'Add a contact to a customer',
    description: 'Adds a contact to a customer. `roles` are the kinds of documents that are mailed to it.',
    needs: 'customers.write',
    body: ContactInput,
    reply: Contact,
  }),
  addToSupplier: post('/suppliers/{id}/contacts', {
    summary: 'Add a contact to a supplier',
    description: 'Adds a contact to a supplier. `roles` are the kinds of documents that are mailed to it.',
    needs: 'suppliers.write',
    body: ContactInput,
    reply: Contact,
  }),
  get: get('/contacts/{id}', {
    summary: 'One contact',
    description: 'Returns a contact with the customer or supplier to which it belongs.',
    needs: 'registry.read',
    reply: Contact,
  }),
  update: put('/contacts/{id}', {
    summary: 'Change a contact',
    description: 'Changes a contact. Requires `customers.write` or `suppliers.write`, as the contact.',
    needs: 'registry.read',
    body: ContactInput.partial(),
    reply: Contact,
    errors: { FORBIDDEN: 'The caller may not change the customer or supplier of the contact.', STALE_VERSION: STALE },
  }),
  remove: del('/contacts/{id}', {
    summary: 'Delete a contact',
    description: 'Deletes a contact. Requires `customers.write` or `suppliers.write`, as the contact.',
    needs: 'registry.read',
    errors: { FORBIDDEN: 'The caller may not change the customer or supplier of the contact.' },
  }),
  personalData: get('/contacts/{id}/personal-data', {
    summary: 'Personal data of a contact',
    description: 'Returns all data about a contact, also a deleted one: the contact, its changes and its mails.',
    needs: 'settings.manage',
    reply: PersonalData,
    takesTurns: true,
  }),
  erase: del('/contacts/{id}/personal-data', {
    summary: 'Erase the personal data of a contact',
    description:
      'Replaces a contact by a pseudonym in every answer, activity and new backup. Mails to the contact that still wait are cancelled. Cannot be undone. `kept` lists the records that still name the person, with the reason.',
    needs: 'settings.manage',
    status: 200,
    reply: Erasure,
    takesTurns: true,
  }),
};
